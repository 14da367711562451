/**
 * Blocking database calls of the WebFlux targets, through JDBC or JPA.
 */
package stackbench.shared.jdbc;
