/**
 * What the servlet targets share, on Tomcat or on Jetty. Each target imports explicitly
 * what fits it; nothing is found by scanning.
 */
package stackbench.servlet;
