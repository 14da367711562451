import { blocksOf } from '../../analyse/findings/scopes.js';
import { generatorCores } from '../../analyse/cell/shares.js';
import { count, fixed, mebibytes, number, plural, span } from '../../util/text.js';
import { unfitReason } from '../../record/fits.js';
import { isOfBlocks, levelOf, sampleOf, usersOf } from '../level.js';
import { figureAtLevel } from '../verdicts/figures.js';
import { sampleText } from '../words/verdicts.js';
import { tableOf } from './table.js';

/**
 * The figures of a run.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../level.js').Measured} Measured
 * @typedef {import('./table.js').Cell} Cell
 * @typedef {import('./table.js').Column} Column
 * @typedef {import('./table.js').Table} Table
 * @typedef {{ target: string, isVoid: boolean, stage: Measured['stage'], level: Cell, range: string, generator: number | null | undefined }} StageRow
 */

/** Of a target whose cell failed or was never run. */
const NOT_OK = 'cell not ok';
const LATENCIES = /** @type {const} */ (['min', 'mean', 'p50', 'p95', 'p99', 'max']);

/** @param {Pick<Figures, 'groups'>} figures @param {string} scenario @returns {Group[]} in the order of the targets */
export function groupsOf({ groups }, scenario) {
  return groups.filter((group) => group.scenario === scenario);
}

/** @param {Figures} figures @returns {Table} scenarios × targets: throughput of the blocks, or else at the highest stage */
export function matrix(figures) {
  const { run } = figures;
  const caption = `Successful requests/s on the plateau${levelText(figures)}; below: range of the rounds, and failures`;
  return tableOf(caption, run.scenarios, [
    { head: 'Scenario', rowHead: true, of: (scenario) => scenarioCell(figures, scenario) },
    ...run.targets.map((target) => ({
      ...{ head: run.catalogue.targets[target].label, unit: 'requests/s', numeric: true, target },
      of: (/** @type {string} */ scenario) => matrixCell(figures, scenario, target),
    })),
  ]);
}

/** @param {Figures} figures @returns {string} ' at 300 VUs'; '' where scenarios have different numbers of users */
export function levelText(figures) {
  const { run, blocks } = figures;
  const [users, ...others] = new Set(run.scenarios.map((scenario) => usersOf(figures, scenario)));
  if (others.length > 0) return '';
  return blocks.length > 0 ? ` at ${plural(users, 'user')}` : ` at ${users} VUs`;
}

/** @param {Figures} figures @param {string} scenario @returns {Cell} with what it does and, in a run with blocks, what its verdicts are made of */
export function scenarioCell(figures, scenario) {
  const { does } = figures.run.catalogue.scenarios[scenario];
  if (figures.blocks.length === 0) return { text: scenario, note: does };
  const sample = isOfBlocks(figures, scenario) ? sampleText(sampleOf(figures, scenario)) : 'one staircase, no blocks';
  return { text: scenario, note: `${does}; ${plural(usersOf(figures, scenario), 'user')}, ${sample}` };
}

/** @param {Figures} figures @param {string} scenario @param {string} target @returns {Cell} */
function matrixCell(figures, scenario, target) {
  const group = groupsOf(figures, scenario).find((each) => each.target === target);
  if (!group) return unfitCell(figures.run, scenario, target);
  const own = levelOf(figures, group);
  const { isVoid, voided } = own?.blocks ?? { ...group, voided: [] };
  const failures = failuresOf(group, own) ?? 0;
  const notes = [
    own?.ranges ? span(own.ranges.rps) : null,
    group.cell === null ? NOT_OK : null,
    isVoid ? 'void' : null,
    voided.length > 0 && !isVoid ? `without ${plural(voided.length, 'void slice')}` : null,
    failures > 0 ? plural(failures, 'failure') : null,
  ];
  return { text: number(own?.stage?.rps), note: notes.filter((note) => note !== null).join('; '), target };
}

/** @param {Group} group @param {Measured | null} level @returns {number | null} in cells and slices together; null where neither was measured */
function failuresOf({ failures }, level) {
  const ofBlocks = level?.blocks;
  return failures === null && !ofBlocks ? null : (failures ?? 0) + (ofBlocks?.stage.failures ?? 0);
}

