import { groupOfPair, groupsOf } from '../../analyse/findings/scopes.js';
import { unfitReason } from '../../record/fits.js';
import { comparedVus, levelsOf } from '../../record/run.js';
import { sum } from '../../util/math.js';
import { count, fixed, mebibytes, number, plural, span } from '../../util/text.js';
import { comparedUsers } from '../level.js';
import { figureOfGroup } from '../verdicts/figures.js';
import { bottleneckInTwoWords } from '../words/bottleneck.js';
import { tableOf } from './table.js';

/**
 * The figures of a run.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../analyse/types.js').Level} Level
 * @typedef {import('../../analyse/types.js').StageOfRounds} StageOfRounds
 * @typedef {import('./table.js').Cell} Cell
 * @typedef {import('./table.js').Column} Column
 * @typedef {import('./table.js').Table} Table
 * @typedef {Level & { target: string }} LevelRow
 */

const LATENCIES = /** @type {const} */ (['p50', 'p95', 'p99']);

/** @param {Figures} figures @returns {Table} scenarios × targets: throughput, p99 and memory with the users that targets are compared at */
export function absoluteTable(figures) {
  const { run } = figures;
  const underQuota = run.limits.periodUs === null ? '' : ' under a CPU quota';
  const caption = `Requests/s at ${comparedUsers(run)}; below: p99 and memory (RSS, largest). p99 is of a closed loop${underQuota}: it shows saturation, not the latency at a given load`;
  return tableOf(caption, run.scenarios, [
    {
      ...{ head: 'Scenario', rowHead: true },
      of: (scenario) => ({ text: scenario, note: run.catalogue.scenarios[scenario].does }),
    },
    ...run.targets.map((target) => ({
      ...{ head: run.catalogue.targets[target].label, unit: 'requests/s', numeric: true, target },
      of: (/** @type {string} */ scenario) => absoluteCell(figures, scenario, target),
    })),
  ]);
}

/** @param {Figures} figures @param {string} scenario @param {string} target @returns {Cell} */
function absoluteCell(figures, scenario, target) {
  const group = groupOfPair(figures, { scenario, target });
  if (!group) return { text: '–', note: `not measured: ${unfitReason(figures.run.catalogue, target, scenario)}`, target };
  const { rps, rssMaxBytes, latency, failures } = group.stage;
  const notes = [
    latency.p99 === null ? '' : `${number(latency.p99)} ms`,
    rssMaxBytes === null ? '' : `${mebibytes(rssMaxBytes)} MiB`,
    failures ? plural(failures, 'failure') : '',
  ];
  return { text: number(rps), note: notes.filter(Boolean).join(' · '), target, struck: group.isDiscarded };
}

/** @param {StageOfRounds} stage @param {import('../../analyse/types.js').Range | null} range @returns {string} '' of a single round */
function rangeText({ rounds }, range) {
  return rounds > 1 ? span(range) : '';
}

