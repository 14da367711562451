/**
 * Replaces MongoDB if none is installed. Results with it show the stacks in front of it,
 * not MongoDB.
 */
package stackbench.mongostandin;
