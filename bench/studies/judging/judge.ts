/** Does a published conclusion hold in runs of today? The rules are in docs/dev/method.md, section 'Studies'. */
import { isCompiling } from '../../../k6/lib/compilers.js';
import { bottleneckOfSlices } from '../../analyse/bottleneck/bottleneck.ts';
import { whyNotCompared } from '../../analyse/comparison/comparability.ts';
import { comparisons } from '../../analyse/comparison/comparison.ts';
import { comparisonOf, groupOfPair } from '../../analyse/findings/scopes.ts';
import { pooledRps } from '../../analyse/group/group.ts';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../../analyse/statistics/verdict.ts';
import { unfitReason } from '../../record/catalogue.ts';
import { targetsIn } from '../../record/part.ts';
import { mean, present } from '../../util/math.ts';
import { runOf, type Claim, type Study } from '../terms.ts';
import type { Figures, Group, Comparison, SliceFigures } from '../../analyse/types.ts';
import type { Judgement, Outcome, Unusable, ByVerdict, Why, Ours } from './judgement.ts';

export type JudgedConclusion = { text: string; outcome: Outcome; indicative: boolean; claims: (Judgement & { claim: Claim })[] };

/** Rounds without a verdict decide only beyond this ratio, and only if all of them do. */
const CLEAR = 1.5;
/** By how much more a target may lag whose bottleneck was its CPU while its JVM was not warm: rounds of one target have then differed by up to ×3.2. */
const COLD = 4;
/** Two targets are level where a difference beyond this ratio can be excluded. */
const LEVEL = 1.1;
/** What a target itself lacked. Anything else explains no difference between two stacks. */
const EXPLAINS = ['target CPU', 'request threads', 'connections accepted', 'event loop', 'connection pool', 'offload scheduler'];

