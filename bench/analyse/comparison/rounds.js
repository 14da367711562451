import { bottlenecksOfRounds } from '../bottleneck/rounds.js';
import { latencyMs, merged } from '../../record/hlog.js';
import { coresWithoutCompilers } from '../cell/figures.js';
import { generatorCores } from '../cell/shares.js';
import { highest, mean, present, sum } from '../../util/math.js';

/**
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('../types.js').StageFigures} StageFigures
 * @typedef {import('../types.js').StageOfRounds} StageOfRounds
 */

/**
 * One target in one scenario, its rounds together: sums over sums, histograms merged, never a mean of ratios. Void cells enter only
 * where there are no others: then their figures are shown as void.
 * @param {string} scenario
 * @param {string} target
 * @param {CellFigures[]} cells all cells of this scenario and target
 * @param {{vus: number}[]} plan the staircase
 * @returns {import('../types.js').Group}
 */
export function group(scenario, target, cells, plan) {
  const measured = cells
    .filter(({ state, stages }) => state === 'ok' && stages.length > 0)
    .sort((a, b) => a.planned.round - b.planned.round);
  const voided = measured.filter(({ voids }) => voids.length > 0);
  const isVoid = measured.length > 0 && voided.length === measured.length;
  const good = isVoid ? measured : measured.filter((cell) => !voided.includes(cell));
  return {
    scenario,
    target,
    good,
    isVoid,
    voided,
    bad: cells.filter((cell) => !measured.includes(cell)),
    stages: plan.map(({ vus }, index) => ({
      ...stageOfRounds(vus, present(good.map((cell) => cell.stages[index]))),
      bottlenecks: bottlenecksOfRounds(good, index).map(({ bottleneck, rounds }) => ({ kind: bottleneck.kind, rounds })),
      littlesLaw: littlesLawOfRounds(present(good.map((cell) => cell.littlesLaw[index]))),
      rise: riseOfRounds(present(good.map((cell) => cell.stillRising[index]))),
    })),
    seconds: secondsOfRounds(good),
    overall: overStages(good.flatMap((cell) => cell.stages)),
    failures: total(good.flatMap(failuresOf)),
    unanswered: total(good.map((cell) => cell.cell?.k6?.interrupted ?? null)),
  };
}

/** @param {import('../types.js').LittlesLaw[]} laws @returns {StageOfRounds['littlesLaw']} */
export function littlesLawOfRounds(laws) {
  if (laws.length === 0) return null;
  const off = laws.filter(({ holds }) => !holds);
  return {
    users: mean(laws.map(({ users }) => users)),
    betweenRequests: Math.max(...laws.map(({ betweenRequests }) => betweenRequests)),
    off: off.length,
    rounds: laws.length,
    explanations: off.map(({ explanation }) => explanation),
  };
}

/** @param {boolean[]} rising of the rounds that can tell @returns {StageOfRounds['rise']} */
export function riseOfRounds(rising) {
  return { rising: rising.filter(Boolean).length, rounds: rising.length };
}

/**
 * @param {number} vus
 * @param {StageFigures[]} stages the same stage of every round
 * @returns {Omit<StageOfRounds, 'bottlenecks' | 'littlesLaw' | 'rise'>}
 */
export function stageOfRounds(vus, stages) {
  const rpsByRound = present(stages.map(({ rps }) => rps));
  const successes = total(stages.map((stage) => stage.successes));
  return {
    vus,
    rounds: stages.length,
    successes,
    failures: total(stages.map((stage) => stage.failures)),
    successesPerRound: successes !== null ? successes / present(stages.map((stage) => stage.successes)).length : null,
    successesRange: range(stages.map((stage) => stage.successes)),
    rps: pooledRps(stages),
    rpsRange: range(rpsByRound),
    rpsByRound,
    latency: latencyMs(merged(stages.map(({ okHistogram }) => okHistogram))),
    latencyRange: {
      p50: range(stages.map(({ latency }) => latency.p50)),
      p95: range(stages.map(({ latency }) => latency.p95)),
      p99: range(stages.map(({ latency }) => latency.p99)),
    },
    failedLatency: latencyMs(merged(stages.map(({ failedHistogram }) => failedHistogram))),
    cpuCores: meanByTime(stages, (stage) => stage.cpuCores),
    cpuPer1000Range: range(stages.map((stage) => stage.cpuPer1000)),
    generatorCores: meanByTime(stages, (stage) => generatorCores(stage.processCores) ?? null),
    ...overStages(stages),
  };
}

/** @param {StageFigures[]} stages @returns {import('../types.js').Group['overall']} */
function overStages(stages) {
  return {
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

/** @param {CellFigures[]} cells @returns {import('../types.js').SecondFigures[]} mean of the rounds, second by second */
function secondsOfRounds(cells) {
  const length = Math.max(0, ...cells.map(({ seconds }) => seconds.length));
  return Array.from({ length }, (_, second) => {
    const same = present(cells.map(({ seconds }) => seconds[second]));
    return {
      second,
      successes: meanOf(same.map(({ successes }) => successes)),
      failures: meanOf(same.map(({ failures }) => failures)),
      p99Ms: null,
      threads: meanOf(same.map(({ threads }) => threads)),
      inFlight: meanOf(same.map(({ inFlight }) => inFlight)),
    };
  });
}

/** @param {CellFigures} cell @returns {(number | null)[]} */
function failuresOf(cell) {
  return [...cell.stages.map(({ failures }) => failures), cell.afterLastStage?.failures ?? null];
}

/** @param {(number | null)[]} values @returns {number | null} */
export function total(values) {
  const known = present(values);
  return known.length > 0 ? sum(known) : null;
}

/** @param {(number | null)[]} values @returns {number | null} */
function meanOf(values) {
  const known = present(values);
  return known.length > 0 ? mean(known) : null;
}

/** @param {(number | null)[]} values @returns {import('../types.js').Range | null} */
function range(values) {
  const known = present(values);
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : null;
}
