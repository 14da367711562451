import { latencyMs, merged } from '../../record/hlog.js';
import { highest, present } from '../../util/math.js';
import { cpuOfStages, meanByTime, pooledRps, throttledShare, total } from './rounds.js';

/** @typedef {import('../types.js').StageFigures} StageFigures */

/**
 * The plateaus of some slices as one: sums over sums, histograms merged.
 * @param {StageFigures[]} slices of one target, at least one
 * @returns {StageFigures}
 */
export function pooledStage(slices) {
  const logged = slices.filter(({ plateauSuccesses }) => plateauSuccesses !== null);
  const stages = logged.length > 0 ? logged : slices;
  const mean = (/** @type {(stage: StageFigures) => number | null} */ figure) => meanByTime(stages, figure);
  const most = (/** @type {(stage: StageFigures) => number | null} */ figure) => highest(stages.map(figure));
  const added = (/** @type {(stage: StageFigures) => number | null} */ figure) => total(stages.map(figure));
  const okHistogram = merged(stages.map((stage) => stage.okHistogram));
  return {
    vus: stages[0].vus,
    successes: added((stage) => stage.successes),
    failures: added((stage) => stage.failures),
    plateauSeconds: Number(added((stage) => stage.plateauSeconds)),
    plateauSuccesses: added((stage) => stage.plateauSuccesses),
    plateauFailures: added((stage) => stage.plateauFailures),
    rps: pooledRps(stages),
    latency: latencyMs(okHistogram),
    cpuCores: mean((stage) => stage.cpuCores),
    compilerCores: mean((stage) => stage.compilerCores),
    ...cpuOfStages(stages),
    threadsMax: most((stage) => stage.threadsMax),
    inFlightMax: most((stage) => stage.inFlightMax),
    heapMaxBytes: most((stage) => stage.heapMaxBytes),
    rssMaxBytes: most((stage) => stage.rssMaxBytes),
    throttling: throttlingOf(stages),
    throttledShare: throttledShare(stages),
    compilingShare: mean((stage) => stage.compilingShare),
    gcPauseShare: mean((stage) => stage.gcPauseShare),
    processCores: coresOf(stages),
    absent: {},
    okHistogram,
  };
}

/** @param {StageFigures[]} stages @returns {StageFigures['throttling']} */
function throttlingOf(stages) {
  const counted = present(stages.map(({ throttling }) => throttling));
  const throttled = total(counted.map((each) => each.throttled));
  const periods = total(counted.map((each) => each.periods));
  return throttled === null || periods === null ? null : { throttled, periods };
}

/** @param {StageFigures[]} stages @returns {Record<string, number>} mean by time of each process */
function coresOf(stages) {
  const names = [...new Set(stages.flatMap(({ processCores }) => Object.keys(processCores)))];
  return Object.fromEntries(names.map((name) => [name, Number(meanByTime(stages, ({ processCores }) => processCores[name] ?? null))]));
}
