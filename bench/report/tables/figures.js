import { count, fixed, mebibytes, number, plural, span } from '../../util/text.js';
import { unfitReason } from '../../record/fits.js';
import { namesOf } from '../words/names.js';
import { voidText } from '../words/void.js';

/**
 * The tables of the report, independent of how they are drawn.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../analyse/types.js').StageOfRounds} StageOfRounds
 * @typedef {{text: string, note?: string, target?: string, decided?: boolean, struck?: boolean}} Cell
 *   `note`: smaller, below; `target`: the name of a target, drawn with its symbol; `decided`: a verdict that is one;
 *   `struck`: a figure that must not be read as one
 * @typedef {{head: string, unit?: string, numeric?: boolean, rowHead?: boolean, target?: string}} Column
 * @typedef {{caption: string, columns: Column[], rows: Cell[][]}} Table
 */

/** @param {Pick<Figures, 'groups'>} figures @param {string} scenario @returns {Group[]} in the order of the targets */
export function groupsOf({ groups }, scenario) {
  return groups.filter((group) => group.scenario === scenario);
}

/** @param {Figures} figures @returns {Table} scenarios × targets: throughput at the highest stage */
export function matrix(figures) {
  const { run } = figures;
  const { vus } = run.stages[run.stages.length - 1];
  return {
    caption: `Successful requests/s on the plateau at ${vus} VUs; below: range of the rounds, and failures`,
    columns: [
      { head: 'Scenario', rowHead: true },
      ...run.targets.map((target) => ({ head: run.catalogue.targets[target].label, unit: 'requests/s', numeric: true, target })),
    ],
    rows: run.scenarios.map((scenario) => {
      return [
        { text: scenario, note: run.catalogue.scenarios[scenario].does },
        ...run.targets.map((target) => matrixCell(run, scenario, target, groupsOf(figures, scenario))),
      ];
    }),
  };
}

/** @param {Figures['run']} run @param {string} scenario @param {string} target @param {Group[]} groups of the scenario @returns {Cell} */
function matrixCell(run, scenario, target, groups) {
  const group = groups.find((each) => each.target === target);
  if (!group) return unfitCell(run, scenario, target);
  const stage = lastStage(group);
  const notes = [
    stage && stage.rounds > 1 ? span(stage.rpsRange) : null,
    group.bad.length > 0 ? `${group.bad.length} of ${cellsOf(group)} cells not ok` : null,
    group.isVoid ? 'void' : null,
    group.voided.length > 0 && !group.isVoid ? `without ${plural(group.voided.length, 'void cell')}` : null,
    group.failures ? plural(group.failures, 'failure') : null,
  ];
  return { text: number(stage?.rps), note: notes.filter((note) => note !== null).join('; '), target: group.target };
}

