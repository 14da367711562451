/**
 * What every target shows, by auto-configuration alone: a management server that answers
 * while the target is under any load, and the same meters on every stack.
 */
package stackbench.observability;
