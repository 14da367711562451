/**
 * Does a published conclusion hold in runs of today? The rules are in docs/dev/method.md, section 'Studies'.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../analyse/types.js').Comparison} Comparison
 * @typedef {import('../types.js').Claim} Claim
 * @typedef {import('../types.js').Study} Study
 * @typedef {import('./judgement.js').Judgement} Judgement
 * @typedef {import('./judgement.js').Outcome} Outcome
 * @typedef {import('./judgement.js').Why} Why
 * @typedef {import('./judgement.js').Ours} Ours
 * @typedef {Judgement & { claim: Claim }} JudgedClaim
 * @typedef {{ text: string, outcome: Outcome, indicative: boolean, claims: JudgedClaim[] }} JudgedConclusion
 */
import { whyNotCompared } from '../../analyse/comparison/comparability.js';
import { comparisons } from '../../analyse/comparison/comparison.js';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../../analyse/statistics/verdict.js';
import { unfitReason } from '../../record/fits.js';
import { targetsIn } from '../../record/part.js';
import { mean, present } from '../../util/math.js';
import { sidesOf } from './sides.js';

/** Rounds without a verdict decide only beyond this ratio, and only if all of them do. */
const CLEAR = 1.5;
/** By how much more a target may lag whose bottleneck was its CPU while its JVM was not warm: rounds of one target have then differed by up to ×3.2. */
const COLD = 4;
/** Two targets are level where a difference beyond this ratio can be excluded. */
const LEVEL = 1.1;
/**
 * @param {Study} study
 * @param {Record<string, Figures>} byRun figures of its runs by name; one that is not there was not measured
 * @returns {JudgedConclusion[]}
 */
export function judge(study, byRun) {
  return study.conclusions.map(({ text, claims }) => {
    const judged = claims.map((claim) => ({ claim, ...judgeClaim(claim, byRun[claim.run ?? study.runs[0].name]) }));
    return { text, ...together(judged), claims: judged };
  });
}

/** @param {Judgement[]} claims @returns {{ outcome: Outcome, indicative: boolean }} one that does not hold is enough */
function together(claims) {
  const refuted = claims.filter(({ outcome }) => outcome === 'does not hold');
  if (refuted.length > 0) return { outcome: 'does not hold', indicative: refuted.every(({ indicative }) => indicative) };
  if (claims.some(({ outcome }) => outcome === 'cannot tell')) return { outcome: 'cannot tell', indicative: false };
  return { outcome: 'holds', indicative: claims.some(({ indicative }) => indicative) };
}

/** @param {Claim} claim @param {Figures | undefined} figures @returns {Judgement} */
function judgeClaim(claim, figures) {
  if (!figures) return cannotTell([], { kind: 'not measured' });
  const names = targetsOf(claim);
  const groups = names.map((target) => groupOf(figures.groups, claim.scenario, target));
  const targets = names.flatMap((target, index) => whyUnusable(figures, claim.scenario, target, groups[index]) ?? []);
  if (targets.length > 0) return cannotTell([], { kind: 'unusable', targets });
  const measured = /** @type {Group[]} */ (groups);
  if ('answered' in claim) return judgeCount(figures, measured[0], claim.answered);
  if ('fewerThreads' in claim) return judgeFewerThreads(figures, measured);
  if ('threadsOver' in claim) return judgeNoThreads(figures, measured, claim.atMost);
  return judgeSpeed(claim, figures, measured);
}

/** @param {Claim} claim @returns {string[]} the one it is about first */
function targetsOf(claim) {
  if ('alike' in claim) return claim.alike;
  if ('answered' in claim) return [claim.target];
  if ('fewerThreads' in claim) return [claim.fewerThreads, claim.than];
  if ('threadsOver' in claim) return [claim.target, claim.threadsOver];
  return [claim.faster, claim.than];
}

/** @param {Group[]} groups @param {string} scenario @param {string} target */
function groupOf(groups, scenario, target) {
  return groups.find((group) => group.scenario === scenario && group.target === target);
}

/**
 * @param {Figures} figures
 * @param {string} scenario
 * @param {string} target
 * @param {Group | undefined} group
 * @returns {import('./judgement.js').Unusable | null}
 */
