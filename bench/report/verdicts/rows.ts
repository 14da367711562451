/** What a run says of each scenario, target and metric against the baseline: every form of the report is made of these rows. */
import { groupOfPair } from '../../analyse/findings/scopes.ts';
import { unfitReason } from '../../record/fits.ts';
import { comparedVus } from '../../record/run.ts';
import { mean } from '../../util/math.ts';
import { comparisonOf, whyNotCompared } from '../level.ts';
import { COMPARED_METRICS, METRIC_WORDS, isJudged, type ComparedMetric } from '../words/ratios/metrics.ts';
import { absentText, becauseText, notComparedText } from '../words/verdicts.ts';
import { discardName, discardText } from '../words/discarded.ts';
import { figureOfGroup, roundFigures } from './figures.ts';
import type { Kind, Because } from '../../analyse/statistics/verdict.ts';
import type { Kind as BottleneckKind } from '../../analyse/bottleneck/bottleneck.ts';
import type { Figures, Group, Comparison } from '../../analyse/types.ts';

/** `same`: no difference was shown; `not judged`: the metric has no verdicts */
type VerdictKind = Kind | 'not judged' | 'not compared' | 'not measured' | 'discarded';

/** of a comparison, or of none */
export interface Outcome {
  verdict: VerdictKind;
  /** a clause: why no difference is called one, or why there is no ratio */
  because: string | null;
  /** the same as a word, where there is one; `unfit`: the target does not serve that scenario */
  reason: Because | 'unfit' | null;
  ratio: number | null;
  /** of the 95 % interval */
  low: number | null;
  high: number | null;
  /** smallest and largest ratio of a round; null with fewer than two */
  rangeOfRounds: [number, number] | null;
  /** compared */
  rounds: number;
  /** compared; null where rounds are */
  blocks: number | null;
}

interface OfPair {
  scenario: string;
  target: string;
  baseline: string;
  metric: ComparedMetric;
  users: number;
  figure: number | null;
  baselineFigure: number | null;
  unit: string;
  bottleneck: BottleneckKind | null;
  baselineBottleneck: BottleneckKind | null;
}

export type VerdictRow = OfPair & Outcome;

const NONE: Outcome = {
  ...{ verdict: 'not compared', because: null, reason: null, ratio: null, low: null, high: null },
  ...{ rangeOfRounds: null, rounds: 0, blocks: null },
};

/** @returns of every scenario, target but the baseline, and metric */
export function verdictRows(figures: Figures): VerdictRow[] {
  return figures.run.scenarios.flatMap((scenario) => scenarioRows(figures, scenario));
}

/** @returns of every target but the baseline, and metric */
export function scenarioRows(figures: Figures, scenario: string): VerdictRow[] {
  const others = figures.run.targets.filter((target) => target !== figures.baseline);
  return others.flatMap((target) => COMPARED_METRICS.map((metric) => verdictRow(figures, { scenario, target, metric })));
}

export function verdictRow(figures: Figures, which: { scenario: string; target: string; metric: ComparedMetric }): VerdictRow {
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

function outcome(
  figures: Figures,
  which: { scenario: string; target: string; metric: ComparedMetric },
  own: Group | undefined,
  base: Group | undefined,
): Partial<Outcome> {
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

export function outcomeOf({ kind, because, ratio, low, high, rounds, blocks, roundRatios }: Comparison): Outcome & { ratio: number } {
  const words = { because: because && becauseText(because), reason: because };
  return { verdict: kind, ...words, ratio, low, high, rangeOfRounds: rangeOf(roundRatios), rounds, blocks };
}

/** @returns null with fewer than two */
function rangeOf(ratios: number[]): [number, number] | null {
  return ratios.length > 1 ? [Math.min(...ratios), Math.max(...ratios)] : null;
}

/** A metric without an interval: the geometric mean of the rounds that both have. */
function byRounds(own: Group, base: Group, metric: ComparedMetric): Partial<Outcome> {
  const ofBase = roundFigures(base, metric);
  const ratios = [...roundFigures(own, metric)].flatMap(([round, value]) => {
    const partner = ofBase.get(round);
    return partner ? [value / partner] : [];
  });
  if (ratios.length === 0) return { because: absentText('not recorded') };
  const ratio = Math.exp(mean(ratios.map(Math.log)));
  return { verdict: 'not judged', ratio, rangeOfRounds: rangeOf(ratios), rounds: ratios.length };
}

/** @returns null where it is discarded or was not judged */
function bottleneckOf({ findings }: Figures, scenario: string, target: string): BottleneckKind | null {
  const found = findings.find((each) => each.kind === 'bottleneck' && each.scenario === scenario && each.target === target);
  return found?.kind === 'bottleneck' ? found.bottleneck.kind : null;
}