/** @param {Level} level @returns {string} what is missing or discarded */
function stateText({ good, slices, isDiscarded }) {
  if (slices.length === 0) return 'not measured';
  if (isDiscarded) return 'discarded';
  return good.length < slices.length ? `${good.length} of ${plural(slices.length, 'slice')}` : '';
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per target */
export function targetsTable(figures, scenario) {
  const { run } = figures;
  const caption = `${scenario}: throughput and resources at ${plural(comparedVus(run, scenario), 'user')}, all rounds together`;
  return tableOf(caption, groupsOf(figures, scenario), [
    {
      ...{ head: 'Target', rowHead: true },
      of: (group) => ({ text: run.catalogue.targets[group.target].label, target: group.target, note: stateText(group) }),
    },
    {
      ...{ head: 'Throughput', unit: 'requests/s', numeric: true },
      of: ({ stage }) => ({ text: number(stage.rps), note: rangeText(stage, stage.rpsRange) }),
    },
    {
      ...{ head: 'CPU per 1,000 requests', unit: 's', numeric: true },
      of: ({ stage }) => ({ text: number(stage.cpuPer1000), note: cpuNote(stage) }),
    },
    { head: 'CPU', unit: 'cores', numeric: true, of: ({ stage }) => fixed(stage.cpuCores, 2) },
    {
      ...{ head: 'Throttled', unit: '% of periods', numeric: true },
      of: ({ stage: { throttledShare } }) => fixed(throttledShare === null ? null : throttledShare * 100, 1),
    },
    { head: 'Threads, max', unit: 'platform', numeric: true, of: ({ stage }) => count(stage.threadsMax) },
    { head: 'In flight, max', unit: 'requests', numeric: true, of: ({ stage }) => count(stage.inFlightMax) },
    { head: 'Heap, max', unit: 'MiB', numeric: true, of: ({ stage }) => mebibytes(stage.heapMaxBytes) },
    { head: 'RSS, max', unit: 'MiB', numeric: true, of: ({ stage }) => mebibytes(stage.rssMaxBytes) },
    { head: 'Requests/s per MB', unit: 'of RSS', numeric: true, of: (group) => number(figureOfGroup(group, 'perMegabyte')) },
    { head: 'Failures', unit: 'requests', numeric: true, of: ({ stage }) => count(stage.failures) },
  ]);
}

/** @param {StageOfRounds} stage @returns {string} range of the rounds; what the compilers took besides, where it is known */
function cpuNote(stage) {
  const { compilerCpuPer1000: compilers, cpuPer1000Range } = stage;
  return [rangeText(stage, cpuPer1000Range), compilers === null ? '' : `compilers +${number(compilers)}`].filter(Boolean).join('; ');
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per number of users and target */
export function levelsTable(figures, scenario) {
  const { run } = figures;
  const groups = groupsOf(figures, scenario);
  const rows = levelsOf(run, scenario).flatMap((users) =>
    groups.flatMap(({ target, levels }) => levels.filter(({ vus }) => vus === users).map((level) => ({ ...level, target }))),
  );
  return tableOf(`${scenario}: by the number of users, all rounds together`, /** @type {LevelRow[]} */ (rows), [
    { head: 'Users', numeric: true, of: ({ vus }) => count(vus) },
    {
      ...{ head: 'Target', rowHead: true },
      of: ({ target, ...level }) => ({ text: run.catalogue.targets[target].label, target, note: stateText(level) }),
    },
    { head: 'Throughput', unit: 'requests/s', numeric: true, of: ({ stage }) => number(stage.rps) },
    { head: 'Failures', unit: 'requests', numeric: true, of: ({ stage }) => count(stage.failures) },
    ...LATENCIES.map((name) => ({
      ...{ head: name, unit: 'ms', numeric: true },
      of: (/** @type {LevelRow} */ { stage }) => number(stage.latency[name]),
    })),
    { head: 'CPU', unit: 'cores', numeric: true, of: ({ stage }) => fixed(stage.cpuCores, 2) },
    { head: 'CPU/1,000', unit: 's', numeric: true, of: ({ stage }) => number(stage.cpuPer1000) },
    { head: 'Threads', unit: 'max', numeric: true, of: ({ stage }) => count(stage.threadsMax) },
    { head: 'In flight', unit: 'max', numeric: true, of: ({ stage }) => count(stage.inFlightMax) },
    { head: 'Generator', unit: 'cores', numeric: true, of: ({ stage }) => fixed(stage.generatorCores, 2) },
    { head: 'Bottleneck', of: ({ stage }) => bottlenecksText(stage.bottlenecks) },
  ]);
}

/** @param {StageOfRounds['bottlenecks']} bottlenecks of the slices, the most frequent first */
function bottlenecksText(bottlenecks) {
  if (bottlenecks.length < 2) return bottleneckInTwoWords(bottlenecks[0]?.kind ?? null) || '–';
  const of = sum(bottlenecks.map(({ slices }) => slices));
  return bottlenecks.map(({ kind, slices }) => `${bottleneckInTwoWords(kind)} (${slices} of ${of})`).join(', ');
}
