/**
 * Test support: a real MariaDB with <code>db-init/</code>, and what every target must do,
 * asked over HTTP. A target's tests are a subclass of {@link TargetTests} that says which
 * threads its handlers run on.
 */
package stackbench.conformance;
