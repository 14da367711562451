/** `make test`: every suite, with the tools that set-up provides. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { untilAborted } from '../util/interruption.js';
import { setUp } from '../setup/index.js';
import { provideChromium } from '../setup/programs/chromium.js';
import { findMaven } from '../setup/programs/jars.js';
import { runSuites } from './suites.js';

/** They start all parts on their fixed ports, so they come last and alone. */
const END_TO_END = ['bench/test/stack/dashboards-live.test.js', 'bench/test/stack/end-to-end.test.js'];
/** Runs in Docker: `make test-compose`. */
const COMPOSE = 'bench/test/stack/compose.test.js';

/**
 * @param {import('../setup/command.js').Command} command
 * @returns {Promise<number>} exit code
 */
export async function test(command) {
  const { catalogue, root, cacheDir, signal, log } = command;
  const tools = await untilAborted(setUp({ catalogue, root, cacheDir, log }), signal);
  const chromium = await untilAborted(provideChromium({ cache: cacheDir, log }), signal);
  const env = {
    JAVA_HOME: tools.java.home,
    K6_BIN: tools.k6.bin,
    INFLUXD: tools.influxdb.bin,
    CHROMIUM_BIN: chromium.bin,
    CHROMIUM_ENV: JSON.stringify(chromium.env),
  };
  const maven = await findMaven(tools.java.home);
  const all = readdirSync(path.join(root, 'bench', 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => `bench/test/${name}`);
  const files = all.filter((name) => ![...END_TO_END, COMPOSE].includes(name));
  const node = (/** @type {string[]} */ tests) => ['--test', '--test-concurrency=1', '--test-reporter=spec', ...tests];
  return runSuites(
    [
      { name: 'Go: the rollup output', file: 'go', args: ['test', '-C', 'k6/xk6-output-rollup', './...'], env },
      { name: 'JavaScript: runner, analysis, report, k6 scripts', file: process.execPath, args: node(files), env },
      { name: 'Java: the targets', file: maven, args: ['-B', '-ntp', '-q', '-f', 'services/pom.xml', 'verify'], env },
      { name: 'End to end: the dashboards, a smoke comparison', file: process.execPath, args: node(END_TO_END), env },
    ],
    command,
  );
}

/**
 * `make test-compose`: the packaged stack on a Docker engine.
 * @param {import('../setup/command.js').Command} command
 * @returns {Promise<number>} exit code
 */
export async function testCompose(command) {
  const { catalogue, root, cacheDir, signal, log } = command;
  const { k6 } = await untilAborted(setUp({ catalogue, root, cacheDir, log, needs: ['k6'] }), signal);
  const args = ['--test', '--test-concurrency=1', '--test-reporter=spec', COMPOSE];
  return runSuites([{ name: 'The packaged stack', file: process.execPath, args, env: { K6_BIN: k6.bin } }], command);
}
