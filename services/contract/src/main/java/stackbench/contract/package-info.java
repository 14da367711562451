/**
 * What all targets have in common: requests and answers, the work, the SQL, the limits
 * and the errors. Free of Spring and I/O, so that it is the same on every stack.
 */
package stackbench.contract;
