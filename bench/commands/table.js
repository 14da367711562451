/** All commands of the runner. */
import { format, lint } from '../dev/lint.js';
import { test, testCompose, testFaults, testKubernetes } from '../dev/test.js';
import { startup } from '../run/startup/index.js';
import { loadByHand } from '../run/stack/load-by-hand.js';
import { dashboard } from '../run/replay/index.js';
import { calibrate } from './calibrate.js';
import { capacity } from './capacity.js';
import { check } from './check.js';
import { compare } from './compare.js';
import { connections } from './connections.js';
import { diffCommand } from './diff.js';
import { OPTIONS_OF } from './input/options.js';
import { checkSubmissionCommand, published, submit } from '../published/commands.js';
import { report } from './report.js';
import { setup } from './setup.js';
import { studies, study } from './study.js';
import { sweep } from './sweep.js';
import { down, keep, up } from './up.js';
import { verifyCommand } from './verify.js';

/**
 * @typedef {object} CommandRow
 * @property {string} name
 * @property {string} help one line
 * @property {string[]} options
 * @property {boolean} [takesCommand] it is about another command, which follows its name
 * @property {boolean} [internal] started by other parts of the project only
 * @property {(command: import('../setup/command.js').Command, about: string) => Promise<number>} run answers the exit code
 */

/** @type {Array<Omit<CommandRow, 'options'>>} */
const ROWS = [
  { name: 'compare', help: 'Run every target × scenario of the core and write a report.', run: compare },
  { name: 'calibrate', help: "Measure this machine's noise floor: one target against itself.", run: calibrate },
  { name: 'sweep', help: 'Compare targets with themselves under other values of one knob, such as the pool.', run: sweep },
  { name: 'startup', help: 'Start targets again and again: time to the first answer, memory at rest.', run: startup },
  { name: 'capacity', help: 'Search the highest request rate that each target answers in time.', run: capacity },
  { name: 'connections', help: 'Hold thousands of connections on each target: memory, and an active user beside them.', run: connections },
  { name: 'study', help: 'Measure a published experiment again and check its conclusions.', run: study },
  { name: 'studies', help: 'Measure all studies, one after the other.', run: studies },
  { name: 'report', help: 'Make the report of a run again from its bundle.', run: report },
  { name: 'diff', help: 'Compare two runs: their environments, and what that changed.', run: diffCommand },
  { name: 'submit', help: 'Put a run into published/, in a small form without private names.', run: submit },
  { name: 'check-submission', help: 'Recompute every figure of a published run.', run: checkSubmissionCommand },
  { name: 'published', help: 'Make the files of published/ again that are made of others.', run: published },
  { name: 'verify', help: 'Prove that all targets do the same work.', run: verifyCommand },
  { name: 'up', help: 'Start services and targets without load.', run: up },
  { name: 'down', help: 'Stop what up started, or what a run left up.', run: down },
  { name: 'k6', help: "Load one target with the project's own k6, shown on the dashboard.", run: loadByHand },
  { name: 'dashboard', help: 'Show an old run on the dashboard again.', run: dashboard },
  { name: 'setup', help: 'Fetch and build what is missing.', run: setup },
  { name: 'test', help: 'Run all tests.', run: test },
  { name: 'test-compose', help: "Test the packaged stack on this machine's Docker engine.", run: testCompose },
  { name: 'test-kubernetes', help: 'Test the engine for clusters on the cluster of the kubeconfig.', run: testKubernetes },
  { name: 'test-faults', help: 'Kill and stop every part of a native run in every phase.', run: testFaults },
  { name: 'lint', help: 'Run all linters and formatters as checks.', run: lint },
  { name: 'format', help: 'Format the sources in place.', run: format },
  { name: 'keep', help: 'The process behind up.', internal: true, run: keep },
  { name: 'check', help: 'Check the options of a command.', internal: true, takesCommand: true, run: check },
];

/** @type {CommandRow[]} */
export const COMMANDS = ROWS.map((row) => ({ ...row, options: OPTIONS_OF[row.name] ?? [] }));