/** @param byRun figures of its runs by name; one that is not there was not measured */
export function judge(study: Pick<Study, 'runs' | 'conclusions'>, byRun: Record<string, Figures>): JudgedConclusion[] {
  return Object.entries(study.conclusions).map(([text, claims]) => {
    const judged = claims.map((claim) => ({ claim, ...judgeClaim(claim, byRun[runOf(study, claim) ?? '']) }));
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
  const { scenario } = claim;
  const found = claim.targets.map((target) => ({ target, group: groupOfPair(figures, { scenario, target }) }));
  const unusable = found.flatMap(({ target, group }) => whyUnusable(figures, scenario, target, group) ?? []);
  if (unusable.length > 0) return cannotTell([], { kind: 'unusable', targets: unusable });
  const groups = present(found.map(({ group }) => group));
  if (claim.says === 'answered') return judgeCount(figures, groups[0], claim);
  if (claim.says === 'fewer threads') return judgeThreads(figures, groups);
  if (claim.says === 'no more threads') return judgeThreads(figures, groups, claim.atMost);
  const times = claim.says === 'faster' ? (claim.times ?? 1) : 1;
  const alike = claim.says === 'alike';
  return judgeSpeed(figures, groups, { times, alike, level: alike || claim.orLevel === true });
}

function whyUnusable(figures: Figures, scenario: string, target: string, group: Group | undefined): Unusable | null {
  const label = labelOf(figures, target);
  const unfit = unfitReason(figures.run.catalogue, target, scenario);
  if (unfit !== null) return { kind: 'unfit', label, scenario, reason: unfit };
  if (group?.isDiscarded) return { kind: 'discarded', label, reason: group.discarded[0].discardedFor[0] };
  if (group && group.good.length > 0) return null;
  const failed = figures.parts.find(
    ({ planned, state }) => state === 'failed' && planned.scenario === scenario && targetsIn(planned.blocks).includes(target),
  );
  return failed ? { kind: 'failed', label, reason: failed.reason ?? 'no reason recorded' } : { kind: 'not measured', label, scenario };
}

/** by what factor one is ahead, whether it may not be, and whether it may be level */
type Terms = { times: number; alike: boolean; level: boolean };

/** @param groups of the two */
function judgeSpeed(figures: Figures, groups: Group[], terms: Terms): Judgement {
  const [group, base] = groups;
  const sides = [sideOf(group, base), sideOf(base, group)];
  const labels = groups.map(({ target }) => labelOf(figures, target));
  const ours = sides.map(({ rps }, index) => ({ kind: 'rate' as const, label: labels[index], rps }));
  const { scenario, target } = group;
  const against = { comparisons: comparisons(figures, base.target, figures.noise) };
  const comparison = comparisonOf(against, { scenario, target, metric: 'throughput' });
  if (!comparison) {
    return cannotTell(ours, { kind: 'not compared', why: whyNotCompared(group, base, 'throughput') ?? { kind: 'not recorded' } });
  }
  const { rounds, ratio, low, high, roundRatios } = comparison;
  const decision = rounds < ROUNDS_FOR_VERDICT_OF_BLOCKS ? byRounds(comparison, terms, sides) : byVerdict(comparison, terms);
  const measured = { label: labels[0], than: labels[1], ratio, low, high, roundRatios };
  const slower = sides[ratio < 1 ? 0 : 1];
  const bottleneck = slower.bottleneck && { label: labelOf(figures, slower.target), bottleneck: slower.bottleneck };
  return { ...decision, ours, measured, bottleneck };
}

/** Single slices may be disturbed: what counts is the bottleneck of most of them. @param group one that is not discarded, as the other */
function sideOf({ target, good }: Group, other: Group) {
  const bottleneck = bottleneckOfSlices(good)?.bottleneck ?? null;
  const compared = good.filter(({ round, block }) => other.good.some((each) => each.round === round && each.block === block));
  return {
    target,
    /** of the slices that are compared, so that figures and ratio agree */
    rps: pooledRps((compared.length > 0 ? compared : good).map(({ stage }) => stage)),
    bottleneck,
    /** was it the target itself that lacked something? */
    isExplained: bottleneck !== null && EXPLAINS.includes(bottleneck.kind),
    /** may cold code be why its CPU did not suffice? */
    lacksWarmUp: good.some(isCold),
  };
}

function isCold({ steady, stage, bottleneck }: SliceFigures) {
  return (steady === false || isCompiling(stage.compilingShare)) && bottleneck?.kind === 'target CPU';
}

type Decision = Pick<Judgement, 'outcome' | 'indicative' | 'why'>;

/** With enough rounds: what the analysis calls a difference, after the correction for several comparisons and beyond the noise floor. */
function byVerdict({ kind, low, high, rounds, because }: Comparison, { times, level, alike }: Terms): Decision {
  const decided = (outcome: Outcome, rule: ByVerdict['rule']): Decision => ({
    outcome,
    indicative: false,
    why: { kind: 'verdict', rule, times, level: LEVEL, verdict: kind, because, rounds },
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

/** With fewer: only what is beyond doubt in every round and has a cause. @param sides whose bottleneck must explain a ratio below or above */
function byRounds({ roundRatios, rounds }: Comparison, { times, alike }: Terms, sides: ReturnType<typeof sideOf>[]): Decision {
  const undecided = (why: Why): Decision => ({ outcome: 'cannot tell', indicative: false, why });
  const least = Math.min(...roundRatios) / times;
  const most = Math.max(...roundRatios) / times;
  if (least <= CLEAR && most >= 1 / CLEAR) {
    return undecided({ kind: 'too close', bound: CLEAR, times, rounds, roundsForVerdict: ROUNDS_FOR_VERDICT_OF_BLOCKS });
  }
  const slower = sides[most < 1 ? 0 : 1];
  if (!slower.isExplained) return undecided({ kind: 'unexplained' });
  const bound = slower.lacksWarmUp ? CLEAR * COLD : CLEAR;
  if (least <= bound && most >= 1 / bound) return undecided({ kind: 'cold', bound, times });
  return { outcome: least > 1 && !alike ? 'holds' : 'does not hold', indicative: true, why: { kind: 'clear', bound, times, rounds } };
}

/** A count of one slice needs no interval. */
function judgeCount(figures: Figures, { good, target }: Group, { from, to }: { from: number; to: number }): Judgement {
  const counts = present(good.map(({ stage }) => stage.successes));
  if (counts.length === 0) return cannotTell([], { kind: 'requests not recorded' });
  const answered = mean(counts);
  const ours: Ours[] = [{ kind: 'answered', label: labelOf(figures, target), answered }];
  return uncompared(answered >= from && answered <= to ? 'holds' : 'does not hold', ours, { kind: 'counted', from, to });
}

/** @param atMost by how many more of the first target count as none; without it, it must have fewer */
function judgeThreads(figures: Figures, groups: Group[], atMost?: number): Judgement {
  const ours: Ours[] = groups.map(({ target, stage }) => ({ kind: 'threads', label: labelOf(figures, target), threads: stage.threadsMax }));
  const [own, others] = groups.map(({ stage }) => stage.threadsMax);
  if (own === null || others === null) return cannotTell(ours, { kind: 'threads not recorded' });
  if (atMost === undefined) {
    const outcome = others > CLEAR * own ? 'holds' : own > CLEAR * others ? 'does not hold' : 'cannot tell';
    return uncompared(outcome, ours, { kind: 'threads', bound: CLEAR, isClear: outcome !== 'cannot tell' });
  }
  const more = own - others;
  if (more <= atMost) return uncompared('holds', ours, { kind: 'threads level', atMost });
  return uncompared('does not hold', ours, { kind: 'threads grow', more, than: ours[1].label });
}

function labelOf({ run }: Figures, target: string) {
  return run.catalogue.targets[target]?.label ?? target;
}

function cannotTell(ours: Ours[], why: Why): Judgement {
  return uncompared('cannot tell', ours, why);
}

/** @returns without a ratio of two targets */
function uncompared(outcome: Outcome, ours: Ours[], why: Why): Judgement {
  return { outcome, indicative: false, ours, measured: null, why, bottleneck: null };
}
