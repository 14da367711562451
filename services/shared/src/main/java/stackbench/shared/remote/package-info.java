/**
 * Calls to the neighbour service. Everything here is lazy: a target that is never asked
 * for it has no client, no pool and no thread more.
 */
package stackbench.shared.remote;
