/** Does a published conclusion hold in runs of today? The rules are in docs/dev/method.md, section 'Studies'. */
import { whyNotCompared } from '../../analyse/comparison/comparability.ts';
import { comparisons } from '../../analyse/comparison/comparison.ts';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../../analyse/statistics/verdict.ts';
import { unfitReason } from '../../record/fits.ts';
import { targetsIn } from '../../record/part.ts';
import { mean, present } from '../../util/math.ts';
import { sidesOf, type Side } from './sides.ts';
import type { Claim, Study, Faster, Alike } from '../types.ts';
import type { Figures, Group, Comparison } from '../../analyse/types.ts';
import type { Judgement, Outcome, Unusable, ByVerdict, Why, Ours } from './judgement.ts';

type JudgedClaim = Judgement & { claim: Claim };

export type JudgedConclusion = { text: string; outcome: Outcome; indicative: boolean; claims: JudgedClaim[] };

/** Rounds without a verdict decide only beyond this ratio, and only if all of them do. */
const CLEAR = 1.5;
/** By how much more a target may lag whose bottleneck was its CPU while its JVM was not warm: rounds of one target have then differed by up to ×3.2. */
const COLD = 4;
/** Two targets are level where a difference beyond this ratio can be excluded. */
const LEVEL = 1.1;
/** @param byRun figures of its runs by name; one that is not there was not measured */
export function judge(study: Study, byRun: Record<string, Figures>): JudgedConclusion[] {
  return study.conclusions.map(({ text, claims }) => {
    const judged = claims.map((claim) => ({ claim, ...judgeClaim(claim, byRun[claim.run ?? study.runs[0].name]) }));
    return { text, ...together(judged), claims: judged };
  });
}

/** @returns one that does not hold is enough */
function together(claims: Judgement[]): { outcome: Outcome; indicative: boolean } {
  const refuted = claims.filter(({ outcome }) => outcome === 'does not hold');
  if (refuted.length > 0) return { outcome: 'does not hold', indicative: refuted.every(({ indicative }) => indicative) };
  if (claims.some(({ outcome }) => outcome === 'cannot tell')) return { outcome: 'cannot tell', indicative: false };
  return { outcome: 'holds', indicative: claims.some(({ indicative }) => indicative) };
}

function judgeClaim(claim: Claim, figures: Figures | undefined): Judgement {
  if (!figures) return cannotTell([], { kind: 'not measured' });
  const names = targetsOf(claim);
  const groups = names.map((target) => groupOf(figures.groups, claim.scenario, target));
  const targets = names.flatMap((target, index) => whyUnusable(figures, claim.scenario, target, groups[index]) ?? []);
  if (targets.length > 0) return cannotTell([], { kind: 'unusable', targets });
  const measured = groups as Group[];
  if ('answered' in claim) return judgeCount(figures, measured[0], claim.answered);
  if ('fewerThreads' in claim) return judgeFewerThreads(figures, measured);
  if ('threadsOver' in claim) return judgeNoThreads(figures, measured, claim.atMost);
  return judgeSpeed(claim, figures, measured);
}

/** @returns the one it is about first */
function targetsOf(claim: Claim): string[] {
  if ('alike' in claim) return claim.alike;
  if ('answered' in claim) return [claim.target];
  if ('fewerThreads' in claim) return [claim.fewerThreads, claim.than];
  if ('threadsOver' in claim) return [claim.target, claim.threadsOver];
  return [claim.faster, claim.than];
}

function groupOf(groups: Group[], scenario: string, target: string) {
  return groups.find((group) => group.scenario === scenario && group.target === target);
}

function whyUnusable({ run, parts }: Figures, scenario: string, target: string, group: Group | undefined): Unusable | null {
  const label = labelOf({ run }, target);
  const unfit = unfitReason(run.catalogue, target, scenario);
  if (unfit !== null) return { kind: 'unfit', label, scenario, reason: unfit };
  if (group?.isDiscarded) return { kind: 'discarded', label, reason: group.discarded[0].discardedFor[0] };
  if (group && group.good.length > 0) return null;
  const failed = parts.find(
    ({ planned, state }) => state === 'failed' && planned.scenario === scenario && targetsIn(planned.blocks).includes(target),
  );
  return failed ? { kind: 'failed', label, reason: failed.reason ?? 'no reason recorded' } : { kind: 'not measured', label, scenario };
}

/** @param groups of the two */
function judgeSpeed(claim: Faster | Alike, figures: Figures, groups: Group[]): Judgement {
  const [one, other] = sidesOf(groups);
  const comparison = against(figures, other.target).find(
    ({ scenario, target, metric }) => scenario === claim.scenario && target === one.target && metric === 'throughput',
  );
  const labels = [one, other].map(({ target }) => labelOf(figures, target));
  const ours = [one, other].map(({ rps }, index) => ({ kind: 'rate' as const, label: labels[index], rps }));
  if (!comparison) {
    const why = whyNotCompared(groups[0], groups[1], 'throughput') ?? { kind: 'not recorded' as const };
    return cannotTell(ours, { kind: 'not compared', why });
  }
  const times = 'times' in claim ? (claim.times ?? 1) : 1;
  const alike = 'alike' in claim;
  const { rounds, ratio } = comparison;
  const judged =
    rounds < ROUNDS_FOR_VERDICT_OF_BLOCKS
      ? byRounds(comparison, { times, alike, slowers: [one, other] })
      : byVerdict(comparison, { times, level: alike || claim.orLevel === true, alike });
  const { low, high, roundRatios } = comparison;
  const measured = { label: labels[0], than: labels[1], ratio, low, high, roundRatios };
  const slower = ratio < 1 ? one : other;
  const bottleneck = slower.bottleneck && { label: labelOf(figures, slower.target), bottleneck: slower.bottleneck };
  return { ...judged, ours, measured, bottleneck };
}

