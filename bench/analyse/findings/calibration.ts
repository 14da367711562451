/** The noise floor that differences were compared with, and the doubts about it. */
import { calibrationFits, sourceOf, type Measured } from '../../record/results/calibration.ts';
import type { Run } from '../../record/run.ts';
import type { FindingOf } from './types.ts';

type Calibratable = Measured & Pick<Run, 'scenarios' | 'startedAt' | 'calibrates' | 'engine'>;

export type Calibrated = ReturnType<typeof calibrated>;

const OLD_DAYS = 7;
const DAY_MS = 86_400_000;

/** @param noise what its figures were compared with: the noise of pairs, or of unpaired measurements */
export function calibrationFinding(run: Calibratable, noise: 'noise' | 'unpairedNoise' = 'noise'): FindingOf<'calibration'> {
  return { scope: 'run', kind: 'calibration', ...calibrated(run, noise) };
}

/** @returns `this run`: it is one itself; `empty`: it has a floor for none of the scenarios */
function calibrated(run: Calibratable, noise: 'noise' | 'unpairedNoise') {
  const { calibration: newest, calibrates, scenarios } = run;
  if (calibrates) return { state: 'this run' as const };
  if (!newest) return { state: 'missing' as const, engine: run.engine };
  const { usable, changed } = calibrationFits(run);
  const source = { runId: newest.runId, at: newest.at };
  if (!usable) return { ...source, state: 'other machine' as const, changed };
  const known = scenarios.filter((scenario) => Object.values(newest[noise][scenario] ?? {}).some((floor) => floor !== null));
  const unknownScenarios = scenarios.filter((scenario) => !known.includes(scenario));
  if (known.length === 0) return { ...source, state: 'empty' as const, unknownScenarios };
  const sources = known.map((scenario) => ({ scenario, ...sourceOf(newest, scenario) }));
  /** scenarios whose floor is of an earlier calibration */
  const earlier = sources.filter(({ runId }) => runId !== newest.runId).map(({ scenario, runId }) => ({ scenario, runId }));
  const days = Math.floor((Date.parse(run.startedAt) - Math.min(...sources.map(({ at }) => Date.parse(at)))) / DAY_MS);
  /** null where it is new */
  const oldDays = days > OLD_DAYS ? days : null;
  return { ...source, state: 'used' as const, isPaired: noise === 'noise', unknownScenarios, earlier, changed, oldDays };
}
