/**
 * Documents in MongoDB, through its blocking driver.
 */
package stackbench.servlet.documents;
