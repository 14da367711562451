package stackbench.contract;

/**
 * A row of the table <code>member</code>, as stored and as returned.
 *
 * @param id the generated key, from 1
 * @param name 1 to 100 characters
 * @param age in years
 * @param teamId the team, from 1
 */
public record Member(long id, String name, int age, long teamId) {
}
