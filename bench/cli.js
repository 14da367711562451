#!/usr/bin/env node
/** The runner's commands, as the Makefile calls them: `node bench/cli.js compare`, with the knobs in the environment. */
import path from 'node:path';
import { benchOutput } from './bench-output.js';
import { readCatalogue, root } from './catalogue.js';
import { format, lint } from './dev/lint.js';
import { test, testCompose } from './dev/test.js';
import { KNOBS, refuseUnknownKnobs } from './plan/knobs.js';
import { withRunIds } from './plan/named-runs.js';
import { containers } from './run/containers.js';
import { calibrate } from './run/calibrate.js';
import { capacity } from './run/capacity.js';
import { compare } from './run/compare.js';
import { diffCommand } from './run/diff.js';
import { listenForInterruption } from './run/ending.js';
import { report } from './run/report.js';
import { setup } from './run/setup.js';
import { studies, study } from './run/study.js';
import { down, keep, up } from './run/up.js';
import { verifyCommand } from './run/verify.js';
import { cacheDir } from './setup/cache.js';

/** @type {Record<string, (command: import('./command.js').Command) => Promise<number>>} */
const COMMANDS = {
  containers: (command) => containers(command, about),
  compare,
  calibrate,
  capacity,
  study,
  studies,
  report,
  diff: diffCommand,
  verify: verifyCommand,
  up,
  down,
  keep,
  setup,
  'bench-output': benchOutput,
  test,
  'test-compose': testCompose,
  lint,
  format,
};

const [name = '', about = ''] = process.argv.slice(2);
const { signal, dispose } = listenForInterruption();

async function main() {
  const run = COMMANDS[name];
  if (!run) {
    console.error(`${name || 'no command'}: accepted: ${Object.keys(COMMANDS).join(', ')}`);
    return 2;
  }
  try {
    if (name in KNOBS) refuseUnknownKnobs(name, KNOBS[/** @type {keyof typeof KNOBS} */ (name)], process.env);
    const resultsDir = path.join(root, 'results');
    return await run({
      catalogue: readCatalogue(),
      env: withRunIds(process.env, root, resultsDir),
      root,
      cacheDir: cacheDir(),
      resultsDir,
      signal,
      log: (line) => console.log(line),
      warn: (line) => console.error(line),
    });
  } catch (error) {
    const { message, exitCode, code } = /** @type {Error & { exitCode?: number, code?: string }} */ (error);
    console.error(code === 'ENOSPC' ? `no space left on the device: ${message}` : message);
    return exitCode ?? 3;
  } finally {
    dispose();
  }
}

// Handles of children that have just been ended would keep the event loop alive for a while.
process.exit(await main());