function whyUnusable({ run, parts }, scenario, target, group) {
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

/**
 * @param {import('../types.js').Faster | import('../types.js').Alike} claim
 * @param {Figures} figures
 * @param {Group[]} groups of the two
 * @returns {Judgement}
 */
function judgeSpeed(claim, figures, groups) {
  const [one, other] = sidesOf(groups);
  const comparison = against(figures, other.target).find(
    ({ scenario, target, metric }) => scenario === claim.scenario && target === one.target && metric === 'throughput',
  );
  const labels = [one, other].map(({ target }) => labelOf(figures, target));
  const ours = [one, other].map(({ rps }, index) => ({ kind: /** @type {const} */ ('rate'), label: labels[index], rps }));
  if (!comparison) {
    const why = whyNotCompared(groups[0], groups[1], 'throughput') ?? { kind: /** @type {const} */ ('not recorded') };
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

/** @type {WeakMap<Figures, Map<string, Comparison[]>>} many claims need the same table */
const compared = new WeakMap();

/** @param {Figures} figures @param {string} baseline @returns {Comparison[]} of all targets with that one */
function against(figures, baseline) {
  const known = compared.get(figures) ?? new Map();
  compared.set(figures, known);
  if (!known.has(baseline)) known.set(baseline, comparisons(figures, baseline, figures.noise));
  return known.get(baseline);
}

/** @typedef {Pick<Judgement, 'outcome' | 'indicative' | 'why'>} Decision */

/**
 * With enough rounds: what the analysis calls a difference, after the correction for several comparisons and beyond the noise floor.
 * @param {Comparison} comparison
 * @param {{ times: number, level: boolean, alike: boolean }} claim
 * @returns {Decision}
 */
function byVerdict({ kind, low, high, rounds, because }, { times, level, alike }) {
  const decided = (/** @type {Outcome} */ outcome, /** @type {import('./judgement.js').ByVerdict['rule']} */ rule) => ({
    outcome,
    indicative: false,
    why: { kind: /** @type {const} */ ('verdict'), rule, times, level: LEVEL, verdict: kind, because, rounds },
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
 * @param {Comparison} comparison
 * @param {{ times: number, alike: boolean, slowers: import('./sides.js').Side[] }} claim `slowers`: whose bottleneck must explain it, if the ratio is below what
 *   was claimed, and if it is above
 * @returns {Decision}
 */
function byRounds({ roundRatios, rounds }, { times, alike, slowers }) {
  const undecided = (/** @type {Why} */ why) => /** @type {const} */ ({ outcome: 'cannot tell', indicative: false, why });
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

/** A count of one slice needs no interval. @param {Figures} figures @param {Group} group @param {{ from: number, to: number }} range @returns {Judgement} */
function judgeCount(figures, group, { from, to }) {
  const counts = present(group.good.map(({ stage }) => stage.successes));
  const answered = mean(counts);
  if (counts.length === 0) return cannotTell([], { kind: 'requests not recorded' });
  /** @type {Ours[]} */
  const ours = [{ kind: 'answered', label: labelOf(figures, group.target), answered }];
  return uncompared(answered >= from && answered <= to ? 'holds' : 'does not hold', ours, { kind: 'counted', from, to });
}

/** @param {Figures} figures @param {Group[]} groups @returns {Judgement} */
function judgeFewerThreads(figures, groups) {
  const ours = threadCounts(figures, groups);
  const [few, many] = groups.map(({ stage }) => stage.threadsMax);
  if (few === null || many === null) return cannotTell(ours, { kind: 'threads not recorded' });
  const holds = many > CLEAR * few;
  const isReverse = few > CLEAR * many;
  const outcome = holds ? 'holds' : isReverse ? 'does not hold' : 'cannot tell';
  return uncompared(outcome, ours, { kind: 'threads', bound: CLEAR, isClear: holds || isReverse });
}

/** @param {Figures} figures @param {Group[]} groups @param {number} atMost @returns {Judgement} */
function judgeNoThreads(figures, groups, atMost) {
  const ours = threadCounts(figures, groups);
  const [threads, few] = groups.map(({ stage }) => stage.threadsMax);
  if (threads === null || few === null) return cannotTell(ours, { kind: 'threads not recorded' });
  const more = threads - few;
  if (more <= atMost) return uncompared('holds', ours, { kind: 'threads level', atMost });
  return uncompared('does not hold', ours, { kind: 'threads grow', more, than: labelOf(figures, groups[1].target) });
}

/** @param {Figures} figures @param {Group[]} groups @returns {Ours[]} */
function threadCounts(figures, groups) {
  return groups.map((group) => ({ kind: 'threads', label: labelOf(figures, group.target), threads: group.stage.threadsMax }));
}

/** @param {Pick<Figures, 'run'>} figures @param {string} target */
function labelOf({ run }, target) {
  return run.catalogue.targets[target]?.label ?? target;
}

/** @param {Ours[]} ours @param {Why} why @returns {Judgement} */
function cannotTell(ours, why) {
  return uncompared('cannot tell', ours, why);
}

/** @param {Outcome} outcome @param {Ours[]} ours @param {Why} why @returns {Judgement} without a ratio of two targets */
function uncompared(outcome, ours, why) {
  return { outcome, indicative: false, ours, measured: null, why, bottleneck: null };
}
