import { unfitReason } from '../../record/fits.js';
import { comparisonAtLevel, measuredOf, usersOf } from '../level.js';
import { NOT_JUDGED, absentText } from '../words/ratios/row.js';
import { COMPARED_METRICS, METRIC_WORDS, isJudged } from '../words/ratios/metrics.js';
import { becauseText, notComparedText } from '../words/verdicts.js';
import { voidName, voidText } from '../words/void.js';
import { figureAtLevel, roundFigures } from './figures.js';
import { mean } from '../../util/math.js';

/**
 * What a run says of each scenario, target and metric against the baseline: the points of the plot, its table, the answer and verdicts.json are made of these.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Comparison} Comparison
 * @typedef {import('../level.js').Measured} Measured
 * @typedef {import('../words/ratios/metrics.js').ComparedMetric} ComparedMetric
 * @typedef {import('../../analyse/bottleneck/bottleneck.js').Kind} BottleneckKind
 * @typedef {import('../../analyse/statistics/verdict.js').Kind | 'not judged' | 'not compared' | 'not measured' | 'void'} VerdictKind `same`: no difference was
 *   shown; `not judged`: the metric has no verdicts
 * @typedef {object} VerdictRow
 * @property {string} scenario
 * @property {string} target
 * @property {string} baseline
 * @property {ComparedMetric} metric
 * @property {number} users
 * @property {VerdictKind} verdict
 * @property {string | null} because a clause: why no difference is called one, or why there is no ratio
 * @property {import('../../analyse/statistics/verdict.js').Because | 'unfit' | null} reason the same as a word, where there is one; `unfit`: the target does not serve
 *   that scenario
 * @property {number | null} ratio
 * @property {number | null} low of the 95 % interval
 * @property {number | null} high
 * @property {[number, number] | null} rangeOfRounds smallest and largest ratio of a round
 * @property {number} rounds compared
 * @property {number | null} blocks compared; null where there are none
 * @property {number | null} figure
 * @property {number | null} baselineFigure
 * @property {string} unit
 * @property {BottleneckKind | null} bottleneck
 * @property {BottleneckKind | null} baselineBottleneck
 */

/** @param {Figures} figures @returns {VerdictRow[]} of every scenario, target but the baseline, and metric */
export function verdictRows(figures) {
  const { run, baseline } = figures;
  return run.scenarios.flatMap((scenario) => {
    const measured = new Map(measuredOf(figures, scenario).map((each) => [each.target, each]));
    return run.targets
      .filter((target) => target !== baseline)
      .flatMap((target) => COMPARED_METRICS.map((metric) => verdictRow(figures, { scenario, target, metric }, measured)));
  });
}

/**
 * @param {Figures} figures
 * @param {{ scenario: string, target: string, metric: ComparedMetric }} which
 * @param {Map<string, Measured>} measured of that scenario
 * @returns {VerdictRow}
 */
function verdictRow(figures, which, measured) {
  const { baseline } = figures;
  const { scenario, target, metric } = which;
  const [own, base] = [measured.get(target), measured.get(baseline)];
  return {
    ...{ scenario, target, baseline, metric, users: usersOf(figures, scenario) },
    ...{
      verdict: 'not compared',
      because: null,
      reason: null,
      ratio: null,
      low: null,
      high: null,
      rangeOfRounds: null,
      rounds: 0,
      blocks: null,
    },
    ...outcome(figures, which, own, base),
    ...{
      figure: figureAtLevel(figures, own, metric),
      baselineFigure: figureAtLevel(figures, base, metric),
      unit: METRIC_WORDS[metric].unit,
    },
    bottleneck: bottleneckOf(figures, scenario, target),
    baselineBottleneck: bottleneckOf(figures, scenario, baseline),
  };
}

/**
 * @param {Figures} figures
 * @param {{ scenario: string, target: string, metric: ComparedMetric }} which
 * @param {Measured | undefined} own
 * @param {Measured | undefined} base
 * @returns {Partial<VerdictRow>}
 */
function outcome(figures, which, own, base) {
  const { run, baseline } = figures;
  const { scenario, target, metric } = which;
  if (!own) return { verdict: 'not measured', because: unfitReason(run.catalogue, target, scenario), reason: 'unfit' };
  if (!own.isMeasured) return { verdict: 'not measured', because: absentText('no result') };
  const comparison = isJudged(metric)
    ? comparisonAtLevel(figures, { scenario, target, metric: /** @type {'throughput' | 'cpu'} */ (metric) })
    : null;
  if (comparison) return compared(comparison);
  if (own.isVoid)
    return { verdict: 'void', because: own.voidReason && (metric === 'throughput' ? voidText(own.voidReason) : voidName(own.voidReason)) };
  if (!base) return { because: unfitReason(run.catalogue, baseline, scenario) };
  if (!base.isMeasured || base.isVoid) return { because: absentText(base.isVoid ? 'baseline void' : 'no baseline') };
  return isJudged(metric) ? { because: whyNot(figures, which) } : byRounds(figures, which);
}

/** @param {Comparison} comparison @returns {Partial<VerdictRow>} */
function compared({ kind, because, ratio, low, high, rounds, blocks, roundRatios }) {
  const words = { because: because && becauseText(because), reason: because };
  return { verdict: kind, ...words, ratio, low, high, rangeOfRounds: rangeOf(roundRatios), rounds, blocks };
}

/** @param {number[]} ratios @returns {[number, number] | null} null with fewer than two */
function rangeOf(ratios) {
  return ratios.length > 1 ? [Math.min(...ratios), Math.max(...ratios)] : null;
}

/**
 * A metric without an interval: the geometric mean of the rounds that both have.
 * @param {Figures} figures
 * @param {{ scenario: string, target: string, metric: ComparedMetric }} which
 * @returns {Partial<VerdictRow>}
 */
function byRounds(figures, { scenario, target, metric }) {
  const ofBase = roundFigures(figures, { scenario, target: figures.baseline }, metric);
  const ratios = [...roundFigures(figures, { scenario, target }, metric)].flatMap(([round, value]) => {
    const partner = ofBase.get(round);
    return partner ? [value / partner] : [];
  });
  if (ratios.length === 0) return { because: absentText('not recorded') };
  const ratio = Math.exp(mean(ratios.map(Math.log)));
  return { verdict: 'not judged', because: NOT_JUDGED, ratio, rangeOfRounds: rangeOf(ratios), rounds: ratios.length };
}

/** @param {Figures} figures @param {{ scenario: string, target: string, metric: ComparedMetric }} which @returns {string} */
function whyNot({ findings }, { scenario, target, metric }) {
  const reasons = findings.flatMap((finding) => {
    const isIt = finding.kind === 'not-compared' && finding.scenario === scenario && finding.target === target && finding.metric === metric;
    return isIt ? [finding] : [];
  });
  const last = reasons.toSorted((one, other) => other.stage - one.stage)[0];
  return last ? notComparedText(last.why) : absentText('not recorded');
}

/** @param {Figures} figures @param {string} scenario @param {string} target @returns {BottleneckKind | null} null where it is void or was not judged */
function bottleneckOf({ findings }, scenario, target) {
  const found = findings.find((each) => each.kind === 'bottleneck' && each.scenario === scenario && each.target === target);
  return found?.kind === 'bottleneck' ? found.bottleneck.kind : null;
}
