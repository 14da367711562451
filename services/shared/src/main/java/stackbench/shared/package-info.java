/**
 * What the targets share that needs Spring. Each target imports by name what fits its
 * stack; nothing is found by scanning.
 */
package stackbench.shared;
