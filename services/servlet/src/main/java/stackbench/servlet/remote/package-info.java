/**
 * Calls of the downstream service, with a client that blocks or with one that does not.
 */
package stackbench.servlet.remote;
