/**
 * What takes MongoDB's place where none is installed. It measures the stacks in front of
 * it, not MongoDB.
 */
package stackbench.mongostandin;
