/**
 * Does a published conclusion hold in runs of today? The rules are in docs/method.md, section 'Studies'.
 *
 * @typedef {import('../../analyse/types.js').Figures} Figures
 * @typedef {import('../../analyse/types.js').Group} Group
 * @typedef {import('../../analyse/types.js').BlockGroup} BlockGroup
 * @typedef {import('../../analyse/types.js').Comparison} Comparison
 * @typedef {import('../../analyse/types.js').CellFigures} CellFigures
 * @typedef {import('../types.js').Claim} Claim
 * @typedef {import('../types.js').Study} Study
 * @typedef {import('./judgement.js').Judgement} Judgement
 * @typedef {import('./judgement.js').Outcome} Outcome
 * @typedef {import('./judgement.js').Why} Why
 * @typedef {import('./judgement.js').Ours} Ours
 * @typedef {Judgement & { claim: Claim }} JudgedClaim
 * @typedef {{ text: string, outcome: Outcome, indicative: boolean, claims: JudgedClaim[] }} JudgedConclusion
 */
import { comparisons } from '../../analyse/comparison/comparison.js';
import { pairedRounds } from '../../analyse/comparison/comparability.js';
import { ROUNDS_FOR_VERDICT, ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../../analyse/statistics/verdict.js';
import { unfitReason } from '../../record/fits.js';
import { blocksPair, cellsPair } from './sides.js';

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
  const isOfSpeed = 'alike' in claim || 'faster' in claim;
  if (isOfSpeed && figures.blocks.some(({ scenario }) => scenario === claim.scenario)) return judgeBlocks(claim, figures, names);
  const groups = names.map((target) => groupOf(figures.groups, claim.scenario, target));
  const targets = names.flatMap((target, index) => whyUnusable(figures, claim.scenario, target, groups[index]) ?? []);
  if (targets.length > 0) return cannotTell([], { kind: 'unusable', targets });
  const measured = /** @type {Group[]} */ (groups);
  if ('answered' in claim) return judgeCount(figures, measured[0], claim.answered);
  if ('fewerThreads' in claim) return judgeFewerThreads(figures, measured);
  if ('threadsOver' in claim) return judgeNoThreads(figures, measured, claim.atMost);
  return judgeSpeed(claim, figures, cellsPair(measured, figures.run));
}

/** @param {import('../types.js').Faster | import('../types.js').Alike} claim @param {Figures} figures @param {string[]} names of its targets @returns {Judgement} */
function judgeBlocks(claim, figures, names) {
  const groups = names.map((target) => groupOf(figures.blocks, claim.scenario, target));
  const targets = names.flatMap((target, index) => whyBlocksUnusable(figures, claim.scenario, target, groups[index]) ?? []);
  if (targets.length > 0) return cannotTell([], { kind: 'unusable', targets });
  return judgeSpeed(claim, figures, blocksPair(/** @type {BlockGroup[]} */ (groups)));
}

/** @param {Claim} claim @returns {string[]} the one it is about first */
function targetsOf(claim) {
  if ('alike' in claim) return claim.alike;
  if ('answered' in claim) return [claim.target];
  if ('fewerThreads' in claim) return [claim.fewerThreads, claim.than];
  if ('threadsOver' in claim) return [claim.target, claim.threadsOver];
  return [claim.faster, claim.than];
}

/** @template {{ scenario: string, target: string }} T @param {T[]} groups @param {string} scenario @param {string} target */
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
function whyUnusable({ run }, scenario, target, group) {
  const label = labelOf({ run }, target);
  const unfit = unfitReason(run.catalogue, target, scenario);
  if (unfit !== null) return { kind: 'unfit', label, scenario, reason: unfit };
  if (!group) return { kind: 'not measured', label, scenario };
  if (group.isVoid) return { kind: 'void', label, reason: group.voided[0].voids[0] };
  if (group.good.length > 0) return null;
  const failed = group.bad.find(({ reason }) => reason !== null);
  return failed ? { kind: 'failed', label, reason: String(failed.reason) } : { kind: 'not measured', label, scenario };
}

/**
 * @param {Figures} figures
 * @param {string} scenario
 * @param {string} target
 * @param {BlockGroup | undefined} group
 * @returns {import('./judgement.js').Unusable | null}
 */
function whyBlocksUnusable({ run, sequences }, scenario, target, group) {
  const label = labelOf({ run }, target);
  if (group?.isVoid) return { kind: 'void', label, reason: group.voided[0].voids[0] };
  if (group && group.good.length > 0) return null;
  const failed = sequences.find(({ planned, state }) => planned.scenario === scenario && state === 'failed');
  return failed ? { kind: 'failed', label, reason: failed.reason ?? 'no reason recorded' } : { kind: 'not measured', label, scenario };
}

/**
 * @param {import('../types.js').Faster | import('../types.js').Alike} claim
 * @param {Figures} figures
 * @param {import('./sides.js').Pair} pair
 * @returns {Judgement}
 */
