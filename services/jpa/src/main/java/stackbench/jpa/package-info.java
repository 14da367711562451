/**
 * The database through Spring Data JPA and Hibernate, as most teams write it: entities
 * and repositories.
 */
package stackbench.jpa;
