/** The noise floor that differences were compared with, and the doubts about it. */
import { calibrationFits, sourceOf, type Change, type Measured } from '../../record/results/calibration.ts';
import type { Run } from '../../record/run.ts';
import type { FindingOf } from './types.ts';

/** `at`: ISO instant */
type Source = { runId: string; at: string };

type Doubts = { changed: Change[]; unknownScenarios: string[] };

/** `this run`: it is one itself; `empty`: it has a floor for none of the scenarios */
export type Calibrated =
  | { state: 'this run' }
  | { state: 'missing'; engine: string }
  | ({ state: 'other machine' } & Pick<Doubts, 'changed'> & Source)
  | ({ state: 'empty' } & Pick<Doubts, 'unknownScenarios'> & Source)
  /** `earlier`: scenarios whose floor is of an earlier calibration; `oldDays`: null where it is new */
  | ({ state: 'used'; isPaired: boolean; earlier: (Pick<Source, 'runId'> & { scenario: string })[]; oldDays: number | null } & Source &
      Doubts);

export type CalibrationFinding = FindingOf<'calibration'>;

const OLD_DAYS = 7;
const DAY_MS = 86_400_000;
const CALIBRATION = { scope: 'run', kind: 'calibration' } as const;

/** @param noise what its figures were compared with: the noise of pairs, or of unpaired measurements */
export function calibrationFinding(
  run: Measured & Pick<Run, 'scenarios' | 'startedAt' | 'calibrates' | 'engine'>,
  noise: 'noise' | 'unpairedNoise' = 'noise',
): CalibrationFinding {
  const { calibration: newest, calibrates, scenarios } = run;
  if (calibrates) return { ...CALIBRATION, state: 'this run' };
  if (!newest) return { ...CALIBRATION, state: 'missing', engine: run.engine };
  const { usable, changed } = calibrationFits(run);
  const source = { ...CALIBRATION, runId: newest.runId, at: newest.at };
  if (!usable) return { ...source, state: 'other machine', changed };
  const known = scenarios.filter((scenario) => Object.values(newest[noise][scenario] ?? {}).some((floor) => floor !== null));
  const unknownScenarios = scenarios.filter((scenario) => !known.includes(scenario));
  if (known.length === 0) return { ...source, state: 'empty', unknownScenarios };
  const sources = known.map((scenario) => ({ scenario, ...sourceOf(newest, scenario) }));
  const earlier = sources.filter(({ runId }) => runId !== newest.runId).map(({ scenario, runId }) => ({ scenario, runId }));
  const days = Math.floor((Date.parse(run.startedAt) - Math.min(...sources.map(({ at }) => Date.parse(at)))) / DAY_MS);
  const oldDays = days > OLD_DAYS ? days : null;
  return { ...source, state: 'used', isPaired: noise === 'noise', unknownScenarios, earlier, changed, oldDays };
}
