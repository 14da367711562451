/** All commands of the runner, with the options of each. */
import { format, lint } from '../dev/lint.ts';
import { test, testCompose, testFaults, testKubernetes } from '../dev/test.ts';
import { planConnections } from '../measure/connections.ts';
import { capacityOptions } from '../plan/capacity.ts';
import { AB_KNOBS, ENVIRONMENT_KNOBS, PLAN_KNOBS, STUDY_KNOBS } from '../plan/knobs.ts';
import { GENERATORS, LIMIT_KNOBS } from '../record/json/limits.ts';
import { STARTUP_KNOBS } from '../plan/variants/startup.ts';
import { SWEEP_KNOBS } from '../plan/variants/sweep.ts';
import { capacity } from '../run/capacity.ts';
import { startup } from '../run/startup.ts';
import { dashboard } from '../run/replay.ts';
import { checkSubmissionCommand, published, submit } from '../published/commands.ts';
import { UsageError } from '../util/errors.ts';
import { connections } from './connections.ts';
import { doctor, setup } from './doctor.ts';
import { diffCommand, report } from './report.ts';
import { ab, calibrate, compare, planAb, planCompare, planProfile, profile, sweep } from './runs.ts';
import { planStudies, planStudy, studies, study } from './study.ts';
import { down, keep, LOAD_KNOBS, loadByHand, planUp, up } from './up.ts';
import { planVerify, verifyCommand } from './verify.ts';
import type { Command } from '../setup/command.ts';

export interface CommandRow {
  name: string;
  /** one line */
  help: string;
  options: readonly string[];
  /** reads the options, for a command that containers may run */
  plan?: (command: Command) => unknown;
  /** answers the exit code */
  run: (command: Command) => Promise<number>;
}

const without = (...names: string[]) => PLAN_KNOBS.filter((name) => !names.includes(name));

const ROWS: Record<string, Omit<CommandRow, 'name'>> = {
  compare: {
    help: 'Run every target × scenario of the core and write a report.',
    options: [...PLAN_KNOBS, 'RESUME', 'KEEP'],
    plan: planCompare,
    run: compare,
  },
  ab: {
    help: 'Compare variants of a service of your own, with a load of your own.',
    options: ['FILE', 'FAIL_IF', ...AB_KNOBS, 'RESUME', 'KEEP'],
    plan: planAb,
    run: ab,
  },
  profile: {
    help: 'Say where the CPU time of a request goes, and what makes the difference between targets.',
    options: ['TARGETS', 'SCENARIO', 'VS', 'SEED', 'WARMUP_MAX', ...LIMIT_KNOBS, ...ENVIRONMENT_KNOBS],
    plan: planProfile,
    run: profile,
  },
  calibrate: {
    help: "Measure this machine's noise floor: one target against itself.",
    options: [...without('TARGETS', 'BASELINE'), 'TARGET', 'RESUME'],
    run: calibrate,
  },
  sweep: {
    help: 'Compare targets with themselves under other values of one knob, such as the pool.',
    options: [...SWEEP_KNOBS, ...without('BASELINE'), 'RESUME', 'KEEP'],
    run: sweep,
  },
  startup: {
    help: 'Start targets again and again: time to the first answer, memory at rest.',
    options: [...STARTUP_KNOBS, ...LIMIT_KNOBS],
    run: startup,
  },
  capacity: {
    help: 'Search the highest request rate that each target answers in time.',
    options: ['SLO_P99_MS', 'TARGETS', 'SCENARIOS', 'SEED', ...LIMIT_KNOBS, GENERATORS, 'WARMUP_MAX', 'RATE_SECONDS', ...ENVIRONMENT_KNOBS],
    plan: ({ env, catalogue }) => capacityOptions(env, catalogue),
    run: capacity,
  },
  connections: {
    help: 'Hold thousands of connections on each target: memory, and an active user beside them.',
    options: ['TARGETS', 'LOADS', 'CONNECTIONS', 'HOLD_SECONDS', ...LIMIT_KNOBS],
    plan: planConnections,
    run: connections,
  },
  study: {
    help: 'Measure a published experiment again and check its conclusions.',
    options: ['STUDY', 'SCENARIOS', ...STUDY_KNOBS, 'RESUME', 'RUN'],
    plan: planStudy,
    run: study,
  },
  studies: { help: 'Measure all studies, one after the other.', options: STUDY_KNOBS, plan: planStudies, run: studies },
  report: { help: 'Make the report of a run again from its bundle.', options: ['RUN', 'BASELINE'], run: report },
  diff: { help: 'Compare two runs: their environments, and what that changed.', options: ['A', 'B'], run: diffCommand },
  submit: { help: 'Put a run into published/, in a small form without private names.', options: ['RUN'], run: submit },
  'check-submission': { help: 'Recompute every figure of a published run.', options: ['DIR'], run: checkSubmissionCommand },
  published: { help: 'Make the files of published/ again that are made of others.', options: [], run: published },
  verify: {
    help: 'Prove that all targets do the same work.',
    options: ['TARGETS', 'SCENARIOS', ...LIMIT_KNOBS],
    plan: planVerify,
    run: verifyCommand,
  },
  up: {
    help: 'Start services and targets without load.',
    options: ['TARGETS', ...LIMIT_KNOBS, ...ENVIRONMENT_KNOBS],
    plan: planUp,
    run: up,
  },
  down: { help: 'Stop what up started, or what a run left up.', options: [], run: down },
  k6: {
    help: "Load one target with the project's own k6, shown on the dashboard.",
    options: ['SCENARIO', 'TARGET', ...LOAD_KNOBS],
    run: loadByHand,
  },
  dashboard: { help: 'Show an old run on the dashboard again.', options: ['RUN'], run: dashboard },
  doctor: { help: 'Tell what was found on this machine, what a run would use, and what is missing.', options: [], run: doctor },
  setup: { help: 'Fetch and build what is missing.', options: [], run: setup },
  test: { help: 'Run all tests.', options: ['SUITES'], run: test },
  'test-compose': { help: "Test the packaged stack on this machine's Docker engine.", options: [], run: testCompose },
  'test-kubernetes': { help: 'Test the engine for clusters on the cluster of the kubeconfig.', options: [], run: testKubernetes },
  'test-faults': { help: 'Kill and stop every process of a native run at every stage of it.', options: [], run: testFaults },
  lint: { help: 'Run all linters and formatters as checks.', options: [], run: lint },
  format: { help: 'Format the sources in place.', options: [], run: format },
};

export const COMMANDS: CommandRow[] = Object.entries(ROWS).map(([name, row]) => ({ name, ...row }));

/** @throws {UsageError} one line */
export function commandNamed(name: string): CommandRow {
  // The process behind `up` has the same options, and is started by that alone.
  const command = [...COMMANDS, { ...ROWS.up, name: 'keep', run: keep }].find((each) => each.name === name);
  if (command) return command;
  throw new UsageError(`${name ? `${name}: unknown command` : 'no command'}; accepted: ${COMMANDS.map((each) => each.name).join(', ')}`);
}
