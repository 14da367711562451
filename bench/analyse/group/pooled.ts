import { latencyMs, merged } from '../../record/hlog.ts';
import { highest, present } from '../../util/math.ts';
import { cpuOfStages, meanByTime, pooledRps, throttledShare, total } from './rounds.ts';
import type { StageFigures } from '../types.ts';

/** The plateaus of some slices as one: sums over sums, histograms merged. @param slices of one target, at least one */
export function pooledStage(slices: StageFigures[]): StageFigures {
  const logged = slices.filter(({ plateauSuccesses }) => plateauSuccesses !== null);
  const stages = logged.length > 0 ? logged : slices;
  const mean = (figure: (stage: StageFigures) => number | null) => meanByTime(stages, figure);
  const most = (figure: (stage: StageFigures) => number | null) => highest(stages.map(figure));
  const added = (figure: (stage: StageFigures) => number | null) => total(stages.map(figure));
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

function throttlingOf(stages: StageFigures[]): StageFigures['throttling'] {
  const counted = present(stages.map(({ throttling }) => throttling));
  const throttled = total(counted.map((each) => each.throttled));
  const periods = total(counted.map((each) => each.periods));
  return throttled === null || periods === null ? null : { throttled, periods };
}

/** @returns mean by time of each process */
function coresOf(stages: StageFigures[]): Record<string, number> {
  const names = [...new Set(stages.flatMap(({ processCores }) => Object.keys(processCores)))];
  return Object.fromEntries(names.map((name) => [name, Number(meanByTime(stages, ({ processCores }) => processCores[name] ?? null))]));
}
