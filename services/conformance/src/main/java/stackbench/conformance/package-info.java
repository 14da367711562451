/**
 * Test support: a real MariaDB with <code>db-init/</code>, and the behaviour that every
 * target must show over HTTP. The tests of a target are a subclass of {@link TargetTests}
 * that states which threads run its handlers.
 */
package stackbench.conformance;
