/** Starts the script of a scenario with the project's own k6. */
import path from 'node:path';
import { targetsIn } from '../../record/part.js';
import { blocksText } from '../../../k6/lib/blocks.js';
import { existsSync } from 'node:fs';
import { ownScriptFile } from '../own/scripts.js';
import { startInstances } from './instances.js';

/**
 * @typedef {object} Subject what load is put on, and by what
 * @property {import('../../engines/engine.js').Engine} engine
 * @property {string} root folder of the checkout
 * @property {string} k6Bin
 * @property {string} runId
 * @property {string | null} catalogueFile for the scripts; null: the checkout's
 * @property {string} scenario
 * @property {string} target
 * @property {number} [setupSeconds] of the scenario's script, where it is the user's
 *
 * @typedef {Omit<Subject, 'target'>} BlocksSubject a scenario on several targets
 * @typedef {object} Blocks
 * @property {import('../../record/run.js').Block[]} blocks
 * @property {number} sliceSeconds
 * @property {number} gapSeconds after each slice
 *
 * @typedef {object} Recording further variables of the script, and where the results go
 * @property {Record<string, string | number>} variables `-e` variables
 * @property {string[]} outputs values of `--out`
 * @property {Record<string, string>} [environment] for k6 and its outputs
 * @property {import('./files.js').LoadFiles} files
 * @property {number} lastsSeconds of the load, with the wait for the last answers
 * @property {boolean} [quiet] no progress in the log: k6 writes a line for each slice every second
 */
/** @typedef {import('./instances.js').Instances} Instances */

/**
 * Runs the script of a scenario against a target. The engine ends it with its other processes.
 * @param {Subject} subject
 * @param {Recording} load
 * @returns {Promise<Instances>}
 */
export function startLoad({ target, ...subject }, { variables, ...recording }) {
  const { host } = new URL(targetUrl(subject.engine, target));
  return startScript(subject, { variables: { TARGET: target, TARGET_HOST: host, ...variables }, targets: [target], ...recording });
}

/**
 * Runs the script of a scenario against several targets, a slice of time each.
 * @param {BlocksSubject} subject
 * @param {Blocks & Recording} load
 * @returns {Promise<Instances>}
 */
export function startBlocks(subject, { blocks, sliceSeconds, gapSeconds, variables, ...recording }) {
  const sequence = { BLOCKS: blocksText(blocks), SLICE_SECONDS: sliceSeconds, GAP_SECONDS: gapSeconds };
  const targets = targetsIn(blocks);
  /** @type {Record<string, string>} */
  const host = ownScript(subject) === null ? { TARGET_HOST: blocksHost(subject.engine, targets) } : {};
  return startScript(subject, { variables: { ...sequence, ...host, ...variables }, targets, ...recording });
}

/**
 * @param {Pick<import('../../engines/engine.js').Engine, 'endpoints'>} engine
 * @param {string[]} targets at least one
 * @returns {string} TARGET_HOST for all of them: `{target}` stands for the name of a target that has a host of its own. Ports are the catalogue's
 * @throws {Error} one line, if no such host fits all
 */
export function blocksHost(engine, targets) {
  const hosts = targets.map((target) => {
    const { hostname } = new URL(targetUrl(engine, target));
    return hostname === target ? '{target}' : hostname;
  });
  const other = hosts.find((host) => host !== hosts[0]);
  if (other !== undefined) throw new Error(`${targets.join(', ')} cannot be in one part: their hosts are ${hosts[0]} and ${other}`);
  return hosts[0];
}

/** @param {Pick<import('../../engines/engine.js').Engine, 'endpoints'>} engine @param {string} target @returns {string} as the generators reach it */
function targetUrl({ endpoints }, target) {
  return (endpoints.fromGenerator ?? endpoints).target(target);
}

/**
 * Runs the user's script with one user and without load, and logs every answer.
 * @param {Subject} subject of a scenario that is the user's
 * @param {{ iterations: number, files: import('./files.js').LoadFiles, lastsSeconds: number }} trial
 * @returns {Promise<Instances>}
 */
export function startTrial({ target, ...subject }, { iterations, ...recording }) {
  return startScript(subject, { variables: { TRIAL: iterations, ROUND: 0 }, outputs: ['rollup=none'], targets: [target], ...recording });
}

/** @param {BlocksSubject['engine']} engine @param {string} target @returns {Record<string, string>} of its own k6 */
function variablesOf(engine, target) {
  const url = targetUrl(engine, target);
  return { ONLY: target, BASE_URL: url, READY: engine.endpoints.probe(target).slice(url.length) };
}

/** @param {Pick<BlocksSubject, 'catalogueFile' | 'scenario'>} subject @returns {string | null} the script of a scenario that is the user's; null of this project's own */
function ownScript({ catalogueFile, scenario }) {
  const file = catalogueFile === null ? null : ownScriptFile(catalogueFile, scenario);
  return file !== null && existsSync(file) ? file : null;
}

/**
 * A script of the user's may read its base URL once and for all, so that each target has a k6 of its own.
 * @param {BlocksSubject} subject
 * @param {Recording & { targets: string[] }} load
 */
function startScript(subject, { variables, outputs, quiet = false, targets, ...load }) {
  const { engine, root, k6Bin, runId, catalogueFile, scenario, setupSeconds } = subject;
  const script = ownScript(subject);
  const common = {
    RUN: runId,
    // The runner counts failures itself: k6 must neither fail for them nor read bodies to find them.
    THRESHOLDS: 'off',
    // It warms targets up itself, or loads one to that end.
    WARMUP: '0',
    ...(catalogueFile !== null && { CATALOGUE: catalogueFile }),
    ...variables,
  };
  const words = (/** @type {Record<string, string | number>} */ own) => [
    ...[k6Bin, 'run', '--no-color', ...(quiet ? ['--quiet'] : [])],
    ...Object.entries({ ...common, ...own }).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    ...outputs.flatMap((output) => ['--out', output]),
    script ?? path.join(root, 'k6', `${scenario}.js`),
  ];
  // All are on one node.
  const [target] = targets;
  return startInstances(engine, {
    words,
    target,
    setupSeconds,
    ...load,
    ...(script !== null && { each: targets.map((one) => variablesOf(engine, one)) }),
  });
}
