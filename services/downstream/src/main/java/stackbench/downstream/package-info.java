/**
 * The neighbour service.
 */
package stackbench.downstream;
