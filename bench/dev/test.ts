/** `make test`: every suite, with the tools that set-up provides. */
import { statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { chooseNames } from '../plan/pairs.ts';
import { UsageError } from '../util/errors.ts';
import { untilAborted } from '../util/interruption.ts';
import { run } from '../util/programs.ts';
import { buildGoProgram, GO_ENVIRONMENT } from '../setup/go.ts';
import { setUp } from '../setup/index.ts';
import { provideChromium } from '../setup/programs/chromium.ts';
import { findMaven } from '../setup/programs/maven.ts';
import { nodeSuite, testFiles } from './node-suites.ts';
import { goFailures, goTests, mavenFailures, mavenTests } from './outputs.ts';
import { runSuites, type Suite } from './suites.ts';
import type { Command } from '../setup/command.ts';

const SUITE_NAMES = ['java', 'go', 'unit', 'integration', 'stack', 'surroundings', 'k6-v1', 'end-to-end'];

/** Starts all parts on their fixed ports, and a busy machine disturbs its slices. */
const END_TO_END = ['end-to-end', 'own-service'].map((name) => `bench/test/stack/${name}.test.ts`);
/** Kills and stops parts of runs: `make test-faults`. */
const FAULTS = 'bench/test/faults/faults.test.ts';
/** Runs with the newest k6, and with the last v1. */
const SCRIPTS = 'bench/test/stack/k6-scripts.test.ts';
/** Runs in Docker: `make test-compose`. */
const COMPOSE = 'bench/test/stack/compose.test.ts';
/** What every engine must do: natively among the stack tests, in Docker by `make test-compose`, in a cluster by `make test-kubernetes`. */
const ENGINES = 'bench/test/stack/engines.test.ts';

/** @returns exit code */
export async function test(command: Command): Promise<number> {
  const names = chooseNames('SUITES', command.env.SUITES, SUITE_NAMES);
  const suites = await withTools(command, names);
  const chosen = names.map((name) => suites[name]);
  return runSuites(chosen, command);
}

async function withTools(command: Command, names: string[]): Promise<Record<string, Suite>> {
  const { cacheDir: cache, signal, log } = command;
  const tools = await untilAborted(setUp(command), signal);
  const chromium = await untilAborted(provideChromium({ cache, log }), signal);
  const k6V1 = names.includes('k6-v1') ? await untilAborted(buildGoProgram('k6V1', { cache, log }), signal) : tools.k6;
  const env = {
    JAVA_HOME: tools.java.home,
    K6_BIN: tools.k6.bin,
    INFLUXD: tools.influxdb.bin,
    CHROMIUM_BIN: chromium.bin,
    CHROMIUM_ENV: JSON.stringify(chromium.env),
  };
  const maven = await findMaven(tools.java.home);
  const stack = testFiles('stack').filter((file) => ![...END_TO_END, COMPOSE].includes(file));
  const java = { name: 'Java', file: maven, args: ['-B', '-ntp', '-f', 'services/pom.xml', 'verify'] };
  const go = { name: 'Go', file: 'go', args: ['test', '-C', 'k6/xk6-output-rollup', '-v', './...'] };
  return {
    java: { ...java, env, countTests: mavenTests, failures: mavenFailures },
    go: { ...go, env: { ...env, ...GO_ENVIRONMENT }, countTests: goTests, failures: goFailures },
    unit: nodeSuite('unit', testFiles('unit'), { env }),
    integration: nodeSuite('integration', testFiles('integration'), { env, atOnce: 2 }),
    // Maven writes the jars that these start.
    stack: nodeSuite('stack', stack, { env, after: ['Java'], atOnce: 2 }),
    surroundings: nodeSuite('surroundings', testFiles('surroundings'), { env, after: ['Java'] }),
    'k6-v1': nodeSuite(`k6 ${k6V1.version}`, [SCRIPTS], { env: { ...env, K6_BIN: k6V1.bin } }),
    'end-to-end': nodeSuite('end-to-end', END_TO_END, { env, alone: true }),
  };
}

/** `make test-compose`: the packaged stack on a Docker engine. @returns exit code */
export async function testCompose(command: Command): Promise<number> {
  const { root, signal, log } = command;
  const { k6 } = await untilAborted(setUp({ ...command, needs: ['k6'] }), signal);
  const engine = nodeSuite('engine', [ENGINES]);
  const suites = [inRunnersContainer(engine, root), nodeSuite('packaged stack', [COMPOSE], { env: { K6_BIN: k6.bin }, alone: true })];
  log('building the images');
  await untilAborted(run('docker', ['compose', '--profile', '*', 'build', '--quiet'], { cwd: root }), signal);
  return runSuites(suites, command);
}

/** @param suite of Node.js @returns the same, where the runner is: only there are the socket and the stack's network */
function inRunnersContainer({ args, ...suite }: Suite, root: string): Suite {
  const socket = '/var/run/docker.sock';
  const env = { CHECKOUT: root, DOCKER_SOCKET_GROUP: String(statSync(socket).gid), TARGET_CPUS: '0.5' };
  const volume = `${path.join(root, 'bench', 'test')}:/app/bench/test:ro`;
  const container = ['--rm', '-T', '--no-deps', '--user', `${process.getuid?.()}:${process.getgid?.()}`, '--volume', volume];
  const words = ['compose', '--progress', 'quiet', 'run', ...container, '--entrypoint', 'node', 'bench'];
  return { ...suite, file: 'docker', args: [...words, ...args.map((arg) => arg.replace(root, '/app'))], env };
}

/** `make test-kubernetes`: the engine, and a whole comparison, in the cluster of the kubeconfig, which has the images. @returns exit code */
export async function testKubernetes(command: Command): Promise<number> {
  await run('kubectl', ['get', '--raw=/readyz', '--request-timeout=10s']).catch((error) => {
    throw new UsageError(`make test-kubernetes needs a cluster with the images stackbench/…: ${error.message}`, { cause: error });
  });
  const env = { ENGINE: 'kubernetes', TARGET_CPUS: '0.5' };
  const comparison = { ...env, TARGETS: 'mvc,webflux-r2dbc', SCENARIOS: 'read,block', PROFILE: 'smoke' };
  const compare = { name: 'comparison', file: process.execPath, args: ['bench/cli.ts', 'compare'], env: comparison, alone: true };
  return runSuites([nodeSuite('engine', [ENGINES], { env, alone: true }), compare], command);
}

/** `make test-faults`: every fault of the table, on native runs. @returns exit code */
export async function testFaults(command: Command): Promise<number> {
  await untilAborted(setUp(command), command.signal);
  return runSuites([nodeSuite('faults', [FAULTS], { live: true })], command);
}
