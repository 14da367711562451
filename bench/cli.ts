#!/usr/bin/env node
/** The runner: `node bench/cli.ts <command> [options]`. The Makefile calls it with the options in the environment. */
import path from 'node:path';
import { givenOptions, helpOf, helpOfAll, parseArguments, refuseUnknownOptions } from './commands/input/options.ts';
import { commandNamed, COMMANDS } from './commands/table.ts';
import { readCatalogue, root } from './record/catalogue.ts';
import { cacheDir } from './setup/cache.ts';
import { reachOwnHostsDirectly } from './setup/proxies.ts';
import { listenForInterruption } from './util/interruption.ts';
import { oneLine, printable } from './util/printable.ts';

/** As in `check compare`: whether the options are accepted. bench/engines/docker/run.sh asks before it builds images, which takes minutes. */
const CHECK = 'check';

/** @param args the command first @returns exit code */
async function main(args: string[], signal: AbortSignal): Promise<number> {
  if (['--help', '-h', 'help'].includes(args[0])) {
    console.log(helpOfAll(COMMANDS));
    return 0;
  }
  const [name = '', ...rest] = args[0] === CHECK ? args.slice(1) : args;
  const command = commandNamed(name);
  const { env: given, help } = parseArguments(command, rest);
  if (help) {
    console.log(helpOf(command));
    return 0;
  }
  refuseUnknownOptions(command, process.env);
  const resultsDir = path.join(root, 'results');
  const context = {
    catalogue: readCatalogue(),
    env: givenOptions({ ...process.env, ...given }, root, resultsDir),
    root,
    cacheDir: cacheDir(),
    resultsDir,
    signal,
    log: (text: string) => console.log(printable(text)),
    warn: (line: string) => console.error(oneLine(line)),
  };
  if (args[0] !== CHECK) return command.run(context);
  await command.plan?.(context);
  return 0;
}

/** @returns exit code */
function explain({ message, exitCode, code }: Error & { exitCode?: number; code?: string }): number {
  console.error(oneLine(code === 'ENOSPC' ? `no space left on the device: ${message}` : message));
  return exitCode ?? 3;
}

reachOwnHostsDirectly(process.env);
const { signal, dispose } = listenForInterruption();
const exitCode = await main(process.argv.slice(2), signal).catch(explain).finally(dispose);
// Handles of children that have just been ended would keep the event loop alive for a while.
process.exit(exitCode);
