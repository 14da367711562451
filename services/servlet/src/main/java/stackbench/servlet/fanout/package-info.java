/**
 * How the servlet targets make several blocking calls in one request.
 */
package stackbench.servlet.fanout;
