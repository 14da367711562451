import { generatorCores } from '../../analyse/cell/shares.js';
import { count, fixed, mebibytes, number, plural, span } from '../../util/text.js';
import { unfitReason } from '../../record/fits.js';
import { blockGroupsOf, isOfBlocks, measuredOf, sampleOf, usersOf } from '../level.js';
import { figureAtLevel } from '../verdicts/figures.js';
import { sampleText } from '../words/verdicts.js';

/**
 * The tables of the report, independent of how they are drawn.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../level.js').Measured} Measured
 * @typedef {{text: string, note?: string, target?: string, decided?: boolean, struck?: boolean}} Cell
 *   `note`: smaller, below; `target`: the name of a target, drawn with its symbol; `decided`: a verdict that is one;
 *   `struck`: a figure that must not be read as one
 * @typedef {{head: string, unit?: string, numeric?: boolean, rowHead?: boolean, target?: string}} Column
 * @typedef {{caption: string, columns: Column[], rows: Cell[][]}} Table
 */

/** Of a target whose cell failed or was never run. */
const NOT_OK = 'cell not ok';

/** @param {Pick<Figures, 'groups'>} figures @param {string} scenario @returns {Group[]} in the order of the targets */
export function groupsOf({ groups }, scenario) {
  return groups.filter((group) => group.scenario === scenario);
}

/** @param {Figures} figures @returns {Table} scenarios × targets: throughput of the blocks, or else at the highest stage */
export function matrix(figures) {
  const { run } = figures;
  return {
    caption: `Successful requests/s on the plateau${levelText(figures)}; below: range of the rounds, and failures`,
    columns: [
      { head: 'Scenario', rowHead: true },
      ...run.targets.map((target) => ({ head: run.catalogue.targets[target].label, unit: 'requests/s', numeric: true, target })),
    ],
    rows: run.scenarios.map((scenario) => {
      return [scenarioCell(figures, scenario), ...run.targets.map((target) => matrixCell(figures, scenario, target))];
    }),
  };
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
  const own = measuredOf(figures, scenario).find((each) => each.target === target);
  const notes = [own?.ranges ? span(own.ranges.rps) : null, ...notOkNotes(figures, group)];
  return { text: number(own?.stage?.rps), note: notes.filter((note) => note !== null).join('; '), target };
}

/** @param {Figures} figures @param {Group} group @returns {(string | null)[]} what is missing, void or failed */
function notOkNotes(figures, group) {
  const { scenario, target, cell, isVoid, failures } = group;
  const ofBlocks = blockGroupsOf(figures, scenario).find((each) => each.target === target);
  const isLevelVoid = ofBlocks ? ofBlocks.isVoid : isVoid;
  return [
    cell === null ? NOT_OK : null,
    isLevelVoid ? 'void' : null,
    ofBlocks && ofBlocks.voided.length > 0 && !ofBlocks.isVoid ? `without ${plural(ofBlocks.voided.length, 'void slice')}` : null,
    failuresOf(failures, ofBlocks) > 0 ? plural(failuresOf(failures, ofBlocks), 'failure') : null,
  ];
}

/** @param {number | null} ofCells @param {import('../../analyse/types.js').BlockGroup} [ofBlocks] @returns {number} in cells and slices together */
function failuresOf(ofCells, ofBlocks) {
  return (ofCells ?? 0) + (ofBlocks?.stage.failures ?? 0);
}

