/**
 * How long the report of 20 rounds takes, and how large it is: `node bench/test/simulated/report.ts [run's folder]`. Of a made-up bundle, or of the one given.
 * Aim: 5 s and 2 MB on two cores. It prints and decides nothing, since times are those of the machine.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeReport } from '../../report/index.ts';
import { makeBundle } from '../fixtures/make-bundle.ts';

const [given] = process.argv.slice(2);
const dir = given ?? mkdtempSync(join(tmpdir(), 'stackbench report '));
if (!given) makeBundle(dir, { rounds: 20, blocks: 4 });
const started = performance.now();
const { files, figures } = writeReport(dir);
const seconds = (performance.now() - started) / 1000;
console.log(`${figures.parts.length} parts: ${seconds.toFixed(1)} s`);
for (const file of files) console.log(`${(statSync(file).size / 1e6).toFixed(2).padStart(6)} MB  ${file}`);
if (!given) rmSync(dir, { recursive: true, force: true });
