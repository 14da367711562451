/** What verdicts.json of each submission says, for the page of all. */
import path from 'node:path';
import * as v from 'valibot';
import { instant, list, name, number, oneOf, record, text, whole } from '../../record/json/fields.js';
import { RecordError, readForeignJson } from '../../record/json/file.js';
import { SCHEMA as VERDICTS_SCHEMA } from '../../report/verdicts/document.js';
import { COMPARED_METRICS } from '../../report/words/ratios/metrics.js';
import { groupBy } from '../../util/group.js';

const FILE = 'verdicts.json';
const VERDICTS = /** @type {const} */ ([
  'faster',
  'slower',
  'less CPU',
  'more CPU',
  'same',
  'indicative',
  'not judged',
  'not compared',
  'not measured',
  'void',
]);
const ratio = () => v.nullable(number());

const verdictSchema = record({
  scenario: name(),
  target: name(),
  baseline: name(),
  metric: oneOf(COMPARED_METRICS),
  verdict: oneOf(VERDICTS),
  because: v.nullable(text()),
  ratio: ratio(),
  low: ratio(),
  high: ratio(),
  rangeOfRounds: v.nullable(v.tuple([number(), number()])),
  rounds: whole(),
});

/** The part of verdicts.json that the page shows. */
const schema = record({
  schema: v.literal(VERDICTS_SCHEMA),
  run: text(200),
  startedAt: instant(),
  engine: text(64),
  profile: text(64),
  settings: text(64),
  databaseRttMs: whole(),
  rounds: whole(),
  machine: record({ cpu: text(), cores: whole(1), memoryBytes: whole(), targetCpus: number() }),
  versions: record({ jdk: v.nullable(text(200)), springBoot: v.nullable(text(200)), stackbench: v.nullable(text(64)) }),
  baseline: name(),
  targets: list(record({ name: name(), label: text(64) })),
  scenarios: list(record({ name: name(), does: text() })),
  answer: v.nullable(text()),
  verdicts: list(verdictSchema),
  doubts: whole(),
  voidCells: whole(),
  voidSlices: whole(),
});

/**
 * @typedef {import('valibot').InferOutput<typeof schema>} Result
 * @typedef {Result['verdicts'][number]} Verdict
 * @typedef {{ machine: string, results: Result[] }} MachineClass results of machines with the same CPU, cores and memory, newest first
 */

/** @param {string} dir a submission @returns {Result} @throws {import('../../util/errors.js').UsageError} one line */
export function readResult(dir) {
  const file = path.join(dir, FILE);
  const result = readForeignJson(file, schema);
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
