import { targetShare } from '../../analyse/bottleneck/observations.js';
import { groupOfPair } from '../../analyse/findings/scopes.js';
import { mean, present } from '../../util/math.js';
import { count, mebibytes, number, percent, plural } from '../../util/text.js';
import { tableOf } from '../tables/table.js';
import { bottleneckText, cpuBottlenecks } from '../words/bottleneck.js';
import { measuredText, oursText, whyText } from '../words/studies.js';

/**
 * The tables of a study's page.
 *
 * @typedef {import('../tables/table.js').Table} Table
 * @typedef {import('../tables/table.js').Cell} Cell
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../studies/types.js').Study} Study
 * @typedef {import('../../studies/types.js').StudyRun} StudyRun
 * @typedef {import('../../studies/types.js').Figure} Figure
 * @typedef {import('../../studies/types.js').Quantity} Quantity
 * @typedef {import('../../studies/judging/judge.js').JudgedConclusion} JudgedConclusion
 * @typedef {{ plan: StudyRun, figures: Figures }} MeasuredRun
 * @typedef {{ study: Study, runs: MeasuredRun[], conclusions: JudgedConclusion[] }} StudyResult `runs`: those that were measured
 */

const QUANTITIES = /** @type {Record<Quantity, { head: string, unit: string, ours: (group: Group, run: Figures['run']) => string }>} */ ({
  rps: { head: 'Requests', unit: 'per second', ours: ({ stage }) => `${number(stage.rps)}/s` },
  requests: {
    head: 'Answered',
    unit: 'requests in a slice',
    ours: ({ good }) => count(mean(present(good.map(({ stage }) => stage.successes)))),
  },
  latency: { head: 'Latency', unit: 'mean', ours: ({ stage }) => `${number(stage.latency.mean)} ms` },
  threads: { head: 'Threads', unit: 'platform, maximum', ours: ({ stage }) => count(stage.threadsMax) },
  cpu: { head: 'CPU', unit: 'of its limit', ours: ({ stage }, run) => cpuText(stage.cpuCores, run) },
  memory: { head: 'Memory', unit: 'ours: heap, maximum', ours: ({ stage }) => `${mebibytes(stage.heapMaxBytes)} MiB` },
});

/** @type {Set<import('../../studies/judging/judgement.js').Why['kind']>} what leaves a claim open that has fewer rounds than a verdict takes */
const TOO_FEW_ROUNDS = new Set(['too close', 'unexplained', 'cold']);

/** @param {StudyResult[]} results @returns {string} '20 published conclusions: 9 hold, 4 do not hold, 7 undecided (5 with too few rounds for a verdict)' */
export function tallyText(results) {
  const all = results.flatMap(({ conclusions }) => conclusions);
  const [holding, refuted, open] = ['holds', 'does not hold', 'cannot tell'].map((each) => all.filter(({ outcome }) => outcome === each));
  const early = open.filter(({ claims }) => claims.some(({ outcome, why }) => outcome === 'cannot tell' && TOO_FEW_ROUNDS.has(why.kind)));
  const texts = [
    holding.length > 0 && `${holding.length} ${holding.length === 1 ? 'holds' : 'hold'}`,
    refuted.length > 0 && `${refuted.length} ${refuted.length === 1 ? 'does' : 'do'} not hold`,
    open.length > 0 && `${open.length} undecided${early.length > 0 ? ` (${early.length} with too few rounds for a verdict)` : ''}`,
  ];
  return `${plural(all.length, 'published conclusion')}: ${texts.filter(Boolean).join(', ')}`;
}

/** @param {StudyResult} result @returns {Table} a row per conclusion */
export function conclusionsTable({ study, conclusions }) {
  return tableOf(`${study.id}: published conclusions, and what is measured now`, conclusions, [
    { head: 'Theirs', rowHead: true, of: ({ text }) => text },
    { head: 'Ours', of: figuresText },
    {
      head: 'Verdict',
      of: ({ outcome, indicative }) => ({ text: outcome, note: indicative ? 'indicative' : '', decided: outcome !== 'cannot tell' }),
    },
    { head: 'Why', of: reasonsText },
  ]);
}

