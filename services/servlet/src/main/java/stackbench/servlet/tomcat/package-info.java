/**
 * The part of a servlet target that only Tomcat needs.
 */
package stackbench.servlet.tomcat;
