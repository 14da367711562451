/** The shapes that the analysis makes of a bundle. */
import type { PlannedPart, Run } from '../record/run.ts';
import type { Noise } from '../record/results/calibration.ts';
import type { CpuProfile } from '../record/cpu-profile.ts';
import type { RawPart } from '../record/bundle-reader.ts';
import type { judged } from './slice/index.ts';
import type { stageFigures } from './slice/stage.ts';
import type { Metric, Verdict } from './statistics/verdict.ts';
import type { Level } from './group/group.ts';
import type { Finding } from './findings/types.ts';

/** so many users on one target: the plateau of a slice, or of several together; a figure that could not be had is null, `absent` says why */
export type StageFigures = ReturnType<typeof stageFigures>;

/** smallest and largest of the rounds */
export type Range = [number, number];

/** the slices of one target in one scenario together, as one plateau; CPU per request of the slices whose CPU counts */
export type StageOfRounds = Level['stage'];

/** one slice: the load of one target in one block */
export type SliceFigures = ReturnType<typeof judged>;

/** one target in one scenario, at the users with which targets are compared; `levels`: with all numbers of users, fewest first, that one among them */
export type Group = { scenario: string; target: string; levels: Level[] } & Level;

export interface PartFigures extends Pick<RawPart, 'planned' | 'part' | 'missing'>, Pick<PlannedPart, 'state' | 'reason'> {
  /** none of a part that failed */
  slices: SliceFigures[];
}

/** a target against the baseline, paired within blocks; or one run against another. `ratio`: of the target to the baseline, the weighted geometric mean of rounds;
 * null as an end of its interval with too few rounds, and where arithmetic decides */
export interface Comparison extends Verdict {
  scenario: string;
  target: string;
  vus: number;
  metric: Metric;
  /** valid on both sides, as the blocks */
  rounds: number;
  blocks: number;
  /** the ratio in each round */
  roundRatios: number[];
}

/** of a run */
export interface FiguresToJudge {
  run: Run;
  parts: PartFigures[];
  /** of each target in each scenario that it is measured in */
  groups: Group[];
  baseline: string;
  comparisons: Comparison[];
  /** of a calibration that fits this machine */
  noise: Noise | null;
  /** the same of unpaired measurements */
  unpairedNoise: Noise | null;
  /** of pairs that were sampled */
  cpuProfiles?: CpuProfile[];
}

/** `findings`: what the reader must know beside the figures */
export type Figures = FiguresToJudge & { findings: Finding[] };
