/** What verdicts.json of each submission says, for the page of all. */
import path from 'node:path';
import * as v from 'valibot';
import { text } from '../../record/json/fields.js';
import { RecordError, readForeignJson } from '../../record/json/file.js';
import { SCHEMA as VERDICTS_SCHEMA } from '../../report/verdicts/document.js';
import { groupBy } from '../../util/group.js';

/**
 * @typedef {ReturnType<typeof import('../../report/verdicts/document.js').verdictsDocument>} VerdictsDocument
 * @typedef {Omit<VerdictsDocument, 'engine'> & { engine: string }} Result
 * @typedef {Result['verdicts'][number]} Verdict
 * @typedef {{ machine: string, results: Result[] }} MachineClass results of machines with the same CPU, cores and memory, newest first
 */

const FILE = 'verdicts.json';
/** The rest is not looked at: what is in published/ was checked, and is byte for byte what this project writes. */
const schema = v.looseObject({ schema: v.literal(VERDICTS_SCHEMA), run: text(200) }, 'an object');

/** @param {string} dir a submission @returns {Result} @throws {import('../../util/errors.js').UsageError} one line */
export function readResult(dir) {
  const file = path.join(dir, FILE);
  const result = /** @type {Result} */ (/** @type {unknown} */ (readForeignJson(file, schema)));
  if (result.run !== path.basename(dir))
    throw new RecordError(file, `run is ${JSON.stringify(result.run)}; accepted is the name of its folder`);
  return result;
}

/** @param {Result[]} results @returns {MachineClass[]} the one with the newest result first */
export function machineClasses(results) {
  const newestFirst = results.toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
  return [...groupBy(newestFirst, machineText)].map(([machine, own]) => ({ machine, results: own }));
}

/**
 * @param {Result[]} results of one machine class, newest first
 * @returns {{ newest: Result[], earlier: Result[] }} `newest`: the newest of each comparison, that is, of the same targets measured alike
 */
export function newestOfEach(results) {
  const newest = [...groupBy(results, comparison).values()].map(([first]) => first);
  return { newest, earlier: results.filter((result) => !newest.includes(result)) };
}

/** @param {Result} result */
function comparison(result) {
  const targets = result.targets.map(({ name: target }) => target).toSorted();
  return JSON.stringify([result.engine, differentSettings(result), result.baseline, targets]);
}

/** @param {Result} result @returns {string} 'AMD EPYC, 2 cores, 24 GB' */
export function machineText({ machine: { cpu, cores, memoryBytes } }) {
  const model = cpu
    .replaceAll(/\((R|TM)\)|\bCPU\b|@.*$/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${model}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${Math.round(memoryBytes / 2 ** 30)} GB`;
}

/** @param {Result} result @returns {string} 'JDK 25' */
export function jdkText({ versions: { jdk } }) {
  return `JDK ${/^\d+/.exec(jdk ?? '')?.[0] ?? 'unknown'}`;
}

/** @param {Result} result @returns {string[]} what else makes it another measurement than most */
export function differentSettings({ settings, databaseRttMs }) {
  return [...(settings === 'default' ? [] : [`settings ${settings}`]), ...(databaseRttMs > 0 ? [`database ${databaseRttMs} ms away`] : [])];
}
