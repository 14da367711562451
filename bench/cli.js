#!/usr/bin/env node
/** The runner's commands, as the Makefile calls them: `node bench/cli.js compare`, with the knobs in the environment. */
import path from 'node:path';
import { benchOutput } from './commands/bench-output.js';
import { readCatalogue, root } from './record/catalogue.js';
import { format, lint } from './dev/lint.js';
import { test, testCompose } from './dev/test.js';
import { KNOBS, refuseUnknownKnobs } from './plan/knobs.js';
import { withRunIds } from './plan/named-runs.js';
import { containers } from './commands/containers.js';
import { calibrate } from './commands/calibrate.js';
import { capacity } from './commands/capacity.js';
import { compare } from './commands/compare.js';
import { diffCommand } from './commands/diff.js';
import { listenForInterruption } from './util/interruption.js';
import { report } from './commands/report.js';
import { setup } from './commands/setup.js';
import { studies, study } from './commands/study.js';
import { down, keep, up } from './commands/up.js';
import { verifyCommand } from './commands/verify.js';
import { cacheDir } from './setup/cache.js';

/** @type {Record<string, (command: import('./setup/command.js').Command) => Promise<number>>} */
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
