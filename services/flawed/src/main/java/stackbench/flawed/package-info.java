/**
 * The flaw of study S4, reproduced. Never part of a comparison.
 */
package stackbench.flawed;