/** @param {Figures['run']} run @param {string} scenario @param {string} target @returns {Cell} of a pair that is not measured */
export function unfitCell(run, scenario, target) {
  return { text: '–', note: `not measured: ${unfitReason(run.catalogue, target, scenario)}`, target };
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per target */
export function targetsTable(figures, scenario) {
  const vus = usersOf(figures, scenario);
  const at = isOfBlocks(figures, scenario) ? 'in blocks' : `at ${vus} VUs`;
  return {
    caption: isOfBlocks(figures, scenario)
      ? `${scenario}: throughput and resources; all blocks together, at ${plural(vus, 'user')}`
      : `${scenario}: throughput and resources, all rounds together`,
    columns: [
      { head: 'Target', rowHead: true },
      { head: `Throughput ${at}`, unit: 'requests/s', numeric: true },
      { head: `CPU per 1,000 requests ${at}`, unit: 's', numeric: true },
      { head: `CPU ${at}`, unit: 'cores', numeric: true },
      { head: 'Throttled', unit: '% of periods', numeric: true },
      { head: 'Threads, max', unit: 'platform', numeric: true },
      { head: 'In flight, max', unit: 'requests', numeric: true },
      { head: 'Heap, max', unit: 'MiB', numeric: true },
      { head: 'RSS, max', unit: 'MiB', numeric: true },
      { head: 'Requests/s per MB', unit: 'of RSS', numeric: true },
      { head: 'Failures', unit: 'requests', numeric: true },
      { head: 'Unanswered', unit: 'iterations', numeric: true },
    ],
    rows: groupsOf(figures, scenario).map((group) => targetRow(figures, group)),
  };
}

/** @param {Figures} figures @param {Group} group @returns {Cell[]} */
function targetRow(figures, group) {
  const { scenario, target } = group;
  const measured = measuredOf(figures, scenario).find((each) => each.target === target);
  const level = measured?.stage;
  const ofBlocks = blockGroupsOf(figures, scenario).find((each) => each.target === target);
  const { throttledShare, threadsMax, inFlightMax, heapMaxBytes, rssMaxBytes } = ofBlocks?.stage ?? group.overall;
  return [
    { text: figures.run.catalogue.targets[target].label, target, note: ofBlocks ? blocksNote(ofBlocks) : cellNote(group) },
    { text: number(level?.rps), note: measured?.ranges ? span(measured.ranges.rps) : '' },
    { text: number(level?.cpuPer1000), note: cpuNote(measured) },
    { text: fixed(level?.cpuCores, 2) },
    { text: fixed(throttledShare === null ? null : throttledShare * 100, 1) },
    { text: count(threadsMax) },
    { text: count(inFlightMax) },
    { text: mebibytes(heapMaxBytes) },
    { text: mebibytes(rssMaxBytes) },
    { text: number(figureAtLevel(figures, measured, 'perMegabyte')) },
    { text: group.failures === null && !ofBlocks ? count(null) : count(failuresOf(group.failures, ofBlocks)) },
    { text: count(group.unanswered) },
  ];
}

/** @param {Measured | undefined} measured @returns {string} range of the rounds; what the compilers took besides, where it is known */
function cpuNote(measured) {
  const range = measured?.ranges ? span(measured.ranges.cpuPer1000) : '';
  const compilers = measured?.stage?.compilerCpuPer1000;
  return [range, compilers === null || compilers === undefined ? '' : `compilers +${number(compilers)}`].filter(Boolean).join('; ');
}

/** @param {import('../../analyse/types.js').BlockGroup} group */
function blocksNote({ isVoid, good, slices }) {
  if (isVoid) return 'void';
  return good.length < slices.length ? `${good.length} of ${plural(slices.length, 'slice')}` : '';
}

/** @param {Group} group */
function cellNote({ cell, isVoid }) {
  if (isVoid) return 'void';
  return cell === null ? NOT_OK : '';
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per stage and target, and per target with blocks */
export function stagesTable(figures, scenario) {
  const { run } = figures;
  const numeric = (/** @type {string} */ head, /** @type {string} */ unit) => ({ head, unit, numeric: true });
  return {
    caption: `${scenario}: every stage${isOfBlocks(figures, scenario) ? ', and the blocks' : ''}, all rounds together`,
    columns: [
      { head: 'Stage', unit: 'VUs', numeric: true },
      { head: 'Target', rowHead: true },
      numeric('Throughput', 'requests/s'),
      numeric('Rounds', 'requests/s'),
      numeric('Successes', 'requests'),
      numeric('Failures', 'requests'),
      ...['min', 'mean', 'p50', 'p95', 'p99', 'max'].map((name) => numeric(name, 'ms')),
      numeric('CPU', 'cores'),
      numeric('CPU/1,000', 's'),
      numeric('Threads', 'max'),
      numeric('In flight', 'max'),
      numeric('Generator', 'cores'),
    ],
    rows: [
      ...run.stages.flatMap(({ vus }, index) =>
        groupsOf(figures, scenario).map((group) => {
          const stage = group.stages[index];
          const generator = stage && generatorCores(stage.processCores);
          return stageRow(run, group, { level: { text: count(vus) }, stage, range: '', generator });
        }),
      ),
      ...blockGroupsOf(figures, scenario).map((group) => {
        const { stage } = group;
        const range = stage.rounds > 1 ? span(stage.rpsRange) : '';
        return stageRow(run, group, { level: { text: count(stage.vus), note: 'blocks' }, stage, range, generator: stage.generatorCores });
      }),
    ],
  };
}

/**
 * @param {Figures['run']} run
 * @param {Pick<Group, 'target' | 'isVoid'>} group
 * @param {{ level: Cell, stage: Measured['stage'], range: string, generator: number | null | undefined }} row `range` of the rounds; `generator`: its cores
 * @returns {Cell[]}
 */
function stageRow(run, { target, isVoid }, { level, stage, range, generator }) {
  const latency = stage?.latency;
  return [
    level,
    { text: run.catalogue.targets[target].label, target, ...(isVoid ? { note: 'void' } : {}) },
    { text: number(stage?.rps) },
    { text: range },
    { text: count(stage?.successes) },
    { text: count(stage?.failures) },
    ...[latency?.min, latency?.mean, latency?.p50, latency?.p95, latency?.p99, latency?.max].map((ms) => ({ text: number(ms) })),
    { text: fixed(stage?.cpuCores, 2) },
    { text: number(stage?.cpuPer1000) },
    { text: count(stage?.threadsMax) },
    { text: count(stage?.inFlightMax) },
    { text: fixed(generator, 2) },
  ];
}
