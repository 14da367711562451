import { count, mebibytes, number, percent } from '../format.js';

/**
 * What the page of a study says, as tables.
 *
 * @typedef {import('../tables.js').Table} Table
 * @typedef {import('../tables.js').Cell} Cell
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../studies/types.js').Study} Study
 * @typedef {import('../../studies/types.js').StudyRun} StudyRun
 * @typedef {import('../../studies/types.js').Figure} Figure
 * @typedef {import('../../studies/types.js').Quantity} Quantity
 * @typedef {import('../../studies/judge.js').JudgedConclusion} JudgedConclusion
 * @typedef {{ plan: StudyRun, figures: Figures }} MeasuredRun
 * @typedef {{ study: Study, runs: MeasuredRun[], conclusions: JudgedConclusion[] }} StudyResult `runs`: those that were measured
 */

const QUANTITIES = /** @type {Record<Quantity, { head: string, unit: string, ours: (group: Group, run: Figures['run']) => string }>} */ ({
  rps: { head: 'Requests', unit: 'per second, last stage', ours: (group) => `${number(last(group)?.rps)}/s` },
  requests: { head: 'Answered', unit: 'requests in the stage', ours: (group) => count(last(group)?.successesPerRound) },
  latency: { head: 'Latency', unit: 'mean', ours: (group) => `${number(last(group)?.latency.mean)} ms` },
  threads: { head: 'Threads', unit: 'platform, most', ours: (group) => count(group.overall.threadsMax) },
  cpu: { head: 'CPU', unit: 'of its limit', ours: (group, run) => cpuText(last(group)?.cpuCores, run) },
  memory: { head: 'Memory', unit: 'ours: heap, most', ours: (group) => `${mebibytes(group.overall.heapMaxBytes)} MiB` },
});

/** @param {StudyResult} result @returns {Table} a row per conclusion */
export function conclusionsTable({ study, conclusions }) {
  return {
    caption: `${study.id}: what was concluded then, and what is measured now`,
    columns: [{ head: 'Theirs', rowHead: true }, { head: 'Ours' }, { head: 'Verdict' }, { head: 'Why' }],
    rows: conclusions.map((conclusion) => [
      { text: conclusion.text },
      { text: oursText(conclusion) },
      { text: conclusion.outcome, note: conclusion.indicative ? 'indicative' : '', decided: conclusion.outcome !== 'cannot tell' },
      { text: whyText(conclusion) },
    ]),
  };
}

/** @param {JudgedConclusion} conclusion */
export function oursText({ claims }) {
  return [...new Set(claims.map(({ ours }) => ours))].join('; ');
}

/** @param {JudgedConclusion} conclusion @returns {string} the claims that decided it; where they are several, each with its own outcome */
export function whyText({ claims }) {
  if (claims.length === 1) return claims[0].reason;
  return claims.map(({ outcome, reason }, index) => `(${index + 1}) ${outcome}: ${reason}`).join(' ');
}

/** @param {StudyResult} result @returns {Table | null} published numbers beside ours; null where only an order was published */
export function figuresTable({ study, runs }) {
  const { figures } = study;
  const quantities = /** @type {Quantity[]} */ (Object.keys(QUANTITIES)).filter((name) =>
    figures.some(({ theirs }) => theirs[name] !== undefined),
  );
  if (quantities.length === 0) return null;
  const columns = quantities.flatMap((name) => {
    const { head, unit } = QUANTITIES[name];
    return [
      { head: `${head}, theirs`, unit, numeric: true },
      { head: `${head}, ours`, unit, numeric: true },
    ];
  });
  return {
    caption: `${study.id}: published numbers beside ours; other machines, other versions: for orientation. A figure that is struck out is void`,
    columns: [{ head: 'Case', rowHead: true }, ...columns],
    rows: figures.map((figure) => [
      { text: figure.label, ...targetIn(runs, figure) },
      ...quantities.flatMap((name) => pair(study, runs, figure, name)),
    ]),
  };
}

/** @param {MeasuredRun[]} runs @param {Figure} figure @returns {{ target?: string }} only where the page has its symbol */
function targetIn(runs, { target }) {
  return runs.some(({ figures }) => figures.run.catalogue.targets[target]) ? { target } : {};
}

/** @param {Study} study @param {MeasuredRun[]} runs @param {Figure} figure @param {Quantity} name @returns {Cell[]} theirs and ours */
function pair(study, runs, figure, name) {
  const published = figure.theirs[name];
  const theirs = {
    text: published ?? '–',
    struck: published !== undefined && figure.flaw !== undefined,
    note: published ? (figure.flaw ?? '') : '',
  };
  const found = runs.find(({ plan }) => plan.name === (figure.run ?? study.runs[0].name));
  const group = found?.figures.groups.find(({ scenario, target }) => scenario === figure.scenario && target === figure.target);
  if (!found || !group || group.good.length === 0) return [theirs, { text: '–', note: 'not measured' }];
  return [theirs, { text: QUANTITIES[name].ours(group, found.figures.run), struck: group.isVoid, note: group.isVoid ? 'void' : '' }];
}

/** @param {Group} group */
function last({ stages }) {
  return stages.at(-1);
}

/** @param {number | null | undefined} cores @param {Figures['run']} run */
function cpuText(cores, { limits }) {
  return cores === null || cores === undefined || !limits?.targetCpus ? '–' : percent(cores / limits.targetCpus);
}
