/** The records of a bundle as they may be published: only fields that this project knows, without private names, paths and commands. */
import { withoutPrivate } from './private.js';

/**
 * @typedef {import('./private.js').Private} Private
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../../record/raw-cell.js').RawCell} RawCell
 * @typedef {import('../../record/raw-cell.js').RawSequence} RawSequence
 */

/** In place of the names of processes that are not part of the run. */
const ANOTHER_PROCESS = 'another process';

/** @param {Run} run @param {Private} found @returns {Run} */
export function publicRun(run, found) {
  const { catalogue, notes, limits, ...rest } = run;
  return {
    ...cleaned(rest, found),
    limits: publicLimits(cleaned(limits, found)),
    calibration: run.calibration && { ...cleaned(run.calibration, found), limits: publicLimits(cleaned(run.calibration.limits, found)) },
    notes: cleaned(notes, found).map((note) =>
      note.kind === 'busy-machine' ? { ...note, processes: note.processes.map((each) => ({ ...each, name: ANOTHER_PROCESS })) } : note,
    ),
    catalogue: publicCatalogue(catalogue, run, found),
  };
}

/**
 * Cases are the verification's, commands start programs: no figure needs either.
 * @param {Run['catalogue']} catalogue
 * @param {Run} run
 * @param {Private} found
 * @returns {Run['catalogue']} its part of the run alone
 */
function publicCatalogue({ targets, scenarios, dependencies }, run, found) {
  const target = (/** @type {string} */ name) => {
    const entry = { ...targets[name], environment: cleaned(targets[name].environment, found) };
    delete entry.command;
    return entry;
  };
  const needed = new Set(run.scenarios.flatMap((name) => scenarios[name].needs ?? []));
  return {
    targets: Object.fromEntries(run.targets.map((name) => [name, target(name)])),
    scenarios: Object.fromEntries(run.scenarios.map((name) => [name, { ...scenarios[name], cases: [] }])),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => needed.has(name))),
    settings: {},
  };
}

/** An image is named after the registry that it is from. @param {Run['limits']} limits @returns {Run['limits']} */
function publicLimits(limits) {
  if (!limits.containers) return limits;
  const containers = limits.containers.map(({ image, digest, ...rest }) => ({
    ...rest,
    image: image.slice(image.lastIndexOf('/') + 1),
    digest: /sha256:[0-9a-f]{64}/.exec(digest)?.[0] ?? '',
  }));
  return { ...limits, containers };
}

/**
 * @param {RawCell} raw
 * @param {Private} found
 * @returns {RawCell}
 */
export function publicCell(raw, found) {
  return { ...raw, cell: cleaned(raw.cell, found), rollup: cleaned(raw.rollup, found), missing: cleaned(raw.missing, found) };
}

/**
 * @param {RawSequence} raw
 * @param {Private} found
 * @returns {RawSequence}
 */
export function publicSequence(raw, found) {
  const { sequence, rollup, missing } = raw;
  return {
    ...raw,
    sequence: sequence && {
      ...cleaned(sequence, found),
      slices: sequence.slices.map((slice) => ({ ...slice, others: slice.others.map((each) => ({ ...each, name: ANOTHER_PROCESS })) })),
    },
    rollup: cleaned(rollup, found),
    missing: cleaned(missing, found),
  };
}

/**
 * @template T
 * @param {T} value
 * @param {Private} found
 * @returns {T} the same with every text in it without what is private
 */
function cleaned(value, found) {
  if (typeof value === 'string') return /** @type {T} */ (withoutPrivate(value, found));
  if (Array.isArray(value)) return /** @type {T} */ (value.map((each) => cleaned(each, found)));
  if (value === null || typeof value !== 'object') return value;
  return /** @type {T} */ (Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cleaned(each, found)])));
}
