/**
 * Calls to the downstream service. All beans are lazy, so that a target without such
 * calls has no client, pool or thread for them.
 */
package stackbench.shared.remote;
