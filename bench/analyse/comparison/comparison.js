import { limiterOfRounds } from '../bottleneck/limiter.js';
import { noiseFloor } from './noise-floor.js';
import { ratioInterval } from '../statistics/bootstrap.js';
import { holm } from '../statistics/holm.js';
import { tTest } from '../statistics/rate-ratio.js';
import { ROUNDS_FOR_VERDICT, verdict } from '../statistics/verdict.js';
import { sum } from '../../util/math.js';

/**
 * Every target against the baseline, in each scenario and at each stage, paired within rounds.
 *
 * @typedef {import('../../record/run.js').Run} Run
 * @typedef {import('../types.js').Group} Group
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../types.js').Comparison} Comparison
 * @typedef {import('../statistics/rate-ratio.js').Rate} Rate
 * @typedef {import('../statistics/rate-ratio.js').Sample} Sample
 * @typedef {import('../statistics/verdict.js').Metric} Metric
 * @typedef {import('../../record/calibration.js').Noise} Noise
 * @typedef {Pick<Comparison, 'scenario' | 'target' | 'stage' | 'vus' | 'metric'> & { moot?: string | null }} What `moot`: why the figure does not show
 *   what the two can do
 */

export const METRICS = /** @type {Metric[]} */ (['throughput', 'cpu']);
/** The JVM's CPU counter moves in the clock ticks of `times(2)`: 100 a second. */
const CPU_TICK_SECONDS = 0.01;
/**
 * Cores of a target below which much of its CPU time is nobody's request: at 4 requests/s ten JVMs used 0.006 to 0.036 cores
 * (WebFlux+R2DBC in `block`, scraped each second).
 */
const MOSTLY_ITS_OWN = 0.1;

/**
 * @param {Run} run
 * @param {Group[]} groups
 * @param {string} baseline
 * @param {Noise | null} noise of a calibration on this machine
 * @returns {Comparison[]} none where the baseline or the target has no valid round in common
 */
export function comparisons(run, groups, baseline, noise) {
  const families = run.stages.flatMap((_, stage) => METRICS.map((metric) => family(run, groups, baseline, stage, metric)));
  return families.flatMap((members) => decided(members, noise));
}

/** What stands in one table: one metric at one stage, all scenarios and targets. @param {Run} run @param {Group[]} groups @param {string} baseline @param {number} stage @param {Metric} metric */
function family(run, groups, baseline, stage, metric) {
  return groups.flatMap((group) => {
    const base = baseOf(groups, group, baseline);
    if (!base || group === base) return [];
    const moot = whyMoot([stageOf(group, stage), stageOf(base, stage)], metric);
    const what = { scenario: group.scenario, target: group.target, stage, vus: run.stages[stage].vus, metric, moot };
    return compared(what, pairedRates(group, base, stage, metric), run.seed);
  });
}

/** @param {Group[]} groups @param {Group} group @param {string} baseline @returns {Group | undefined} what the group is held against */
export function baseOf(groups, { scenario }, baseline) {
  return groups.find((each) => each.scenario === scenario && each.target === baseline);
}

/** @typedef {{limiter: import('../bottleneck/limiter.js').Limiter | null, cpuCores: number | null, isUnseen: boolean}} OfStage what a target's rounds say of one stage;
 *   `isUnseen`: in none of them anything was seen that held it, and no other stage shows whether its users were waiting */

/** @param {Group} group @param {number} stage @returns {OfStage} */
export function stageOf({ good, stages }, stage) {
  const isOnly = stages.every(({ vus }) => vus === stages[stage].vus);
  const isUnseen = isOnly && good.every(({ limiters }) => limiters[stage]?.kind === 'unknown');
  return { limiter: limiterOfRounds(good, stage), cpuCores: stages[stage].cpuCores, isUnseen };
}

/**
 * Throughput without a limit that was reached is what the users asked for; CPU time of a process that hardly does anything is its own.
 * @param {OfStage[]} sides
 * @param {Metric} metric
 * @returns {string | null} why the figure does not show what the two can do; null where it does
 */
export function whyMoot(sides, metric) {
  if (metric === 'cpu') return sides.some(hardlyUsedCpu) ? 'hardly any CPU was used' : null;
  if (sides.every(({ limiter }) => limiter?.kind === 'users waiting')) return 'nothing held either of them: their users were waiting';
  return sides.every(({ isUnseen }) => isUnseen)
    ? 'what held them is not known, and no other stage shows whether their users were waiting'
    : null;
}

/** @param {Pick<OfStage, 'cpuCores'>} stage @returns {boolean} much of the CPU that was used was for scrapes, timers and compilers */
export function hardlyUsedCpu({ cpuCores }) {
  return cpuCores !== null && cpuCores < MOSTLY_ITS_OWN;
}

/**
 * @param {What} what
 * @param {Sample} sample
 * @param {number} seed
 * @returns {{what: What, sample: Sample, ratio: number, low: number | null, high: number | null, pValue: number | null}[]} one, or none
 */
export function compared(what, sample, seed) {
  const rounds = Math.min(sample.a.length, sample.b.length);
  if (rounds === 0) return [];
  if (rounds < ROUNDS_FOR_VERDICT) return [{ what, sample, ratio: pooledRatio(sample), low: null, high: null, pValue: null }];
  return [{ what, sample, ...ratioInterval(sample, seed), pValue: tTest(sample) }];
}