function judgeSpeed(claim, figures, { sides: [one, other], isOfBlocks, whyNotCompared }) {
  const last = figures.run.stages.length - 1;
  const comparison = against(figures, other.target).find((each) => {
    return (
      each.scenario === claim.scenario && each.target === one.target && each.metric === 'throughput' && (isOfBlocks || each.stage === last)
    );
  });
  const labels = [one, other].map(({ target }) => labelOf(figures, target));
  const ours = [one, other].map(({ rps }, index) => ({ kind: /** @type {const} */ ('rate'), label: labels[index], rps }));
  if (!comparison) return cannotTell(ours, { kind: 'not compared', why: whyNotCompared ?? { kind: 'not recorded' } });
  const times = 'times' in claim ? (claim.times ?? 1) : 1;
  const alike = 'alike' in claim;
  const { rounds, ratio } = comparison;
  const leastRounds = isOfBlocks ? ROUNDS_FOR_VERDICT_OF_BLOCKS : ROUNDS_FOR_VERDICT;
  const judged =
    rounds < leastRounds
      ? byRounds(comparison, { times, alike, slowers: [one, other], leastRounds })
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
 * @param {{ times: number, alike: boolean, slowers: import('./sides.js').Pair['sides'], leastRounds: number }} claim `slowers`: whose bottleneck must explain it,
 *   if the ratio is below what was claimed, and if it is above; `leastRounds`: for a verdict
 * @returns {Decision}
 */
function byRounds({ roundRatios, rounds }, { times, alike, slowers, leastRounds }) {
  const undecided = (/** @type {Why} */ why) => /** @type {const} */ ({ outcome: 'cannot tell', indicative: false, why });
  const least = Math.min(...roundRatios) / times;
  const most = Math.max(...roundRatios) / times;
  if (least <= CLEAR && most >= 1 / CLEAR) {
    return undecided({ kind: 'too close', bound: CLEAR, times, rounds, roundsForVerdict: leastRounds });
  }
  const slower = most < 1 ? slowers[0] : slowers[1];
  if (!slower.isExplained) return undecided({ kind: 'unexplained' });
  const bound = slower.lacksWarmUp ? CLEAR * COLD : CLEAR;
  if (least <= bound && most >= 1 / bound) return undecided({ kind: 'cold', bound, times });
  return { outcome: least > 1 && !alike ? 'holds' : 'does not hold', indicative: true, why: { kind: 'clear', bound, times, rounds } };
}

/** @param {Figures} figures @param {Group} group @param {{ from: number, to: number }} range @returns {Judgement} */
function judgeCount(figures, group, { from, to }) {
  const stage = figures.run.stages.length - 1;
  const counts = group.good.flatMap(({ stages }) => stages[stage].successes ?? []);
  if (counts.length === 0) return cannotTell([], { kind: 'requests not recorded' });
  const inside = counts.filter((each) => each >= from && each <= to).length;
  /** @type {Ours[]} */
  const ours = [{ kind: 'answered', label: labelOf(figures, group.target), counts }];
  return counted(ours, { kind: 'counted', from, to }, inside, counts.length);
}

/** @param {Figures} figures @param {Group[]} groups @returns {Judgement} */
function judgeFewerThreads(figures, [fewer, more]) {
  const pairs = pairsOf(fewer, more);
  const ours = threadCounts(figures, [fewer, more]);
  if (pairs.length === 0) return cannotTell(ours, { kind: 'threads not recorded' });
  const holds = pairs.every(([few, many]) => many > CLEAR * few);
  const isReverse = pairs.every(([few, many]) => few > CLEAR * many);
  const outcome = holds ? 'holds' : isReverse ? 'does not hold' : 'cannot tell';
  return uncompared(outcome, ours, { kind: 'threads', bound: CLEAR, isClear: holds || isReverse });
}

/** @param {Figures} figures @param {Group[]} groups @param {number} atMost @returns {Judgement} */
function judgeNoThreads(figures, [own, base], atMost) {
  const pairs = pairsOf(own, base);
  const ours = threadCounts(figures, [own, base]);
  if (pairs.length === 0) return cannotTell(ours, { kind: 'threads not recorded' });
  const more = Math.max(...pairs.map(([threads, few]) => threads - few));
  const inside = pairs.filter(([threads, few]) => threads - few <= atMost).length;
  /** @type {Why} */
  const why =
    inside < pairs.length ? { kind: 'threads grow', more, than: labelOf(figures, base.target) } : { kind: 'threads level', atMost };
  return counted(ours, why, inside, pairs.length);
}

/** @param {Ours[]} ours @param {Why} why @param {number} inside @param {number} all @returns {Judgement} a count needs no interval */
function counted(ours, why, inside, all) {
  return uncompared(inside === all ? 'holds' : inside === 0 ? 'does not hold' : 'cannot tell', ours, why);
}

/** @param {Group} one @param {Group} other @returns {[number, number][]} threads of both in each round that both have */
function pairsOf(one, other) {
  return pairedRounds(one, other).flatMap(([cell, partner]) => {
    const [threads, others] = [threadsOf(cell), threadsOf(partner)];
    return threads === null || others === null ? [] : [/** @type {[number, number]} */ ([threads, others])];
  });
}

/** @param {CellFigures} cell @returns {number | null} */
function threadsOf({ stages }) {
  const known = stages.flatMap(({ threadsMax }) => threadsMax ?? []);
  return known.length > 0 ? Math.max(...known) : null;
}

/** @param {Figures} figures @param {Group[]} groups @returns {Ours[]} */
function threadCounts(figures, groups) {
  return groups.map((group) => ({ kind: 'threads', label: labelOf(figures, group.target), threads: group.overall.threadsMax }));
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