/** @param {Figures['run']} run @param {string} scenario @param {string} target @returns {Cell} of a pair that is not measured */
export function unfitCell(run, scenario, target) {
  return { text: '–', note: `not measured: ${unfitReason(run.catalogue, target, scenario)}`, target };
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per target */
export function targetsTable(figures, scenario) {
  const vus = usersOf(figures, scenario);
  const [at, made] = isOfBlocks(figures, scenario)
    ? ['in blocks', `; all blocks together, at ${plural(vus, 'user')}`]
    : [`at ${vus} VUs`, ', all rounds together'];
  const items = groupsOf(figures, scenario).map((group) => {
    const level = levelOf(figures, group);
    return { group, level, stage: level?.stage, overall: level?.blocks?.stage ?? group.overall };
  });
  return tableOf(`${scenario}: throughput and resources${made}`, items, [
    {
      ...{ head: 'Target', rowHead: true },
      of: ({ group, level }) => ({
        text: figures.run.catalogue.targets[group.target].label,
        target: group.target,
        note: noteOf(group, level),
      }),
    },
    {
      ...{ head: `Throughput ${at}`, unit: 'requests/s', numeric: true },
      of: ({ stage, level }) => ({ text: number(stage?.rps), note: level?.ranges ? span(level.ranges.rps) : '' }),
    },
    {
      ...{ head: `CPU per 1,000 requests ${at}`, unit: 's', numeric: true },
      of: ({ stage, level }) => ({ text: number(stage?.cpuPer1000), note: cpuNote(level) }),
    },
    { head: `CPU ${at}`, unit: 'cores', numeric: true, of: ({ stage }) => fixed(stage?.cpuCores, 2) },
    {
      ...{ head: 'Throttled', unit: '% of periods', numeric: true },
      of: ({ overall: { throttledShare } }) => fixed(throttledShare === null ? null : throttledShare * 100, 1),
    },
    { head: 'Threads, max', unit: 'platform', numeric: true, of: ({ overall }) => count(overall.threadsMax) },
    { head: 'In flight, max', unit: 'requests', numeric: true, of: ({ overall }) => count(overall.inFlightMax) },
    { head: 'Heap, max', unit: 'MiB', numeric: true, of: ({ overall }) => mebibytes(overall.heapMaxBytes) },
    { head: 'RSS, max', unit: 'MiB', numeric: true, of: ({ overall }) => mebibytes(overall.rssMaxBytes) },
    { head: 'Requests/s per MB', unit: 'of RSS', numeric: true, of: ({ level }) => number(figureAtLevel(level, 'perMegabyte')) },
    { head: 'Failures', unit: 'requests', numeric: true, of: ({ group, level }) => count(failuresOf(group, level)) },
    { head: 'Unanswered', unit: 'iterations', numeric: true, of: ({ group }) => count(group.unanswered) },
  ]);
}

/** @param {Measured | null} level @returns {string} range of the rounds; what the compilers took besides, where it is known */
function cpuNote(level) {
  const range = level?.ranges ? span(level.ranges.cpuPer1000) : '';
  const compilers = level?.stage?.compilerCpuPer1000 ?? null;
  return [range, compilers === null ? '' : `compilers +${number(compilers)}`].filter(Boolean).join('; ');
}

/** @param {Group} group @param {Measured | null} level @returns {string} what is missing or void */
function noteOf({ cell, isVoid }, level) {
  if ((level?.blocks ?? { isVoid }).isVoid) return 'void';
  if (!level?.blocks) return cell === null ? NOT_OK : '';
  const { good, slices } = level.blocks;
  return good.length < slices.length ? `${good.length} of ${plural(slices.length, 'slice')}` : '';
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per stage and target, and per target with blocks */
export function stagesTable(figures, scenario) {
  const { run } = figures;
  const ofStages = run.stages.flatMap(({ vus }, index) =>
    groupsOf(figures, scenario).map(({ target, isVoid, stages }) => {
      const generator = stages[index] && generatorCores(stages[index].processCores);
      return { target, isVoid, stage: stages[index], level: { text: count(vus) }, range: '', generator };
    }),
  );
  const ofBlocks = blocksOf(figures, scenario).map(({ target, isVoid, stage }) => {
    const range = stage.rounds > 1 ? span(stage.rpsRange) : '';
    return { target, isVoid, stage, level: { text: count(stage.vus), note: 'blocks' }, range, generator: stage.generatorCores };
  });
  const caption = `${scenario}: every stage${ofBlocks.length > 0 ? ', and the blocks' : ''}, all rounds together`;
  return tableOf(caption, /** @type {StageRow[]} */ ([...ofStages, ...ofBlocks]), [
    { head: 'Stage', unit: 'VUs', numeric: true, of: ({ level }) => level },
    {
      ...{ head: 'Target', rowHead: true },
      of: ({ target, isVoid }) => ({ text: run.catalogue.targets[target].label, target, ...(isVoid ? { note: 'void' } : {}) }),
    },
    { head: 'Throughput', unit: 'requests/s', numeric: true, of: ({ stage }) => number(stage?.rps) },
    { head: 'Rounds', unit: 'requests/s', numeric: true, of: ({ range }) => range },
    { head: 'Successes', unit: 'requests', numeric: true, of: ({ stage }) => count(stage?.successes) },
    { head: 'Failures', unit: 'requests', numeric: true, of: ({ stage }) => count(stage?.failures) },
    ...LATENCIES.map((name) => ({
      head: name,
      unit: 'ms',
      numeric: true,
      of: (/** @type {StageRow} */ { stage }) => number(stage?.latency[name]),
    })),
    { head: 'CPU', unit: 'cores', numeric: true, of: ({ stage }) => fixed(stage?.cpuCores, 2) },
    { head: 'CPU/1,000', unit: 's', numeric: true, of: ({ stage }) => number(stage?.cpuPer1000) },
    { head: 'Threads', unit: 'max', numeric: true, of: ({ stage }) => count(stage?.threadsMax) },
    { head: 'In flight', unit: 'max', numeric: true, of: ({ stage }) => count(stage?.inFlightMax) },
    { head: 'Generator', unit: 'cores', numeric: true, of: ({ generator }) => fixed(generator, 2) },
  ]);
}
