#!/usr/bin/env node
/** `npm test`: what needs no server, no network and no JVM. Arguments choose parts: `node dev/fast.ts types unit`. */
import { availableParallelism } from 'node:os';
import { root } from '../record/catalogue.ts';
import { listenForInterruption } from '../util/interruption.ts';
import { codeChecks, nodeSuite, testFiles, typeChecks } from './node-suites.ts';
import { runSuites, type Suite } from './suites.ts';

const atOnce = availableParallelism();
const PARTS: Record<string, () => Suite[]> = {
  unit: () => [nodeSuite('unit tests', testFiles('unit'), { atOnce })],
  types: typeChecks,
  lint: codeChecks,
  integration: () => [nodeSuite('integration tests', testFiles('integration'), { atOnce })],
};
const DEFAULT_PARTS = ['unit', 'types', 'lint'];

const chosen = process.argv.length > 2 ? process.argv.slice(2) : DEFAULT_PARTS;
const unknown = chosen.find((name) => !Object.hasOwn(PARTS, name));
if (unknown) {
  console.error(`${unknown}: accepted: ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}
const { signal } = listenForInterruption();
const suites = chosen.flatMap((name) => PARTS[name]());
const run = runSuites(suites, { root, signal, log: console.log, warn: console.error });
process.exit(
  await run.catch((error) => {
    console.error(error.message);
    return error.exitCode ?? 3;
  }),
);
