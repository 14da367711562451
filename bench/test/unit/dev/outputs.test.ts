/** What is read from the output of Maven and of Go. The texts are theirs. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { goFailures, goTests, mavenFailures, mavenTests } from '../../../dev/outputs.ts';

const MAVEN = `[INFO] Running stackbench.mvc.MvcTests
[ERROR] Tests run: 189, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 73.63 s <<< FAILURE! -- in stackbench.mvc.MvcTests
[ERROR] stackbench.mvc.MvcTests.neverOversells -- Time elapsed: 5.478 s <<< FAILURE!
java.lang.AssertionError: 
\tat stackbench.conformance.TargetTests.neverOversells(TargetTests.java:405)
[INFO] 
[INFO] Results:
[INFO] 
[ERROR] Failures: 
[ERROR]   MvcTests>TargetTests.neverOversells:405 
Expecting actual:
${'  {503=…}\n'.repeat(40)}[ERROR]   MvcTests>TargetTests.readsWithOneStatement:287 
Expecting empty but was: [Runner[name=x]]
[ERROR] Errors: 
[ERROR]   MvcTests.hasThePool:44 » NullPointer
[INFO] 
[ERROR] Tests run: 195, Failures: 2, Errors: 1, Skipped: 0
[INFO] 
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.5.6:test (default-test) on project mvc
`;

test('of Maven, each test that failed is shown with its assertion, and not the forty lines that it compared', () => {
  const shown = `MvcTests>TargetTests.neverOversells:405 
Expecting actual:
${'  {503=…}\n'.repeat(18)}…
MvcTests>TargetTests.readsWithOneStatement:287 
Expecting empty but was: [Runner[name=x]]
MvcTests.hasThePool:44 » NullPointer`;
  assert.deepEqual([mavenTests(MAVEN), mavenFailures(MAVEN)], [195, shown]);
});

test('of a build of Maven that reached no test, its errors are shown', () => {
  const output = '[INFO] Scanning\n[ERROR] COMPILATION ERROR : \n[ERROR] /x/A.java:[3,1] cannot find symbol\n[INFO] 1 error\n';
  assert.equal(mavenFailures(output), '[ERROR] COMPILATION ERROR : \n[ERROR] /x/A.java:[3,1] cannot find symbol');
});

test('of Go, tests that passed are left out', () => {
  const output = `=== RUN   TestA
--- PASS: TestA (0.00s)
=== RUN   TestB
=== RUN   TestB/one
    b_test.go:12: 1 point, want 2
--- FAIL: TestB (0.01s)
    --- FAIL: TestB/one (0.01s)
FAIL
FAIL\trollup\t0.4s
`;
  assert.deepEqual([goTests(output), goFailures(output)], [3, output.slice(output.indexOf('    b_test.go')).trimEnd()]);
});
