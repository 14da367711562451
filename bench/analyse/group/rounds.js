import { latencyMs, merged } from '../../record/hlog.js';
import { coresWithoutCompilers } from '../slice/stage.js';
import { generatorCores } from '../slice/shares.js';
import { highest, present, sum } from '../../util/math.js';

/**
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../types.js').StageOfRounds} StageOfRounds
 */

/** @param {number} vus @param {StageFigures[]} stages the slices of each round as one @returns {Omit<StageOfRounds, 'bottlenecks'>} */
export function stageOfRounds(vus, stages) {
  const rpsByRound = present(stages.map(({ rps }) => rps));
  return {
    vus,
    rounds: stages.length,
    successes: total(stages.map((stage) => stage.successes)),
    failures: total(stages.map((stage) => stage.failures)),
    rps: pooledRps(stages),
    rpsRange: range(rpsByRound),
    rpsByRound,
    latency: latencyMs(merged(stages.map(({ okHistogram }) => okHistogram))),
    cpuCores: meanByTime(stages, (stage) => stage.cpuCores),
    cpuPer1000Range: range(stages.map((stage) => stage.cpuPer1000)),
    generatorCores: meanByTime(stages, (stage) => generatorCores(stage.processCores) ?? null),
    ...cpuOfStages(stages),
    threadsMax: highest(stages.map((stage) => stage.threadsMax)),
    inFlightMax: highest(stages.map((stage) => stage.inFlightMax)),
    heapMaxBytes: highest(stages.map((stage) => stage.heapMaxBytes)),
    rssMaxBytes: highest(stages.map((stage) => stage.rssMaxBytes)),
    throttledShare: throttledShare(stages),
  };
}

/** @param {StageFigures[]} stages @returns {Pick<StageFigures, 'cpuPer1000' | 'compilerCpuPer1000'>} of all of them together */
export function cpuOfStages(stages) {
  const isMetered = stages.some(({ compilerCores }) => compilerCores !== null);
  return {
    cpuPer1000: cpuPer1000(stages, coresWithoutCompilers),
    compilerCpuPer1000: isMetered ? cpuPer1000(stages, ({ compilerCores }) => compilerCores ?? 0) : null,
  };
}

/** CPU seconds over thousands of successes, both of the plateaus that have both. @param {StageFigures[]} stages @param {(stage: StageFigures) => number} cores */
function cpuPer1000(stages, cores) {
  let cpuSeconds = 0;
  let successes = 0;
  for (const stage of stages) {
    if (stage.cpuCores === null || stage.plateauSuccesses === null) continue;
    cpuSeconds += cores(stage) * stage.plateauSeconds;
    successes += stage.plateauSuccesses;
  }
  return successes > 0 ? (cpuSeconds / successes) * 1000 : null;
}

/** @param {StageFigures[]} stages */
export function throttledShare(stages) {
  const counted = present(stages.map(({ throttling }) => throttling));
  const periods = sum(counted.map((each) => each.periods));
  return periods > 0 ? sum(counted.map((each) => each.throttled)) / periods : null;
}

/** @param {StageFigures[]} stages @param {(stage: StageFigures) => number | null} cores or another figure @returns {number | null} mean by time of the plateaus */
export function meanByTime(stages, cores) {
  const known = stages.filter((stage) => cores(stage) !== null && stage.plateauSeconds > 0);
  const seconds = sum(known.map((stage) => stage.plateauSeconds));
  return seconds > 0 ? sum(known.map((stage) => Number(cores(stage)) * stage.plateauSeconds)) / seconds : null;
}

/** @param {StageFigures[]} stages @returns {number | null} successes per second of their plateaus together; one without a log counts not at all */
export function pooledRps(stages) {
  const known = stages.filter(({ plateauSuccesses }) => plateauSuccesses !== null);
  const seconds = sum(known.map(({ plateauSeconds }) => plateauSeconds));
  return seconds > 0 ? sum(known.map(({ plateauSuccesses }) => Number(plateauSuccesses))) / seconds : null;
}

/** @param {(number | null)[]} values @returns {number | null} */
export function total(values) {
  const known = present(values);
  return known.length > 0 ? sum(known) : null;
}

/** @param {(number | null)[]} values @returns {import('../types.js').Range | null} */
function range(values) {
  const known = present(values);
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : null;
}
