import { groupOfPair } from '../../analyse/findings/scopes.js';
import { unfitReason } from '../../record/fits.js';
import { comparedVus } from '../../record/run.js';
import { mean } from '../../util/math.js';
import { comparisonOf, whyNotCompared } from '../level.js';
import { COMPARED_METRICS, METRIC_WORDS, isJudged } from '../words/ratios/metrics.js';
import { absentText, becauseText, notComparedText } from '../words/verdicts.js';
import { discardName, discardText } from '../words/discarded.js';
import { figureOfGroup, roundFigures } from './figures.js';

/**
 * What a run says of each scenario, target and metric against the baseline: every form of the report is made of these rows.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../words/ratios/metrics.js').ComparedMetric} ComparedMetric
 * @typedef {import('../../analyse/bottleneck/bottleneck.js').Kind} BottleneckKind
 * @typedef {import('../../analyse/statistics/verdict.js').Kind | 'not judged' | 'not compared' | 'not measured' | 'discarded'} VerdictKind `same`: no difference was
 *   shown; `not judged`: the metric has no verdicts
 *
 * @typedef {object} Outcome of a comparison, or of none
 * @property {VerdictKind} verdict
 * @property {string | null} because a clause: why no difference is called one, or why there is no ratio
 * @property {import('../../analyse/statistics/verdict.js').Because | 'unfit' | null} reason the same as a word, where there is one; `unfit`: the target does not serve
 *   that scenario
 * @property {number | null} ratio
 * @property {number | null} low of the 95 % interval
 * @property {number | null} high
 * @property {[number, number] | null} rangeOfRounds smallest and largest ratio of a round; null with fewer than two
 * @property {number} rounds compared
 * @property {number | null} blocks compared; null where rounds are
 *
 * @typedef {object} OfPair
 * @property {string} scenario
 * @property {string} target
 * @property {string} baseline
 * @property {ComparedMetric} metric
 * @property {number} users
 * @property {number | null} figure
 * @property {number | null} baselineFigure
 * @property {string} unit
 * @property {BottleneckKind | null} bottleneck
 * @property {BottleneckKind | null} baselineBottleneck
 *
 * @typedef {OfPair & Outcome} VerdictRow
 */

/** @type {Outcome} */
const NONE = {
  ...{ verdict: 'not compared', because: null, reason: null, ratio: null, low: null, high: null },
  ...{ rangeOfRounds: null, rounds: 0, blocks: null },
};

/** @param {Figures} figures @returns {VerdictRow[]} of every scenario, target but the baseline, and metric */
export function verdictRows(figures) {
  return figures.run.scenarios.flatMap((scenario) => scenarioRows(figures, scenario));
}

/** @param {Figures} figures @param {string} scenario @returns {VerdictRow[]} of every target but the baseline, and metric */
export function scenarioRows(figures, scenario) {
  const others = figures.run.targets.filter((target) => target !== figures.baseline);
  return others.flatMap((target) => COMPARED_METRICS.map((metric) => verdictRow(figures, { scenario, target, metric })));
}

/** @param {Figures} figures @param {{ scenario: string, target: string, metric: ComparedMetric }} which @returns {VerdictRow} */
export function verdictRow(figures, which) {
  const { baseline } = figures;
  const { scenario, target, metric } = which;
  const [own, base] = [target, baseline].map((name) => groupOfPair(figures, { scenario, target: name }));
  return {
    ...{ scenario, target, baseline, metric, users: comparedVus(figures.run, scenario) },
    ...{ ...NONE, ...outcome(figures, which, own, base) },
    ...{ figure: figureOfGroup(own, metric), baselineFigure: figureOfGroup(base, metric), unit: METRIC_WORDS[metric].unit },
    bottleneck: bottleneckOf(figures, scenario, target),
    baselineBottleneck: bottleneckOf(figures, scenario, baseline),
  };
}

/**
 * @param {Figures} figures
 * @param {{ scenario: string, target: string, metric: ComparedMetric }} which
 * @param {Group | undefined} own
 * @param {Group | undefined} base
 * @returns {Partial<Outcome>}
 */
function outcome(figures, which, own, base) {
  const { run, baseline } = figures;
  const { scenario, target, metric } = which;
  if (!own) return { verdict: 'not measured', because: unfitReason(run.catalogue, target, scenario), reason: 'unfit' };
  if (own.slices.length === 0) return { verdict: 'not measured', because: absentText('no result') };
  // Where other processes disturbed all slices, CPU per request may still be compared.
  if (own.isDiscarded && metric === 'throughput') return { verdict: 'discarded', because: discardText(own.discarded[0].discardedFor[0]) };
  const comparison = comparisonOf(figures, which);
  if (comparison) return outcomeOf(comparison);
  if (own.isDiscarded) return { verdict: 'discarded', because: discardName(own.discarded[0].discardedFor[0]) };
  if (!base) return { because: unfitReason(run.catalogue, baseline, scenario) };
  if (base.slices.length === 0 || base.isDiscarded) return { because: absentText(base.isDiscarded ? 'baseline discarded' : 'no baseline') };
  if (!isJudged(metric)) return byRounds(own, base, metric);
  const why = whyNotCompared(figures, which);
  return { because: why ? notComparedText(why) : absentText('not recorded') };
}

/** @param {import('../../analyse/types.js').Comparison} comparison @returns {Outcome & { ratio: number }} */
export function outcomeOf({ kind, because, ratio, low, high, rounds, blocks, roundRatios }) {
  const words = { because: because && becauseText(because), reason: because };
  return { verdict: kind, ...words, ratio, low, high, rangeOfRounds: rangeOf(roundRatios), rounds, blocks };
}

/** @param {number[]} ratios @returns {[number, number] | null} null with fewer than two */
function rangeOf(ratios) {
  return ratios.length > 1 ? [Math.min(...ratios), Math.max(...ratios)] : null;
}

/**
 * A metric without an interval: the geometric mean of the rounds that both have.
 * @param {Group} own
 * @param {Group} base
 * @param {ComparedMetric} metric
 * @returns {Partial<Outcome>}
 */
function byRounds(own, base, metric) {
  const ofBase = roundFigures(base, metric);
  const ratios = [...roundFigures(own, metric)].flatMap(([round, value]) => {
    const partner = ofBase.get(round);
    return partner ? [value / partner] : [];
  });
  if (ratios.length === 0) return { because: absentText('not recorded') };
  const ratio = Math.exp(mean(ratios.map(Math.log)));
  return { verdict: 'not judged', ratio, rangeOfRounds: rangeOf(ratios), rounds: ratios.length };
}

/** @param {Figures} figures @param {string} scenario @param {string} target @returns {BottleneckKind | null} null where it is discarded or was not judged */
function bottleneckOf({ findings }, scenario, target) {
  const found = findings.find((each) => each.kind === 'bottleneck' && each.scenario === scenario && each.target === target);
  return found?.kind === 'bottleneck' ? found.bottleneck.kind : null;
}