/** @param {JudgedConclusion} conclusion */
function figuresText({ claims }) {
  const texts = scenariosOf(claims).map((scenario, _, all) => {
    const ours = claims.filter(({ claim }) => claim.scenario === scenario).flatMap((claim) => claim.ours.map(oursText));
    return ours.length > 0 && all.length > 1 ? `${scenario}: ${[...new Set(ours)].join(', ')}` : [...new Set(ours)].join(', ');
  });
  return texts.filter(Boolean).join('; ') || '–';
}

/** @param {JudgedConclusion['claims']} claims */
function scenariosOf(claims) {
  return [...new Set(claims.map(({ claim }) => claim.scenario))];
}

/** @param {JudgedConclusion} conclusion @returns {string} claims that were decided alike stand together, and first those that decided it */
function reasonsText({ outcome, claims }) {
  const several = scenariosOf(claims).length > 1;
  const ordered = [...claims.filter((claim) => claim.outcome === outcome), ...claims.filter((claim) => claim.outcome !== outcome)];
  const reasons = [...new Set(ordered.map((claim) => reasonKey(claim)))].map((key) => {
    const alike = claims.filter((claim) => reasonKey(claim) === key);
    const measured = alike.flatMap((judged) =>
      judged.measured ? `${several ? `${judged.claim.scenario} ` : ''}${measuredText(judged.measured)}` : [],
    );
    const prefix = alike[0].outcome === outcome ? '' : `${alike[0].outcome}: `;
    const what = several && measured.length === 0 ? scenariosOf(alike).join(', ') : measured.join(', ');
    return `${prefix}${[what, whyText(alike[0].why)].filter(Boolean).join(': ')}`;
  });
  return [`${reasons.join('; ')}.`, ...bottlenecksText(claims)].join(' ');
}

/** @param {JudgedConclusion['claims'][number]} claim */
function reasonKey({ outcome, why }) {
  return `${outcome} ${whyText(why)}`;
}

/** @param {JudgedConclusion['claims']} claims @returns {string[]} of the slower ones; those that had no CPU left in one sentence */
function bottlenecksText(claims) {
  const all = claims.flatMap((claim) => claim.bottleneck ?? []);
  const byCpu = [...new Set(all.filter(({ bottleneck }) => bottleneck.kind === 'target CPU').map(({ label }) => label))];
  const others = all.filter(({ bottleneck }) => bottleneck.kind !== 'target CPU');
  const sentences = new Set(others.map(({ bottleneck, label }) => bottleneckText(bottleneck, label)));
  return [...sentences, ...(byCpu.length > 0 ? [cpuBottlenecks(byCpu)] : [])];
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
    return ['theirs', 'ours'].map((whose, index) => ({
      ...{ head: `${head}, ${whose}`, unit, numeric: true },
      of: (/** @type {Figure} */ figure) => pair(study, runs, figure, name)[index],
    }));
  });
  const caption = `${study.id}: published numbers beside ours, for orientation only: machines and versions differ. A figure that is struck out is discarded`;
  return tableOf(caption, figures, [
    { head: 'Case', rowHead: true, of: (figure) => ({ text: figure.label, ...targetIn(runs, figure) }) },
    ...columns,
  ]);
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
  const group = found && groupOfPair(found.figures, figure);
  if (!group || group.slices.length === 0) return [theirs, { text: '–', note: 'not measured' }];
  const text = QUANTITIES[name].ours(group, found.figures.run);
  return [theirs, { text, struck: group.isDiscarded, note: group.isDiscarded ? 'discarded' : '' }];
}

/** @param {number | null} cores @param {Figures['run']} run */
function cpuText(cores, { limits }) {
  const share = targetShare(limits);
  return cores === null || share === null ? '–' : percent(cores / share);
}
