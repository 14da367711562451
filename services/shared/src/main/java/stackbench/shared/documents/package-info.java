/**
 * Documents in MongoDB. Without <code>MONGO_URI</code> there is no client; with it, the
 * first request creates the client.
 */
package stackbench.shared.documents;