/**
 * @param {ReturnType<typeof compared>} members of one family
 * @param {Noise | null} noise
 * @returns {Comparison[]}
 */
export function decided(members, noise) {
  const tested = members.filter(({ pValue }) => pValue !== null);
  const adjusted = holm(tested.map(({ pValue }) => Number(pValue)));
  return members.map((member) => {
    const { sample, ratio, low, high, pValue } = member;
    const { moot, ...what } = member.what;
    const adjustedP = pValue === null ? null : adjusted[tested.indexOf(member)];
    const rounds = Math.min(sample.a.length, sample.b.length);
    // What drifts between two runs is the same in all rounds of one, and more rounds do not average it out.
    const floor = noiseFloor(noise, what.scenario, what.metric, sample.paired ? rounds : 1);
    const said = verdict({ metric: what.metric, rounds, ratio, low, high, adjustedP, moot, floor });
    return { ...what, rounds, ...said, pValue, adjustedP, family: tested.length, roundRatios: roundRatios(sample) };
  });
}

/**
 * @param {Group} group
 * @param {Group} base
 * @returns {[own: CellFigures, base: CellFigures][]} of the rounds that count in both
 */
export function pairedRounds(group, base) {
  if (group.isVoid || base.isVoid) return [];
  return group.good.flatMap((cell) => {
    const partner = base.good.find(({ planned }) => planned.round === cell.planned.round);
    return partner ? [/** @type {[CellFigures, CellFigures]} */ ([cell, partner])] : [];
  });
}

/**
 * Rounds without an answer have no ratio, and without them the others would be the lucky ones.
 * @param {Pick<CellFigures, 'stages'>[][]} rounds of each its cells
 * @param {number} stage
 * @returns {string | null} 'nothing was answered on the plateau in 1 of 6 rounds'; null where something was in all of them
 */
export function silence(rounds, stage) {
  const silent = rounds.filter((cells) => cells.some(({ stages }) => stages[stage]?.plateauSuccesses === 0)).length;
  return silent > 0 ? `nothing was answered on the plateau in ${silent} of ${rounds.length} rounds` : null;
}

/**
 * Without the rounds in which the target was too fast for what measures it, the others would be the slow ones.
 * @param {Group} group
 * @param {number} stage
 * @returns {string | null} 'the load generator was the limit in 2 of 10 rounds'; null where no void round is one of these
 */
export function tooFast({ good, voided, isVoid }, stage) {
  const [first, ...others] = voided.flatMap((cell) => cell.tooFastFor[stage] ?? []);
  if (first === undefined) return null;
  const rounds = isVoid ? voided.length : good.length + voided.length;
  return `${first} was the limit in ${1 + others.filter((each) => each === first).length} of ${rounds} rounds`;
}

/**
 * @param {Group} group
 * @param {Group} base
 * @param {number} stage
 * @returns {string | null} why the two are not compared at that stage; null where they are
 */
export function whyNotCompared(group, base, stage) {
  const pairs = pairedRounds(group, base);
  if (pairs.length === 0) return 'no valid round in common with the baseline';
  const ofBase = tooFast(base, stage);
  return silence(pairs, stage) ?? tooFast(group, stage) ?? (ofBase && `${ofBase} of the baseline`);
}

/** @param {Group} group @param {Group} base @param {number} stage @param {Metric} metric @returns {Sample} of the rounds that both have */
function pairedRates(group, base, stage, metric) {
  const rounds = whyNotCompared(group, base, stage) === null ? pairedRounds(group, base) : [];
  const pairs = rounds.flatMap(([cell, partner]) => {
    const a = rate(cell.stages[stage], metric);
    const b = rate(partner.stages[stage], metric);
    return a && b ? [{ a, b }] : [];
  });
  return { a: pairs.map(({ a }) => a), b: pairs.map(({ b }) => b), paired: true };
}

/**
 * @param {StageFigures | undefined} stage
 * @param {Metric} metric
 * @returns {Rate | null} null where it was not measured, or nothing succeeded
 */
export function rate(stage, metric) {
  const requests = stage?.plateauSuccesses;
  if (!stage || !requests || stage.plateauSeconds === 0) return null;
  if (metric === 'throughput') return { above: requests, below: stage.plateauSeconds, resolution: 1 / requests };
  const cpuSeconds = (stage.cpuCores ?? 0) * stage.plateauSeconds;
  if (cpuSeconds === 0) return null;
  return { above: cpuSeconds, below: requests, resolution: Math.hypot(CPU_TICK_SECONDS / cpuSeconds, 1 / requests) };
}

/** @param {Sample} sample */
function pooledRatio({ a, b }) {
  const pooled = (/** @type {Rate[]} */ rates) => sum(rates.map(({ above }) => above)) / sum(rates.map(({ below }) => below));
  return pooled(a) / pooled(b);
}

/** @param {Sample} sample @returns {number[]} one for each round of a pair; empty where rounds are no pairs */
function roundRatios({ a, b, paired }) {
  return paired ? a.map(({ above, below }, round) => above / below / (b[round].above / b[round].below)) : [];
}

/**
 * How exactly a ratio is known, as ±share: half the width of its interval on the log scale.
 * @param {Pick<Comparison, 'low' | 'high'>} comparison
 * @returns {number | null} null with fewer than 5 rounds
 */
export function precision({ low, high }) {
  return low === null || high === null ? null : Math.sqrt(high / low) - 1;
}
