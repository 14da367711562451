/**
 * Does a published conclusion hold in runs of today? The rules are in docs/method.md, section 'Studies'.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Group} Group
 * @typedef {import('../analyse/types.js').Comparison} Comparison
 * @typedef {import('./types.js').Claim} Claim
 * @typedef {import('./types.js').Study} Study
 * @typedef {'holds' | 'does not hold' | 'cannot tell'} Outcome
 * @typedef {{ outcome: Outcome, indicative: boolean, ours: string, reason: string }} Judgement `ours`: the figures, in words; `indicative`: too few
 *   rounds for a verdict
 * @typedef {Judgement & { claim: Claim }} JudgedClaim
 * @typedef {{ text: string, outcome: Outcome, indicative: boolean, claims: JudgedClaim[] }} JudgedConclusion
 */
import { comparisons } from '../analyse/comparison.js';
import { factor, printed, ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { count, list, number, plural } from '../report/format.js';

/** Rounds without a verdict decide only beyond this ratio, and only if all of them do. */
const CLEAR = 1.5;
/** Two targets are level where a difference beyond this ratio can be excluded. */
const LEVEL = 1.1;
/** What a target itself lacked. Anything else explains no difference between two stacks. */
const EXPLAINS = ['target CPU', 'request threads', 'event loop', 'connection pool'];

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
  const against = claims.filter(({ outcome }) => outcome === 'does not hold');
  if (against.length > 0) return { outcome: 'does not hold', indicative: against.every(({ indicative }) => indicative) };
  if (claims.some(({ outcome }) => outcome === 'cannot tell')) return { outcome: 'cannot tell', indicative: false };
  return { outcome: 'holds', indicative: claims.some(({ indicative }) => indicative) };
}

/** @param {Claim} claim @param {Figures | undefined} figures @returns {Judgement} */
function judgeClaim(claim, figures) {
  if (!figures) return cannotTell('–', 'not measured');
  const names = targetsOf(claim);
  const groups = names.map((target) => groupOf(figures, claim.scenario, target));
  const unusable = names.flatMap((target, index) => whyUnusable(figures, claim.scenario, target, groups[index]) ?? []);
  if (unusable.length > 0) return cannotTell('–', unusable.join('; '));
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
  const unfit = run.catalogue.targets[target]?.unfit?.[scenario];
  if (unfit) return `${label} is not measured at ${scenario}: ${unfit}`;
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
  const ours = `${rateText(figures, one)}, ${rateText(figures, other)}`;
  if (!comparison) return cannotTell(ours, 'no valid round in common');
  const withRatio = `${ours} (×${factor(comparison.ratio)})`;
  const times = 'times' in claim ? (claim.times ?? 1) : 1;
  const level = 'alike' in claim || claim.orLevel === true;
  const judged =
    comparison.rounds < ROUNDS_FOR_VERDICT
      ? byRounds(comparison, { times, alike: 'alike' in claim, slowers: [one, other], stage })
      : byVerdict(comparison, { times, level, alike: 'alike' in claim });
  return { ...judged, ours: withRatio, reason: withLimiter(judged, comparison, [one, other], stage) };
}

/** @type {WeakMap<Figures, Map<string, Comparison[]>>} the same table is asked for by many claims */
const compared = new WeakMap();

/** @param {Figures} figures @param {string} baseline @returns {Comparison[]} of all targets with that one */
function against(figures, baseline) {
  const known = compared.get(figures) ?? new Map();
  compared.set(figures, known);
  if (!known.has(baseline)) known.set(baseline, comparisons(figures.run, figures.groups, baseline, figures.floors));
  return known.get(baseline);
}

/**
 * With enough rounds: what the analysis calls a difference, after Holm's correction and beyond the noise floor.
 * @param {Comparison} comparison
 * @param {{ times: number, level: boolean, alike: boolean }} claim
 * @returns {{ outcome: Outcome, indicative: boolean, reason: string }}
 */
function byVerdict(comparison, { times, level, alike }) {
  const low = Number(comparison.low);
  const high = Number(comparison.high);
  const said =
    printed(comparison) === '~' ? `no difference was shown: ×${factor(comparison.ratio)} ${interval(low, high)}` : printed(comparison);
  const reason = `${said} in ${comparison.rounds} rounds`;
  const decided = (/** @type {Outcome} */ outcome) => ({ outcome, indicative: false, reason });
  if (times !== 1) {
    if (low >= times) return decided('holds');
    return decided(high < times ? 'does not hold' : 'cannot tell');
  }
  if (level && low >= 1 / LEVEL && (!alike || high <= LEVEL)) return decided('holds');
  if (comparison.kind === 'slower') return decided('does not hold');
  if (comparison.kind === 'faster') return decided(alike ? 'does not hold' : 'holds');
  return decided('cannot tell');
}

/**
 * With fewer: only what is beyond doubt in every round and has a cause.
 * @param {Comparison} comparison
 * @param {{ times: number, alike: boolean, slowers: [Group, Group], stage: number }} claim `slowers`: whose limiter must explain it, if the ratio is
 *   below what was claimed, and if it is above
 * @returns {{ outcome: Outcome, indicative: boolean, reason: string }}
 */
