/** What a comparison of warm-ups needs beside its variants, and how long the warm-ups of others take. */

/** @typedef {import('../../record/catalogue.js').Target} Target */

/** The slice of one target is the other's pause, in which its compilers go on: after one block all are warmed up with pauses. */
const MOST_BLOCKS_A_ROUND = 1;
/** As most of the 30 s that were measured after each of the published warm-ups. */
const SLICE_SECONDS = 20;

/**
 * Two minutes in one go and a pause of 30 s, or ten bursts of 15 s with pauses as long (quarkusio/spring-quarkus-perf-comparison, pull request 681).
 * Here both have less load.
 * @typedef {{ bursts: number, burstSeconds: number, pauseSeconds: number }} FixedWarmUp a pause follows each burst
 * @type {Record<string, FixedWarmUp>}
 */
const FIXED = {
  continuous: { bursts: 1, burstSeconds: 40, pauseSeconds: 10 },
  pauses: { bursts: 4, burstSeconds: 10, pauseSeconds: 10 },
};

/** @param {Pick<Target, 'variant'>} target @returns {FixedWarmUp | null} null where it is warmed up until it is steady */
export function fixedWarmUp({ variant }) {
  return variant?.knob === 'warmup' ? (FIXED[variant.value] ?? null) : null;
}

/**
 * @typedef {object} BlockRules
 * @property {boolean} areFirst after the warm-up: staircases come later
 * @property {number} [mostARound] of a scenario
 * @property {boolean} areRepeated where something around the run made them void
 */

/**
 * Of warm-ups, only what follows them at once can be compared.
 * @param {Pick<import('../../record/catalogue.js').Catalogue, 'targets'>} catalogue of a run
 * @returns {BlockRules}
 */
export function blockRules({ targets }) {
  const comparesWarmUps = Object.values(targets).some(({ variant }) => variant?.knob === 'warmup');
  return comparesWarmUps ? { areFirst: true, mostARound: MOST_BLOCKS_A_ROUND, areRepeated: false } : { areFirst: false, areRepeated: true };
}

/** @param {FixedWarmUp} warmUp @returns {number} with its pauses */
export function fixedSeconds({ bursts, burstSeconds, pauseSeconds }) {
  return bursts * (burstSeconds + pauseSeconds);
}

/**
 * @template {import('../../record/run.js').Plan} P
 * @param {P} plan
 * @param {Pick<import('../../record/variant.js').Sweep, 'over'>} sweep
 * @returns {P} where warm-ups are swept, with long slices and one block a round
 */
export function slicedFor(plan, { over }) {
  return over === 'warmup' ? { ...plan, blocks: MOST_BLOCKS_A_ROUND, sliceSeconds: SLICE_SECONDS } : plan;
}
