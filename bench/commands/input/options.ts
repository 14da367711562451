/** What every option means. `make compare PROFILE=smoke` passes environment variables, which make also lists in MAKEFLAGS: that list shows a misspelt
 * option, and has no stray variable of the user's shell. `node bench/cli.ts compare --profile smoke` is the same. */
import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { LIMIT_OPTIONS } from '../../record/json/limits.ts';
import { messageOf, UsageError } from '../../util/errors.ts';
import { alignColumns } from '../../util/table.ts';
import type { CommandRow } from '../table.ts';
import type { Command } from '../../setup/command.ts';

/** Value and description of each option. */
export const OPTIONS: Record<string, [value: string, description: string]> = {
  A: ['run-id', 'the run that B is compared with'],
  B: ['run-id', 'the run to compare'],
  BASELINE: ['target', 'target that the others are compared with'],
  BUDGET: ['minutes', 'rounds are added as long as they end within that time'],
  COLD: ['0 or 1', "1: the disk's caches are emptied before each start, which needs root"],
  CONNECTIONS: ['number', 'connections to hold open; by default those of the catalogue'],
  DB_RTT_MS: ['ms', 'delay between the targets and the database, there and back'],
  DIR: ['folder', 'the submission to check, such as published/<run-id>'],
  FAIL_IF: ['differences', "exit code 4 beyond these, such as 'slower 5%, more-cpu 10%'"],
  FILE: ['file', 'the file that describes the service, such as my-service.yaml'],
  HALF_WIDTH: ['share', 'rounds are added until ratios are known to ± that share'],
  HOLD_SECONDS: ['seconds', 'how long all connections are open'],
  KEEP: ['0 or 1', '1: databases and Grafana stay up after the run, until Ctrl-C or down'],
  LOADS: ['names', 'loads that hold connections, separated by commas'],
  OVER: ['knob', 'what to sweep: gc, pool, heap, cpus, jdk or aot'],
  PROFILE: ['name', 'load profile: smoke, quick, rigorous or seed'],
  PROFILE_CPU: ['0 or 1', '1: also sample what the CPU time of a request goes into'],
  RATE_SECONDS: ['seconds', 'length of one trial of a rate'],
  RESUME: ['run-id', 'continue this run with the plan it was started with'],
  ROUNDS: ['number', 'exactly so many rounds, each with new JVMs'],
  RUN: ['run-id', 'the run to show, to report again or to publish, without measuring'],
  SCENARIO: ['name', 'the scenario of the load'],
  SCENARIOS: ['names', 'scenarios, separated by commas, or all'],
  SEED: ['number', 'seed of the order in which targets are measured'],
  SETTINGS: ['name', 'settings of the catalogue that all targets get'],
  SLICE_SECONDS: ['seconds', 'how long a target is under load at a time'],
  SLO_P99_MS: ['ms', 'highest p99 latency that counts as answered in time'],
  STAGES: ['number', 'number of levels of users'],
  STAGE_SECONDS: ['seconds', 'how long a load by hand stays at a level'],
  STARTS: ['number', 'starts of each target'],
  STUDY: ['name', 'the study to measure'],
  SUITES: ['names', 'suites: java, go, unit, integration, stack, surroundings, k6-v1, end-to-end'],
  TARGET: ['name', 'the target to load, or to measure against itself'],
  TARGETS: ['names', 'targets, separated by commas, or all'],
  VALUES: ['values', 'values of the swept knob, separated by commas'],
  VARIANTS: ['names', 'caches to start with, separated by commas: none, cds, aot'],
  VUS_START: ['number', 'virtual users of the first level'],
  VUS_STEP: ['number', 'virtual users that each level adds'],
  VS: ['target', 'target whose CPU time the others are held against'],
  WARMUP: ['seconds', 'longest warm-up before a load by hand; 0: none'],
  WARMUP_MAX: ['seconds', 'longest warm-up of a target; 0: none'],
  ...LIMIT_OPTIONS,
};

const CLI = 'node bench/cli.ts';
const NAME_A_RUN = ['A', 'B', 'RESUME', 'RUN'];
/** Every command takes them from the environment: the engine with its cluster, and where set-up looks. */
const COMMON = ['ENGINE', 'K8S_NAMESPACE', 'K8S_OVERLAY', 'KUBECONFIG', 'JAVA_HOME', 'STACKBENCH_CACHE', 'STACKBENCH_JDK_DIRS'];

/** @throws {UsageError} if make was given a variable that the command does not know */
export function refuseUnknownOptions({ name: command, options }: Pick<CommandRow, 'name' | 'options'>, env: Command['env']) {
  const given = (env.MAKEFLAGS ?? '').split(/(?:^| )-- /)[1] ?? '';
  for (const [, name] of given.matchAll(/(?:^|(?<!\\) )([A-Za-z_][A-Za-z0-9_]*)=/g)) {
    if (!COMMON.includes(name) && !options.includes(name))
      throw new UsageError(`${name}: unknown; make ${command} takes ${options.join(', ') || 'nothing'}`);
  }
}

/** A run is named by its id, or by its folder as a shell completes it, right below `results/`. @returns without options that are empty: not given */
export function givenOptions(env: Command['env'], root: string, resultsDir: string): Command['env'] {
  const given = Object.entries(env).flatMap(([name, value]) => {
    if (!value) return [];
    const folder = path.resolve(root, value);
    return [[name, NAME_A_RUN.includes(name) && path.dirname(folder) === resultsDir ? path.basename(folder) : value]];
  });
  return Object.fromEntries(given);
}

/** @param args those after the name of the command @returns `env`: the options, named as in the environment @throws {UsageError} */
export function parseArguments({ name, options }: CommandRow, args: string[]): { env: Record<string, string>; help: boolean } {
  const accepted: ParseArgsConfig['options'] = { help: { type: 'boolean', short: 'h' } };
  for (const option of options) accepted[flagOf(option)] = { type: 'string' };
  try {
    const { values } = parseArgs({ args, options: accepted });
    const given = options.filter((option) => flagOf(option) in values).map((option) => [option, values[flagOf(option)]]);
    return { env: Object.fromEntries(given), help: values.help === true };
  } catch (error) {
    throw new UsageError(`${messageOf(error).split('\n')[0]}; ${CLI} ${name} --help shows what is accepted`);
  }
}

export function helpOf({ name, help, options }: CommandRow): string {
  const rows = options.map((option) => [`--${flagOf(option)} <${OPTIONS[option][0]}>`, OPTIONS[option][1]]);
  const lines = alignColumns([...rows, ['--help', 'this help']]).map((line) => `  ${line}`);
  return [`${CLI} ${name}${options.length > 0 ? ' [options]' : ''}`, '', help, '', ...lines].join('\n');
}

export function helpOfAll(commands: CommandRow[]): string {
  const lines = alignColumns(commands.map(({ name, help }) => [name, help])).map((line) => `  ${line}`);
  return [`${CLI} <command> [options]`, '', ...lines, '', `${CLI} <command> --help shows its options.`].join('\n');
}

/** @returns DB_RTT_MS: db-rtt-ms */
function flagOf(option: string): string {
  return option.toLowerCase().replaceAll('_', '-');
}
