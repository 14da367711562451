/** A bundle as it may be published: only fields that this project knows, without private names, paths and commands. It notes which samples figures are made of. */
import { withoutPrivate } from './private.js';

/**
 * @typedef {import('./private.js').Private} Private
 * @typedef {import('../../record/raw-part.js').Bundle} Bundle
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {Map<string, import('../../record/raw-part.js').LabelledSample[]>} Samples by metric
 */

/** Samples by metric that note which metrics were asked for. @extends {Map<string, import('../../record/raw-part.js').LabelledSample[]>} */
class NotedSamples extends Map {
  /** @param {Samples} samples @param {Set<string>} asked */
  constructor(samples, asked) {
    super(samples);
    this.asked = asked;
  }

  /** @override @param {string} metric */
  get(metric) {
    this.asked.add(metric);
    return super.get(metric);
  }
}

/**
 * @param {Bundle} bundle
 * @param {Private} found
 * @returns {{ bundle: Bundle, asked: Set<string> }} the same without what is private; `asked`: metrics, of targets and the downstream service alike
 */
export function publicBundle({ run, readPart }, found) {
  /** @type {Set<string>} */
  const asked = new Set();
  return {
    asked,
    bundle: {
      run: publicRun(run, found),
      readPart: (planned) => {
        const { part, rollup, missing, servers, downstream, ...rest } = readPart(planned);
        return {
          ...rest,
          ...publicRecord({ part, rollup, missing }, found),
          servers: new Map([...servers].map(([target, samples]) => [target, new NotedSamples(samples, asked)])),
          downstream: downstream && new NotedSamples(downstream, asked),
        };
      },
    },
  };
}

/** @param {Run} run @param {Private} found @returns {Run} */
function publicRun({ catalogue, ...rest }, found) {
  return { ...publicRecord(rest, found), catalogue: publicCatalogue(catalogue, rest, found) };
}

/**
 * Cases are the verification's, commands start programs: no figure needs either.
 * @param {Run['catalogue']} catalogue
 * @param {Pick<Run, 'targets' | 'scenarios'>} run
 * @param {Private} found
 * @returns {Run['catalogue']} its part of the run alone
 */
function publicCatalogue({ targets, scenarios, dependencies }, run, found) {
  const target = (/** @type {string} */ name) => {
    const { environment } = targets[name];
    return { ...targets[name], command: undefined, environment: publicRecord(environment, found) };
  };
  const needed = new Set(run.scenarios.flatMap((name) => scenarios[name].needs ?? []));
  return {
    targets: Object.fromEntries(run.targets.map((name) => [name, target(name)])),
    scenarios: Object.fromEntries(run.scenarios.map((name) => [name, { ...scenarios[name], cases: [] }])),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => needed.has(name))),
    settings: {},
  };
}

/** What is published of a field, wherever it is. @type {Map<string, (value: any) => unknown>} */
const FIELDS = new Map([
  // Of processes that are not part of the run.
  ['processes', nameless],
  ['others', nameless],
  // An image is named after the registry that it is from.
  ['image', (value) => (typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : value)],
  ['digest', (value) => (typeof value === 'string' ? (/sha256:[0-9a-f]{64}/.exec(value)?.[0] ?? '') : value)],
]);

/** @param {any} processes */
function nameless(processes) {
  return Array.isArray(processes) ? processes.map((each) => ({ ...each, name: 'another process' })) : processes;
}

/**
 * @template T
 * @param {T} record as JSON has it
 * @param {Private} found
 * @returns {T} the same with every text in it without what is private
 */
function publicRecord(record, found) {
  return JSON.parse(JSON.stringify(record), (key, value) => {
    const text = typeof value === 'string' ? withoutPrivate(value, found) : value;
    return FIELDS.get(key)?.(text) ?? text;
  });
}
