/** What a run says of each scenario, target and metric against the baseline: every form of the report is made of these rows. */
import { comparisonOf, groupOfPair, isOfPair, type Pair } from '../../analyse/findings/scopes.ts';
import { unfitReason } from '../../record/catalogue.ts';
import { comparedVus } from '../../record/run.ts';
import { mean } from '../../util/math.ts';
import { COMPARED_METRICS, METRIC_WORDS, isJudged, type ComparedMetric } from '../words/ratios/metrics.ts';
import { ABSENT, BECAUSE, notComparedText } from '../words/verdicts.ts';
import { discardName, discardText } from '../words/discarded.ts';
import type { Kind, Because } from '../../analyse/statistics/verdict.ts';
import type { NotCompared } from '../../analyse/comparison/comparability.ts';
import type { Bottleneck, Kind as BottleneckKind } from '../../analyse/bottleneck/bottleneck.ts';
import type { Figures, Group, Comparison, StageFigures } from '../../analyse/types.ts';

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

export interface VerdictRow extends Outcome {
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

type Which = Pick<VerdictRow, 'scenario' | 'target' | 'metric'>;

const MEGABYTE = 1e6;

const NONE: Outcome = {
  ...{ verdict: 'not compared', because: null, reason: null, ratio: null, low: null, high: null },
  ...{ rangeOfRounds: null, rounds: 0, blocks: null },
};

/** @param wanted one metric, or all @returns of every scenario and target but the baseline */
export function verdictRows(figures: Figures, wanted?: ComparedMetric): VerdictRow[] {
  const rows = figures.run.scenarios.flatMap((scenario) => scenarioRows(figures, scenario));
  return wanted === undefined ? rows : rows.filter(({ metric }) => metric === wanted);
}

export function scenarioRows(figures: Figures, scenario: string): VerdictRow[] {
  const others = figures.run.targets.filter((target) => target !== figures.baseline);
  return others.flatMap((target) => COMPARED_METRICS.map((metric) => verdictRow(figures, { scenario, target, metric })));
}

export function verdictRow(figures: Figures, which: Which): VerdictRow {
  const { baseline } = figures;
  const { scenario, target, metric } = which;
  const [own, base] = [target, baseline].map((name) => groupOfPair(figures, { scenario, target: name }));
  const [bottleneck, baselineBottleneck] = [target, baseline].map(
    (name) => bottleneckOf(figures, { scenario, target: name })?.kind ?? null,
  );
  return {
    ...{ scenario, target, baseline, metric, users: comparedVus(figures.run, scenario) },
    ...{ ...NONE, ...outcome(figures, which, own, base) },
    ...{ figure: figureOfGroup(own, metric), baselineFigure: figureOfGroup(base, metric), unit: METRIC_WORDS[metric].unit },
    ...{ bottleneck, baselineBottleneck },
  };
}

function outcome(figures: Figures, which: Which, own: Group | undefined, base: Group | undefined): Partial<Outcome> {
  const { run, baseline } = figures;
  const { scenario, target, metric } = which;
  if (!own) return { verdict: 'not measured', because: unfitReason(run.catalogue, target, scenario), reason: 'unfit' };
  if (own.slices.length === 0) return { verdict: 'not measured', because: ABSENT['no result'] };
  // Where other processes disturbed all slices, CPU per request may still be compared.
  if (own.isDiscarded && metric === 'throughput') return { verdict: 'discarded', because: discardText(own.discarded[0].discardedFor[0]) };
  const comparison = comparisonOf(figures, which);
  if (comparison) return outcomeOf(comparison);
  if (own.isDiscarded) return { verdict: 'discarded', because: discardName(own.discarded[0].discardedFor[0]) };
  if (!base) return { because: unfitReason(run.catalogue, baseline, scenario) };
  if (base.slices.length === 0 || base.isDiscarded) return { because: ABSENT[base.isDiscarded ? 'baseline discarded' : 'no baseline'] };
  if (!isJudged(metric)) return byRounds(own, base, metric);
  const why = whyNotCompared(figures, which);
  return { because: why ? notComparedText(why) : ABSENT['not recorded'] };
}

/** @returns null for the baseline, and where it is compared or discarded */
export function whyNotCompared({ findings }: Figures, which: Pair & { metric: string }): NotCompared | null {
  const all = findings.filter((each) => each.kind === 'not-compared');
  return all.find((each) => isOfPair(each, which) && each.metric === which.metric)?.why ?? null;
}

/** @returns null where it is discarded or was not judged */
export function bottleneckOf({ findings }: Figures, pair: Pair): Bottleneck | null {
  return findings.filter((each) => each.kind === 'bottleneck').find((each) => isOfPair(each, pair))?.bottleneck ?? null;
}

export function outcomeOf({ kind, because, ratio, low, high, rounds, blocks, roundRatios }: Comparison): Outcome & { ratio: number } {
  const words = { because: because && BECAUSE[because], reason: because };
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
  if (ratios.length === 0) return { because: ABSENT['not recorded'] };
  const ratio = Math.exp(mean(ratios.map(Math.log)));
  return { verdict: 'not judged', ratio, rangeOfRounds: rangeOf(ratios), rounds: ratios.length };
}

/** Memory grows with the age of a JVM, so requests/s per MB are those of each round, and their mean. @returns null where it was not recorded */
export function figureOfGroup(group: Group | undefined, metric: ComparedMetric): number | null {
  if (!group) return null;
  if (metric !== 'perMegabyte') return figureOf(group.stage, metric);
  const rounds = [...roundFigures(group, metric).values()];
  return rounds.length > 0 ? mean(rounds) : null;
}

type Compared = Pick<StageFigures, 'rps' | 'cpuPer1000' | 'rssMaxBytes' | 'latency'>;

function figureOf({ rps, cpuPer1000, rssMaxBytes, latency }: Compared, metric: ComparedMetric): number | null {
  if (metric === 'throughput') return rps;
  if (metric === 'cpu') return cpuPer1000;
  if (metric === 'p99') return latency.p99;
  return rps !== null && rssMaxBytes !== null ? rps / (rssMaxBytes / MEGABYTE) : null;
}

/** @returns by round, of what is valid; without those that have no figure */
function roundFigures({ rounds }: Group, metric: ComparedMetric): Map<number, number> {
  const found = new Map<number, number>();
  for (const { round, throughput } of rounds) {
    const figure = throughput && figureOf(throughput, metric);
    if (figure) found.set(round, figure);
  }
  return found;
}