/** @param {Figures['run']} run @param {string} scenario @param {string} target @returns {Cell} of a pair that is not measured */
export function unfitCell(run, scenario, target) {
  return { text: '–', note: `not measured: ${unfitReason(run.catalogue, target, scenario)}`, target };
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per target */
export function targetsTable(figures, scenario) {
  const { run } = figures;
  const { vus } = run.stages[run.stages.length - 1];
  return {
    caption: `${scenario}: the targets, all rounds together`,
    columns: [
      { head: 'Target', rowHead: true },
      { head: `Throughput at ${vus} VUs`, unit: 'requests/s', numeric: true },
      { head: 'Best stage', unit: 'requests/s', numeric: true },
      { head: `CPU per 1,000 requests at ${vus} VUs`, unit: 's', numeric: true },
      { head: `CPU at ${vus} VUs`, unit: 'cores', numeric: true },
      { head: 'Throttled', unit: '% of periods', numeric: true },
      { head: 'Threads, max', unit: 'platform', numeric: true },
      { head: 'In flight, max', unit: 'requests', numeric: true },
      { head: 'Heap, max', unit: 'MiB', numeric: true },
      { head: 'Failures', unit: 'requests', numeric: true },
      { head: 'Unanswered', unit: 'iterations', numeric: true },
    ],
    rows: groupsOf(figures, scenario).map((group) => targetRow(run, group)),
  };
}

/** @param {Figures['run']} run @param {Group} group @returns {Cell[]} */
function targetRow(run, group) {
  const last = lastStage(group);
  const best = bestStage(group);
  const { throttledShare, threadsMax, inFlightMax, heapMaxBytes } = group.overall;
  return [
    { text: run.catalogue.targets[group.target].label, target: group.target, note: roundsNote(group) },
    { text: number(last?.rps), note: last && last.rounds > 1 ? span(last.rpsRange) : '' },
    { text: number(best?.rps), note: best ? `at ${best.vus} VUs` : '' },
    { text: number(last?.cpuPer1000), note: last && last.rounds > 1 ? span(last.cpuPer1000Range) : '' },
    { text: fixed(last?.cpuCores, 2) },
    { text: fixed(throttledShare === null ? null : throttledShare * 100, 1) },
    { text: count(threadsMax) },
    { text: count(inFlightMax) },
    { text: mebibytes(heapMaxBytes) },
    { text: count(group.failures) },
    { text: count(group.unanswered) },
  ];
}

/** @param {Group} group */
function roundsNote(group) {
  if (group.isVoid) return 'void';
  return group.good.length < cellsOf(group) ? `${group.good.length} of ${cellsOf(group)} rounds` : '';
}

/** @param {Group} group @returns {number} its rounds: those that count, and those that failed, were never run or are void beside others that count */
export function cellsOf({ good, voided, bad, isVoid }) {
  return good.length + bad.length + (isVoid ? 0 : voided.length);
}

/** @param {Figures} figures @param {string} scenario @returns {Table} one row per stage and target */
export function stagesTable(figures, scenario) {
  const { run } = figures;
  const numeric = (/** @type {string} */ head, /** @type {string} */ unit) => ({ head, unit, numeric: true });
  return {
    caption: `${scenario}: every stage, all rounds together`,
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
    rows: run.stages.flatMap(({ vus }, index) =>
      groupsOf(figures, scenario).map((group) => stageRow(run, group, vus, group.stages[index])),
    ),
  };
}

/** @param {Figures['run']} run @param {Group} group @param {number} vus @param {StageOfRounds} stage @returns {Cell[]} */
function stageRow(run, { target, isVoid }, vus, stage) {
  const { min, mean, p50, p95, p99, max } = stage.latency;
  return [
    { text: count(vus) },
    { text: run.catalogue.targets[target].label, target, ...(isVoid ? { note: 'void' } : {}) },
    { text: number(stage.rps) },
    { text: stage.rounds > 1 ? span(stage.rpsRange) : '' },
    { text: count(stage.successes) },
    { text: count(stage.failures) },
    ...[min, mean, p50, p95, p99, max].map((ms) => ({ text: number(ms) })),
    { text: fixed(stage.cpuCores, 2) },
    { text: number(stage.cpuPer1000) },
    { text: count(stage.threadsMax) },
    { text: count(stage.inFlightMax) },
    { text: fixed(stage.generatorCores, 2) },
  ];
}

/** @param {Figures} figures @returns {Table} one row per cell: how it was measured */
export function cellsTable(figures) {
  const agreement = /** @type {Record<string, string>} */ ({ true: 'equal', false: 'differ', null: '–' });
  const numeric = (/** @type {string} */ head, /** @type {string} */ unit) => ({ head, unit, numeric: true });
  return {
    caption: 'Every cell, in order of execution',
    columns: [
      numeric('Order', ''),
      { head: 'Cell', rowHead: true },
      { head: 'State' },
      numeric('k6', 'requests'),
      numeric('http.hlog', 'requests'),
      numeric('InfluxDB', 'requests'),
      { head: 'Counts' },
      numeric('After the last stage', 'requests'),
      numeric('Scrapes', 'of expected'),
      numeric('Slowest scrape', 'ms'),
      { head: 'Warm-up' },
      { head: 'JVM restarted before' },
      { head: 'Why void, failed or in doubt' },
    ],
    rows: figures.cells.map((cellFigures) => {
      const { planned, state, reason, cell, afterLastStage, missing, voids } = cellFigures;
      const failedChecks = (cell?.checks ?? []).filter(({ ok }) => !ok).map(({ name, detail }) => `${name} (${detail})`);
      return [
        { text: count(planned.order) },
        { text: namesOf(figures.run).cell(planned), target: planned.target },
        { text: voids.length > 0 ? 'void' : state },
        { text: count(cell?.counts?.k6) },
        { text: count(cell?.counts?.hlog) },
        { text: count(cell?.counts?.influx) },
        { text: agreement[String(countsAgree(cellFigures))] },
        { text: count(afterLastStage && afterLastStage.successes + afterLastStage.failures) },
        { text: cell?.scrapes ? `${cell.scrapes.ok} of ${cell.scrapes.expected}` : '–' },
        { text: number(cell?.scrapes?.slowestMs) },
        { text: cell?.warmup ? `${number(cell.warmup.seconds)} s${steadyWords(cell.warmup.steady)}` : '' },
        { text: cell?.jvm?.restartedBefore ?? '' },
        { text: [reason, ...voids.map(voidText), ...failedChecks, ...missing].filter(Boolean).join('; ') },
      ];
    }),
  };
}

/**
 * @param {import('../../analyse/types.js').CellFigures} cell
 * @returns {boolean | null} do k6, http.hlog (as counted then and as read now) and InfluxDB agree; null where nothing was counted
 */
function countsAgree({ cell, hlogTotal }) {
  if (!cell?.counts) return null;
  const { k6, hlog, influx } = cell.counts;
  const known = [k6, hlog, influx, hlogTotal].filter((each) => each !== null);
  return known.every((each) => each === known[0]);
}

/** @param {boolean | undefined} steady undefined: no warm-up */
function steadyWords(steady) {
  if (steady === undefined) return '';
  return steady ? ', steady' : ', never steady';
}

/** @param {Group} group @returns {StageOfRounds | undefined} */
function lastStage(group) {
  return group.stages[group.stages.length - 1];
}

/** @param {Group} group @returns {StageOfRounds | null} */
function bestStage({ stages }) {
  const known = stages.filter(({ rps }) => rps !== null);
  return known.length > 0 ? known.reduce((best, stage) => (Number(stage.rps) > Number(best.rps) ? stage : best)) : null;
}
