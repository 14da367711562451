/**
 * What every target does: the wire records, the work, the SQL, the limits and the errors.
 * No Spring and no I/O here, so that no stack can do it differently.
 */
package stackbench.contract;