function byRounds({ roundRatios, rounds }, { times, alike, slowers, stage }) {
  const range = rounds > 1 ? `×${factor(Math.min(...roundRatios))} to ×${factor(Math.max(...roundRatios))}` : `×${factor(roundRatios[0])}`;
  const measured = `${range} in ${plural(rounds, 'round')}`;
  const above = roundRatios.every((ratio) => ratio / times > CLEAR);
  const below = roundRatios.every((ratio) => ratio / times < 1 / CLEAR);
  const undecided = (/** @type {string} */ why) =>
    /** @type {const} */ ({ outcome: 'cannot tell', indicative: false, reason: `${measured}: ${why}` });
  if (!above && !below) {
    const beyond = times === 1 ? '' : ` of the ×${times} claimed`;
    return undecided(`fewer than ${ROUNDS_FOR_VERDICT} rounds decide only beyond ×${CLEAR}${beyond} in every one`);
  }
  const slower = below ? slowers[0] : slowers[1];
  if (!isExplained(slower, stage)) return undecided('nothing that was recorded explains it');
  return { outcome: above && !alike ? 'holds' : 'does not hold', indicative: true, reason: `indicative, ${measured}` };
}

/** @param {Group} group @param {number} stage @returns {boolean} was it the target itself that lacked something, in every round? */
function isExplained({ good }, stage) {
  return good.every(({ limiters }) => EXPLAINS.includes(limiters[stage]?.kind ?? 'unknown'));
}

/** @param {{ reason: string }} judged @param {Comparison} comparison @param {Group[]} groups @param {number} stage */
function withLimiter({ reason }, { ratio }, [one, other], stage) {
  const slower = ratio < 1 ? one : other;
  const sentence = slower.good[0].limiters[stage]?.sentence;
  const voided = one.voided.length + other.voided.length;
  const without = voided > 0 ? ` ${plural(voided, 'void cell')} decided nothing.` : '';
  return `${reason}. ${sentence ?? ''}${without}`.trim();
}

/** @param {Figures} figures @param {Group} group @param {{ from: number, to: number }} range @returns {Judgement} */
function judgeCount(figures, group, { from, to }) {
  const stage = figures.run.stages.length - 1;
  const counts = group.good.map(({ stages }) => stages[stage].successes ?? 0);
  const ours = `${labelOf(figures, group)} ${list(counts.map(count))} answered`;
  const inside = counts.filter((each) => each >= from && each <= to).length;
  return counted(
    ours,
    `counted in ${plural(counts.length, 'round')}; ${count(from)} to ${count(to)} is taken to be that`,
    inside,
    counts.length,
  );
}

/** @param {Figures} figures @param {Group[]} groups @returns {Judgement} */
function judgeFewerThreads(figures, [fewer, more]) {
  const pairs = pairsOf(fewer, more);
  const ours = threadsText(figures, [fewer, more]);
  const holding = pairs.filter(([few, many]) => many > CLEAR * few).length;
  const reverse = pairs.every(([few, many]) => few > CLEAR * many);
  const reason = `counted in ${plural(pairs.length, 'round')}; beyond ×${CLEAR} in every one decides`;
  if (pairs.length === 0) return cannotTell(ours, 'the threads were not recorded');
  if (holding === pairs.length) return { outcome: 'holds', indicative: false, ours, reason };
  return { outcome: reverse ? 'does not hold' : 'cannot tell', indicative: false, ours, reason };
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
      ? `it grows threads: ${count(more)} more than ${labelOf(figures, base)}`
      : `at most ${count(atMost)} more are taken to be none`;
  return counted(ours, `counted in ${plural(pairs.length, 'round')}; ${grows}`, inside, pairs.length);
}

/** @param {string} ours @param {string} reason @param {number} inside @param {number} all @returns {Judgement} a count needs no interval */
function counted(ours, reason, inside, all) {
  const outcome = inside === all ? 'holds' : inside === 0 ? 'does not hold' : 'cannot tell';
  return { outcome, indicative: false, ours, reason };
}

/** @param {Group} one @param {Group} other @returns {[number, number][]} threads of both in each round that both have */
function pairsOf(one, other) {
  return one.good.flatMap((cell) => {
    const partner = other.good.find(({ planned }) => planned.round === cell.planned.round);
    const [threads, others] = [threadsOf(cell), partner ? threadsOf(partner) : null];
    return threads === null || others === null ? [] : [/** @type {[number, number]} */ ([threads, others])];
  });
}

/** @param {import('../analyse/types.js').CellFigures} cell @returns {number | null} */
function threadsOf({ stages }) {
  const known = stages.flatMap(({ threadsMax }) => threadsMax ?? []);
  return known.length > 0 ? Math.max(...known) : null;
}

/** @param {Figures} figures @param {Group[]} groups */
function threadsText(figures, groups) {
  return groups.map((group) => `${labelOf(figures, group)} ${count(group.overall.threadsMax)} threads`).join(', ');
}

/** @param {Figures} figures @param {Group} group */
function rateText(figures, group) {
  return `${labelOf(figures, group)} ${number(group.stages[group.stages.length - 1].rps)}/s`;
}

/** @param {Figures} figures @param {Group} group */
function labelOf({ run }, { target }) {
  return run.catalogue.targets[target].label;
}

/** @param {number} low @param {number} high */
function interval(low, high) {
  return `[${factor(low)}, ${factor(high)}]`;
}

/** @param {string} ours @param {string} reason @returns {Judgement} */
function cannotTell(ours, reason) {
  return { outcome: 'cannot tell', indicative: false, ours, reason };
}