/** many claims need the same table */
const compared = new WeakMap<Figures, Map<string, Comparison[]>>();

/** @returns of all targets with that one */
function against(figures: Figures, baseline: string): Comparison[] {
  const known = compared.get(figures) ?? new Map();
  compared.set(figures, known);
  if (!known.has(baseline)) known.set(baseline, comparisons(figures, baseline, figures.noise));
  return known.get(baseline);
}

type Decision = Pick<Judgement, 'outcome' | 'indicative' | 'why'>;

/** With enough rounds: what the analysis calls a difference, after the correction for several comparisons and beyond the noise floor. */
function byVerdict(
  { kind, low, high, rounds, because }: Comparison,
  { times, level, alike }: { times: number; level: boolean; alike: boolean },
): Decision {
  const decided = (outcome: Outcome, rule: ByVerdict['rule']) => ({
    outcome,
    indicative: false,
    why: { kind: 'verdict' as const, rule, times, level: LEVEL, verdict: kind, because, rounds },
  });
  const [least, most] = [Number(low), Number(high)];
  if (times !== 1) {
    if (least >= times) return decided('holds', 'at least');
    if (most < times) return decided('does not hold', 'less than');
    return decided('cannot tell', 'factor inside the interval');
  }
  if (level && least >= 1 / LEVEL && (!alike || most <= LEVEL)) return decided('holds', 'level');
  if (kind === 'same') return decided('cannot tell', 'no difference');
  if (alike && least <= LEVEL && most >= 1 / LEVEL) return decided('cannot tell', 'level inside the interval');
  return decided(kind === 'faster' && !alike ? 'holds' : 'does not hold', 'difference');
}

/**
 * With fewer: only what is beyond doubt in every round and has a cause.
 * @param claim `slowers`: whose bottleneck must explain it, if the ratio is below what
 * was claimed, and if it is above
 */
function byRounds(
  { roundRatios, rounds }: Comparison,
  { times, alike, slowers }: { times: number; alike: boolean; slowers: Side[] },
): Decision {
  const undecided = (why: Why) => ({ outcome: 'cannot tell', indicative: false, why }) as const;
  const least = Math.min(...roundRatios) / times;
  const most = Math.max(...roundRatios) / times;
  if (least <= CLEAR && most >= 1 / CLEAR) {
    return undecided({ kind: 'too close', bound: CLEAR, times, rounds, roundsForVerdict: ROUNDS_FOR_VERDICT_OF_BLOCKS });
  }
  const slower = most < 1 ? slowers[0] : slowers[1];
  if (!slower.isExplained) return undecided({ kind: 'unexplained' });
  const bound = slower.lacksWarmUp ? CLEAR * COLD : CLEAR;
  if (least <= bound && most >= 1 / bound) return undecided({ kind: 'cold', bound, times });
  return { outcome: least > 1 && !alike ? 'holds' : 'does not hold', indicative: true, why: { kind: 'clear', bound, times, rounds } };
}

/** A count of one slice needs no interval. */
function judgeCount(figures: Figures, group: Group, { from, to }: { from: number; to: number }): Judgement {
  const counts = present(group.good.map(({ stage }) => stage.successes));
  const answered = mean(counts);
  if (counts.length === 0) return cannotTell([], { kind: 'requests not recorded' });
  const ours: Ours[] = [{ kind: 'answered', label: labelOf(figures, group.target), answered }];
  return uncompared(answered >= from && answered <= to ? 'holds' : 'does not hold', ours, { kind: 'counted', from, to });
}

function judgeFewerThreads(figures: Figures, groups: Group[]): Judgement {
  const ours = threadCounts(figures, groups);
  const [few, many] = groups.map(({ stage }) => stage.threadsMax);
  if (few === null || many === null) return cannotTell(ours, { kind: 'threads not recorded' });
  const holds = many > CLEAR * few;
  const isReverse = few > CLEAR * many;
  const outcome = holds ? 'holds' : isReverse ? 'does not hold' : 'cannot tell';
  return uncompared(outcome, ours, { kind: 'threads', bound: CLEAR, isClear: holds || isReverse });
}

function judgeNoThreads(figures: Figures, groups: Group[], atMost: number): Judgement {
  const ours = threadCounts(figures, groups);
  const [threads, few] = groups.map(({ stage }) => stage.threadsMax);
  if (threads === null || few === null) return cannotTell(ours, { kind: 'threads not recorded' });
  const more = threads - few;
  if (more <= atMost) return uncompared('holds', ours, { kind: 'threads level', atMost });
  return uncompared('does not hold', ours, { kind: 'threads grow', more, than: labelOf(figures, groups[1].target) });
}

function threadCounts(figures: Figures, groups: Group[]): Ours[] {
  return groups.map((group) => ({ kind: 'threads', label: labelOf(figures, group.target), threads: group.stage.threadsMax }));
}

function labelOf({ run }: Pick<Figures, 'run'>, target: string) {
  return run.catalogue.targets[target]?.label ?? target;
}

function cannotTell(ours: Ours[], why: Why): Judgement {
  return uncompared('cannot tell', ours, why);
}

/** @returns without a ratio of two targets */
function uncompared(outcome: Outcome, ours: Ours[], why: Why): Judgement {
  return { outcome, indicative: false, ours, measured: null, why, bottleneck: null };
}
