import { list, plural } from '../util/text.js';
import { doubts } from './findings.js';
import { comparisonAtLevel, isOfBlocks, usersOf } from './level.js';
import { ACTIONS, bottleneckText, cpuBottlenecks } from './words/bottleneck.js';
import { namesOf } from './words/names.js';
import {
  becauseText,
  factor,
  isDecided,
  mostDifference,
  noDifferenceText,
  notComparedText,
  sampleText,
  verdictText,
} from './words/verdicts.js';

/**
 * What a person can act on: one paragraph per scenario, from the verdicts of its blocks or else at the last stage, the bottlenecks there, and the
 * doubts about exactly these figures.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Comparison} Comparison
 * @typedef {import('../analyse/findings/types.js').Finding} Finding
 * @typedef {import('../analyse/statistics/verdict.js').Metric} Metric
 */

/**
 * @param {Figures} figures
 * @param {string} scenario
 * @returns {string}
 */
export function paragraph(figures, scenario) {
  return [conclusion(figures, scenario), ...doubtsOf(figures, scenario)].join(' ');
}

/** @param {Figures} figures @param {string} scenario @returns {string} the same without the doubts */
export function conclusion(figures, scenario) {
  if (isUnmeasured(figures, scenario)) return 'Nothing of this scenario was measured to its end, so nothing can be concluded.';
  return [throughput(figures, scenario), cpu(figures, scenario), ...bottlenecks(figures, scenario)]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

/** @param {Figures} figures @param {string} scenario @returns {string[]} sentences; none where there is nothing to doubt */
export function doubtsOf(figures, scenario) {
  return isUnmeasured(figures, scenario) ? [] : doubts(figures, scenario);
}

/** @param {Figures} figures @param {string} scenario */
function isUnmeasured({ findings }, scenario) {
  return findings.some((finding) => finding.kind === 'nothing-measured' && finding.scenario === scenario);
}

/** @param {Figures} figures @param {string} scenario */
function throughput(figures, scenario) {
  const { run, baseline } = figures;
  const compared = against(figures, scenario, 'throughput');
  const vus = usersOf(figures, scenario);
  const at = isOfBlocks(figures, scenario) ? `At ${plural(vus, 'user')}` : `At ${vus} VUs`;
  const base = namesOf(run).label(baseline);
  if (compared.length === 0) return `${at} nothing can be compared with ${base}.`;
  return `${at}, in requests/s against ${base}: ${[verdictsText(compared), ...notCompared(figures, scenario)].join('; ')}.`;
}

/** @param {Figures} figures @param {string} scenario @returns {string[]} who is not compared although it was measured */
function notCompared({ run, findings }, scenario) {
  const stage = run.stages.length - 1;
  return findings.flatMap((finding) => {
    if (finding.kind !== 'not-compared' || finding.scenario !== scenario || finding.stage !== stage || finding.metric !== 'throughput')
      return [];
    if (finding.why.kind === 'not recorded') return [];
    return [`${namesOf(run).label(finding.target)} is not compared (${notComparedText(finding.why)})`];
  });
}

/** @param {Figures} figures @param {string} scenario */
function cpu(figures, scenario) {
  const compared = against(figures, scenario, 'cpu');
  return compared.length > 0 ? `CPU per request: ${verdictsText(compared)}.` : null;
}

/** @typedef {{name: string, comparison: Comparison}} Named */

/** @param {Figures} figures @param {string} scenario @param {Metric} metric @returns {Named[]} */
function against(figures, scenario, metric) {
  const { label } = namesOf(figures.run);
  return figures.run.targets.flatMap((target) => {
    const comparison = comparisonAtLevel(figures, { scenario, target, metric });
    return comparison ? [{ name: label(target), comparison }] : [];
  });
}

/** @param {Named[]} compared @returns {string} verdicts, then those without a difference, then those that have too few rounds for either */
function verdictsText(compared) {
  const of = (/** @type {(comparison: Comparison) => boolean} */ wanted) => compared.filter(({ comparison }) => wanted(comparison));
  const named = (/** @type {Named[]} */ some) => list(some.map(({ name, comparison }) => `${name} ${verdictText(comparison)}`));
  const parts = [
    named(of(isDecided)),
    noDifference(of(({ kind, because }) => kind === 'same' && because === null)),
    named(of(({ kind, because }) => kind === 'same' && because !== null)),
    ...tooFewRounds(of(({ kind }) => kind === 'indicative')),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** @param {Named[]} same their intervals hold 1 @returns {string} 'no difference larger than ±11 % for A and B (~)' */
function noDifference(same) {
  if (same.length === 0) return '';
  const most = Math.max(...same.map(({ comparison }) => mostDifference(comparison) ?? 0));
  return `${noDifferenceText(most)} for ${list(same.map(({ name }) => name))} (~)`;
}

/** @param {Named[]} few @returns {string[]} those whose ratio cannot be relied on by themselves, with the reason */
function tooFewRounds(few) {
  const reasons = [...new Set(few.map(({ comparison }) => comparison.because))];
  return reasons.map((because) => {
    const alike = few.filter(({ comparison }) => comparison.because === because);
    const fewest = alike.reduce((least, each) => (each.comparison.rounds < least.comparison.rounds ? each : least)).comparison;
    const why = because === null ? 'no verdict' : `no verdict; ${becauseText(because)}`;
    return `indicative only (${sampleText(fewest)}, ${why}): ${list(alike.map(({ name, comparison }) => `${name} ×${factor(comparison.ratio)}`))}`;
  });
}

/** @param {Figures} figures @param {string} scenario @returns {string[]} like ones together */
function bottlenecks({ run, findings }, scenario) {
  const { label } = namesOf(run);
  const own = findings.flatMap((finding) => (finding.kind === 'bottleneck' && finding.scenario === scenario ? [finding] : []));
  const kinds = [...new Set(own.map(({ bottleneck }) => bottleneck.kind))];
  return kinds.map((kind) => {
    const same = own.filter(({ bottleneck }) => bottleneck.kind === kind);
    const share = (/** @type {typeof own[number]} */ { seen }) =>
      seen && seen.slices < seen.of ? `in ${seen.slices} of ${seen.of} slices` : null;
    if (kind === 'target CPU' && same.length > 1) {
      const names = same.map((each) => (share(each) ? `${label(each.target)} (${share(each)})` : label(each.target)));
      return `${cpuBottlenecks(names)} ${ACTIONS[kind]}`;
    }
    const sentences = same.map((each) => {
      const sentence = bottleneckText(each.bottleneck, label(each.target));
      return share(each) ? `${sentence} (That was so ${share(each)}.)` : sentence;
    });
    return `${sentences.join(' ')} ${ACTIONS[kind]}`;
  });
}
