/**
 * Auto-configuration for every target: a management server that answers under any load,
 * and the same meters on every stack.
 */
package stackbench.observability;
