/**
 * Documents in MongoDB. Without <code>MONGO_URI</code> there is no client of it, and with
 * it none before the first request.
 */
package stackbench.shared.documents;
