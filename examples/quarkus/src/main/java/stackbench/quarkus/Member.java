package stackbench.quarkus;

/**
 * A row of the table <code>member</code>; its fields in the order of the answer.
 */
record Member(long id, String name, int age, long teamId) {
}
