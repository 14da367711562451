#!/usr/bin/env node
/** The runner: `node bench/cli.js <command> [options]`. The Makefile calls it with the options in the environment. */
import path from 'node:path';
import { helpOf, helpOfAll, parseArguments } from './commands/input/arguments.js';
import { refuseUnknownOptions } from './commands/input/options.js';
import { COMMANDS } from './commands/table.js';
import { withRunIds } from './plan/named-runs.js';
import { readCatalogue, root } from './record/catalogue.js';
import { cacheDir } from './setup/cache.js';
import { UsageError } from './util/errors.js';
import { listenForInterruption } from './util/interruption.js';
import { oneLine, printable } from './util/printable.js';

/**
 * @param {string} name of the command
 * @param {string[]} args
 * @param {AbortSignal} signal
 * @returns {Promise<number>} exit code
 */
async function main(name, args, signal) {
  const offered = COMMANDS.filter(({ internal }) => !internal);
  if (['--help', '-h', 'help'].includes(name)) {
    console.log(helpOfAll(offered));
    return 0;
  }
  const command = COMMANDS.find((each) => each.name === name);
  if (!command) {
    const refusal = name ? `${name}: unknown command` : 'no command';
    throw new UsageError(`${refusal}; accepted: ${offered.map((each) => each.name).join(', ')}`);
  }
  const { env: given, help, about } = parseArguments(command, args);
  if (help) {
    console.log(helpOf(command));
    return 0;
  }
  // The keeper behind `up` gets make's variables; `check` checks those of the command that it is about.
  if (!command.internal) refuseUnknownOptions(name, command.options, process.env);
  const resultsDir = path.join(root, 'results');
  const context = {
    catalogue: readCatalogue(),
    env: withRunIds({ ...process.env, ...given }, root, resultsDir),
    root,
    cacheDir: cacheDir(),
    resultsDir,
    signal,
    log: (/** @type {string} */ text) => console.log(printable(text)),
    warn: (/** @type {string} */ line) => console.error(oneLine(line)),
  };
  return command.run(context, about);
}

/** @param {Error & { exitCode?: number, code?: string }} error @returns {number} exit code */
function explain({ message, exitCode, code }) {
  console.error(oneLine(code === 'ENOSPC' ? `no space left on the device: ${message}` : message));
  return exitCode ?? 3;
}

const [name = '', ...args] = process.argv.slice(2);
const { signal, dispose } = listenForInterruption();
const exitCode = await main(name, args, signal).catch(explain).finally(dispose);
// Handles of children that have just been ended would keep the event loop alive for a while.
process.exit(exitCode);
