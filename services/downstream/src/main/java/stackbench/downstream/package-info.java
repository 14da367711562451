/**
 * The downstream service.
 */
package stackbench.downstream;
