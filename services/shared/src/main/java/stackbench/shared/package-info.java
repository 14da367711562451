/**
 * Code that the targets share and that needs Spring. Each target imports explicitly what
 * fits its stack; nothing is found by scanning.
 */
package stackbench.shared;
