/** Starts the script of a scenario with the project's own k6. */
import path from 'node:path';
import { targetsIn } from '../../record/part.js';
import { blocksText } from '../../../k6/lib/blocks.js';
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
  return startScript(subject, { variables: { TARGET: target, TARGET_HOST: host, ...variables }, target, ...recording });
}

/**
 * Runs the script of a scenario against several targets, a slice of time each.
 * @param {BlocksSubject} subject
 * @param {Blocks & Recording} load
 * @returns {Promise<Instances>}
 */
export function startBlocks(subject, { blocks, sliceSeconds, gapSeconds, variables, ...recording }) {
  const sequence = { BLOCKS: blocksText(blocks), SLICE_SECONDS: sliceSeconds, GAP_SECONDS: gapSeconds };
  const host = blocksHost(subject.engine, targetsIn(blocks));
  // All are on one node.
  const [target] = targetsIn(blocks);
  return startScript(subject, { variables: { ...sequence, TARGET_HOST: host, ...variables }, target, ...recording });
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

/** @param {BlocksSubject} subject @param {Recording & { target: string }} load */
function startScript({ engine, root, k6Bin, runId, catalogueFile, scenario }, { variables, outputs, quiet = false, ...load }) {
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
    path.join(root, 'k6', `${scenario}.js`),
  ];
  return startInstances(engine, { words, ...load });
}
