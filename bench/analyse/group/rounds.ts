import { latencyMs, merged } from '../../record/hlog.ts';
import { coresWithoutCompilers } from '../slice/stage.ts';
import { generatorCores } from '../slice/shares.ts';
import { highest, present, sum } from '../../util/math.ts';
import type { StageFigures, StageOfRounds, Range } from '../types.ts';

/** @param stages the slices of each round as one */
export function stageOfRounds(vus: number, stages: StageFigures[]): Omit<StageOfRounds, 'bottlenecks'> {
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

/** @returns of all of them together */
export function cpuOfStages(stages: StageFigures[]): Pick<StageFigures, 'cpuPer1000' | 'compilerCpuPer1000'> {
  const isMetered = stages.some(({ compilerCores }) => compilerCores !== null);
  return {
    cpuPer1000: cpuPer1000(stages, coresWithoutCompilers),
    compilerCpuPer1000: isMetered ? cpuPer1000(stages, ({ compilerCores }) => compilerCores ?? 0) : null,
  };
}

/** CPU seconds over thousands of successes, both of the plateaus that have both. */
function cpuPer1000(stages: StageFigures[], cores: (stage: StageFigures) => number) {
  let cpuSeconds = 0;
  let successes = 0;
  for (const stage of stages) {
    if (stage.cpuCores === null || stage.plateauSuccesses === null) continue;
    cpuSeconds += cores(stage) * stage.plateauSeconds;
    successes += stage.plateauSuccesses;
  }
  return successes > 0 ? (cpuSeconds / successes) * 1000 : null;
}

export function throttledShare(stages: StageFigures[]) {
  const counted = present(stages.map(({ throttling }) => throttling));
  const periods = sum(counted.map((each) => each.periods));
  return periods > 0 ? sum(counted.map((each) => each.throttled)) / periods : null;
}

/** @param cores or another figure @returns mean by time of the plateaus */
export function meanByTime(stages: StageFigures[], cores: (stage: StageFigures) => number | null): number | null {
  const known = stages.filter((stage) => cores(stage) !== null && stage.plateauSeconds > 0);
  const seconds = sum(known.map((stage) => stage.plateauSeconds));
  return seconds > 0 ? sum(known.map((stage) => Number(cores(stage)) * stage.plateauSeconds)) / seconds : null;
}

/** @returns successes per second of their plateaus together; one without a log counts not at all */
export function pooledRps(stages: StageFigures[]): number | null {
  const known = stages.filter(({ plateauSuccesses }) => plateauSuccesses !== null);
  const seconds = sum(known.map(({ plateauSeconds }) => plateauSeconds));
  return seconds > 0 ? sum(known.map(({ plateauSuccesses }) => Number(plateauSuccesses))) / seconds : null;
}

export function total(values: (number | null)[]): number | null {
  const known = present(values);
  return known.length > 0 ? sum(known) : null;
}

function range(values: (number | null)[]): Range | null {
  const known = present(values);
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : null;
}
