/**
 * Does a published conclusion hold in runs of today? The rules are in docs/method.md, section 'Studies'.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Group} Group
 * @typedef {import('../analyse/types.js').Comparison} Comparison
 * @typedef {import('../analyse/types.js').CellFigures} CellFigures
 * @typedef {import('./types.js').Claim} Claim
 * @typedef {import('./types.js').Study} Study
 * @typedef {'holds' | 'does not hold' | 'cannot tell'} Outcome
 * @typedef {{ label: string, kind: string, sentence: string }} Held what held a target
 * @typedef {object} Judgement
 * @property {Outcome} outcome
 * @property {boolean} indicative are there too few rounds for a verdict?
 * @property {string[]} ours the figures, in words, of each target
 * @property {string} measured what was compared, and the ratio; empty where nothing was
 * @property {string} why the rule that gave the outcome, in words
 * @property {Held | null} held what held the slower one
 * @typedef {Judgement & { claim: Claim }} JudgedClaim
 * @typedef {{ text: string, outcome: Outcome, indicative: boolean, claims: JudgedClaim[] }} JudgedConclusion
 */
import { comparisons, pairedRounds, whyNotCompared } from '../analyse/comparison/comparison.js';
import { pooledRps } from '../analyse/comparison/rounds.js';
import { factor, ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { isCompiling } from '../analyse/cell/steady.js';
import { unfitReason } from '../record/fits.js';
import { count, list, number } from '../util/text.js';

/** Rounds without a verdict decide only beyond this ratio, and only if all of them do. */
const CLEAR = 1.5;
/** By how much more a target may lag that its CPU held while its JVM was not warm: rounds of one target have then been up to ×3.2 apart. */
const COLD = 4;
/** Two targets are level where a difference beyond this ratio can be excluded. */
const LEVEL = 1.1;
/** What a target itself lacked. Anything else explains no difference between two stacks. */
const EXPLAINS = ['target CPU', 'request threads', 'event loop', 'connection pool', 'offload scheduler'];

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
  if (!figures) return cannotTell([], 'not measured');
  const names = targetsOf(claim);
  const groups = names.map((target) => groupOf(figures, claim.scenario, target));
  const unusable = names.flatMap((target, index) => whyUnusable(figures, claim.scenario, target, groups[index]) ?? []);
  if (unusable.length > 0) return cannotTell([], unusable.join('; '));
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

/** @param {Figures} figures @param {string} scenario @param {string} target */
function groupOf({ groups }, scenario, target) {
  return groups.find((group) => group.scenario === scenario && group.target === target);
}

/** @param {Figures} figures @param {string} scenario @param {string} target @param {Group | undefined} group @returns {string | null} */
function whyUnusable({ run }, scenario, target, group) {
  const label = run.catalogue.targets[target]?.label ?? target;
  const unfit = unfitReason(run.catalogue, target, scenario);
  if (unfit !== null) return `${label} is not measured at ${scenario}: ${unfit}`;
  if (!group) return `${label} at ${scenario} was not measured`;
  if (group.isVoid) return `${label} is void: ${group.voided[0].voids[0]}`;
  if (group.good.length > 0) return null;
  const failed = group.bad.find(({ reason }) => reason !== null);
  return failed ? `${label} failed: ${failed.reason}` : `${label} at ${scenario} was not measured`;
}

/** @param {import('./types.js').Faster | import('./types.js').Alike} claim @param {Figures} figures @param {Group[]} groups @returns {Judgement} */
function judgeSpeed(claim, figures, [one, other]) {
  const stage = figures.run.stages.length - 1;
  const comparison = against(figures, other.target).find((each) => {
    return each.scenario === one.scenario && each.target === one.target && each.stage === stage && each.metric === 'throughput';
  });
  const pairs = pairedRounds(one, other);
  const ours = [
    rateText(figures, one, pairs.length > 0 ? pairs.map(([own]) => own) : one.good),
    rateText(figures, other, pairs.length > 0 ? pairs.map(([, base]) => base) : other.good),
  ];
  if (!comparison) return cannotTell(ours, whyNotCompared(one, other, stage) ?? 'not recorded');
  const times = 'times' in claim ? (claim.times ?? 1) : 1;
  const alike = 'alike' in claim;
  const { rounds, ratio } = comparison;
  const judged =
    rounds < ROUNDS_FOR_VERDICT
      ? byRounds(comparison, { times, alike, slowers: [one, other], stage })
      : byVerdict(comparison, { times, level: alike || claim.orLevel === true, alike });
  const measured = `${labelOf(figures, one)} ÷ ${labelOf(figures, other)} ${spread(comparison)}`;
  const slower = ratio < 1 ? one : other;
  const found = slower.good[0].limiters[stage];
  return { ...judged, ours, measured, held: found ? { label: labelOf(figures, slower), ...found } : null };
}

/** @param {Comparison} comparison @returns {string} '×1.20 [1.15, 1.25]', or the range of the rounds where they are too few for an interval */
function spread({ ratio, low, high, roundRatios }) {
  if (low !== null && high !== null) return `×${factor(ratio)} [${factor(low)}, ${factor(high)}]`;
  const [least, most] = [Math.min(...roundRatios), Math.max(...roundRatios)].map(factor);
  return least === most ? `×${least}` : `×${least}–${most}`;
}

/** @type {WeakMap<Figures, Map<string, Comparison[]>>} the same table is asked for by many claims */
const compared = new WeakMap();

/** @param {Figures} figures @param {string} baseline @returns {Comparison[]} of all targets with that one */
function against(figures, baseline) {
  const known = compared.get(figures) ?? new Map();
  compared.set(figures, known);
  if (!known.has(baseline)) known.set(baseline, comparisons(figures.run, figures.groups, baseline, figures.noise));
  return known.get(baseline);
}

/** @typedef {Pick<Judgement, 'outcome' | 'indicative' | 'why'>} Decision */

/**
 * With enough rounds: what the analysis calls a difference, after Holm's correction and beyond the noise floor.
 * @param {Comparison} comparison
 * @param {{ times: number, level: boolean, alike: boolean }} claim
 * @returns {Decision}
 */
function byVerdict({ kind, low, high, rounds, because }, { times, level, alike }) {
  const decided = (/** @type {Outcome} */ outcome, /** @type {string} */ what) => ({
    outcome,
    indicative: false,
    why: `${what} in ${rounds} rounds`,
  });
  const [least, most] = [Number(low), Number(high)];
  if (times !== 1) {
    if (least >= times) return decided('holds', `at least ×${times}`);
    if (most < times) return decided('does not hold', `less than ×${times}`);
    return decided('cannot tell', `×${times} is inside the interval`);
  }
  if (level && least >= 1 / LEVEL && (!alike || most <= LEVEL)) return decided('holds', `more than ×${LEVEL} is excluded`);
  if (kind === 'same') return decided('cannot tell', `no difference was shown${because ? ` (${because})` : ''}`);
  if (alike && least <= LEVEL && most >= 1 / LEVEL) return decided('cannot tell', `${kind}, but ×${LEVEL} is inside the interval`);
  return decided(kind === 'faster' && !alike ? 'holds' : 'does not hold', kind);
}

/**
 * With fewer: only what is beyond doubt in every round and has a cause.
 * @param {Comparison} comparison
 * @param {{ times: number, alike: boolean, slowers: [Group, Group], stage: number }} claim `slowers`: whose limiter must explain it, if the ratio is
 *   below what was claimed, and if it is above
 * @returns {Decision}
 */
function byRounds({ roundRatios, rounds }, { times, alike, slowers, stage }) {
  const beyond = (/** @type {number} */ bound) => (times === 1 ? `×${bound}` : `×${bound} of the ×${times} claimed`);
  const undecided = (/** @type {string} */ why) => /** @type {const} */ ({ outcome: 'cannot tell', indicative: false, why });
  const least = Math.min(...roundRatios) / times;
  const most = Math.max(...roundRatios) / times;
  if (least <= CLEAR && most >= 1 / CLEAR) {
    return undecided(
      `fewer than ${ROUNDS_FOR_VERDICT} rounds decide only beyond ${beyond(CLEAR)} in every one (there ${rounds === 1 ? 'is' : 'are'} ${rounds})`,
    );
  }
  const slower = most < 1 ? slowers[0] : slowers[1];
  if (!isExplained(slower, stage)) return undecided('nothing that was recorded explains it');
  const bound = lacksWarmUp(slower, stage) ? CLEAR * COLD : CLEAR;
  if (least <= bound && most >= 1 / bound) {
    return undecided(
      `the slower one had no CPU left while its JVM was not warm, which decides only beyond ${beyond(bound)} in every round`,
    );
  }
  return {
    outcome: least > 1 && !alike ? 'holds' : 'does not hold',
    indicative: true,
    why: `beyond ${beyond(bound)} in ${rounds === 1 ? 'the one round' : `each of ${rounds} rounds`}`,
  };
}

/** @param {Group} group @param {number} stage @returns {boolean} may cold code be why its CPU did not suffice, in any round? */
function lacksWarmUp({ good }, stage) {
  return good.some(({ steady, stages, limiters }) => {
    const isCold = steady === false || isCompiling(stages[stage].compilingShare);
    return isCold && limiters[stage]?.kind === 'target CPU';
  });
}

/** @param {Group} group @param {number} stage @returns {boolean} was it the target itself that lacked something, in every round? */
function isExplained({ good }, stage) {
  return good.every(({ limiters }) => EXPLAINS.includes(limiters[stage]?.kind ?? 'unknown'));
}

/** @param {Figures} figures @param {Group} group @param {{ from: number, to: number }} range @returns {Judgement} */
function judgeCount(figures, group, { from, to }) {
  const stage = figures.run.stages.length - 1;
  const counts = group.good.flatMap(({ stages }) => stages[stage].successes ?? []);
  if (counts.length === 0) return cannotTell([], 'its requests were not recorded');
  const inside = counts.filter((each) => each >= from && each <= to).length;
  const ours = [`${labelOf(figures, group)} ${list(counts.map(count))} answered`];
  return counted(ours, `counted; ${count(from)} to ${count(to)} is taken to be that`, inside, counts.length);
}

/** @param {Figures} figures @param {Group[]} groups @returns {Judgement} */
function judgeFewerThreads(figures, [fewer, more]) {
  const pairs = pairsOf(fewer, more);
  const ours = threadsText(figures, [fewer, more]);
  if (pairs.length === 0) return cannotTell(ours, 'the threads were not recorded');
  const reverse = pairs.every(([few, many]) => few > CLEAR * many);
  const holding = pairs.filter(([few, many]) => many > CLEAR * few).length;
  const judged = counted(ours, `threads are counted; beyond ×${CLEAR} in every round decides`, holding, pairs.length);
  return judged.outcome === 'does not hold' && !reverse ? { ...judged, outcome: 'cannot tell' } : judged;
}

/** @param {Figures} figures @param {Group[]} groups @param {number} atMost @returns {Judgement} */
function judgeNoThreads(figures, [own, base], atMost) {
  const pairs = pairsOf(own, base);
  const ours = threadsText(figures, [own, base]);
  if (pairs.length === 0) return cannotTell(ours, 'the threads were not recorded');
  const more = Math.max(...pairs.map(([threads, few]) => threads - few));
  const inside = pairs.filter(([threads, few]) => threads - few <= atMost).length;
  const grows =
    inside < pairs.length
      ? `it grows threads, ${count(more)} more than ${labelOf(figures, base)}`
      : `up to ${count(atMost)} more are taken to be none`;
  return counted(ours, `threads are counted; ${grows}`, inside, pairs.length);
}

/** @param {string[]} ours @param {string} why @param {number} inside @param {number} all @returns {Judgement} a count needs no interval */
function counted(ours, why, inside, all) {
  const outcome = inside === all ? 'holds' : inside === 0 ? 'does not hold' : 'cannot tell';
  return { outcome, indicative: false, ours, measured: '', why, held: null };
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

/** @param {Figures} figures @param {Group[]} groups */
function threadsText(figures, groups) {
  return groups.map((group) => `${labelOf(figures, group)} ${count(group.overall.threadsMax)} threads`);
}

/** @param {Figures} figures @param {Group} group @param {CellFigures[]} cells of the rounds that are compared, so that figures and ratio agree */
function rateText(figures, group, cells) {
  const stages = cells.map((cell) => cell.stages[cell.stages.length - 1]);
  return `${labelOf(figures, group)} ${number(pooledRps(stages))}/s`;
}

/** @param {Figures} figures @param {Group} group */
function labelOf({ run }, { target }) {
  return run.catalogue.targets[target].label;
}

/** @param {string[]} ours @param {string} why @returns {Judgement} */
function cannotTell(ours, why) {
  return { outcome: 'cannot tell', indicative: false, ours, measured: '', why, held: null };
}
