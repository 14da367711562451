/** What concerns a whole run; and the noise floor that differences were compared with, with the doubts about it. */
import { hasBlocks } from '../../record/catalogue.ts';
import { calibrationFits, sourceOf, type Measured } from '../../record/results/calibration.ts';
import { machineSpeed } from '../comparison/machine-speed.ts';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../statistics/verdict.ts';
import type { Note } from '../../record/json/notes.ts';
import type { Run } from '../../record/run.ts';
import type { FiguresToJudge as Figures } from '../types.ts';
import type { Finding, FindingOf } from './types.ts';

/** What the planner did is in run.json, and the terminal said it when it happened. */
const OF_THE_PLAN: Note['kind'][] = ['round-planned', 'blocks-repeated'];

const RUN_SCOPE = { scope: 'run' } as const;

export function wholeRun(figures: Figures): Finding[] {
  const { settings, machine, dirty, notes } = figures.run;
  const told = notes.filter(({ kind }) => !OF_THE_PLAN.includes(kind));
  return [
    calibrationFinding(figures.run),
    ...fewRounds(figures),
    ...(settings ? [{ ...RUN_SCOPE, kind: 'settings' as const, ...settings }] : []),
    ...farDatabase(figures),
    ...(machine.coreKinds ? [{ ...RUN_SCOPE, kind: 'mixed-cores' as const, kinds: machine.coreKinds }] : []),
    ...unequalSpeed(figures),
    ...(dirty ? [{ ...RUN_SCOPE, kind: 'uncommitted' as const }] : []),
    ...told.map((note) => ({ ...RUN_SCOPE, kind: note.kind === 'stand-in' ? ('stand-in' as const) : ('note' as const), note })),
  ];
}

/** What targets are measured alone for has one round by design. @returns one, where the rounds that were measured are too few for a verdict */
function fewRounds({ run, groups }: Figures): Finding[] {
  const inBlocks = groups.filter(({ scenario }) => hasBlocks(run.catalogue, scenario));
  const all = inBlocks.map(({ isDiscarded, rounds }) => ({ isDiscarded, rounds: rounds.filter(({ slices }) => slices > 0).length }));
  if (all.length === 0) return [];
  const needed = ROUNDS_FOR_VERDICT_OF_BLOCKS;
  const measured = all.filter(({ isDiscarded }) => !isDiscarded).map(({ rounds }) => rounds);
  const least = measured.length > 0 ? Math.min(...measured) : 0;
  const most = Math.max(0, ...measured);
  if (least >= needed) return [];
  return [{ ...RUN_SCOPE, kind: 'few-rounds', least, most, isSingle: all.every(({ rounds }) => rounds < 2), needed }];
}

function farDatabase(figures: Figures): Finding[] {
  const { databaseRttMs } = figures.run;
  if (!databaseRttMs) return [];
  const measuredMs = figures.parts.flatMap(({ part }) => part?.databaseRtt?.measuredMs ?? []);
  return [{ ...RUN_SCOPE, kind: 'far-database', rttMs: databaseRttMs, measuredMs }];
}

function unequalSpeed(figures: Figures): Finding[] {
  const unlike = machineSpeed(figures).filter(({ isUnlike }) => isUnlike);
  return unlike.map(({ measure, mediansNs }) => ({ ...RUN_SCOPE, kind: 'machine-speed', measure, mediansNs }));
}

type Calibratable = Measured & Pick<Run, 'scenarios' | 'startedAt' | 'calibrates' | 'engine'>;

export type Calibrated = ReturnType<typeof calibrated>;

const OLD_DAYS = 7;
const DAY_MS = 86_400_000;

/** @param noise what its figures were compared with: the noise of pairs, or of unpaired measurements */
export function calibrationFinding(run: Calibratable, noise: 'noise' | 'unpairedNoise' = 'noise'): FindingOf<'calibration'> {
  return { ...RUN_SCOPE, kind: 'calibration', ...calibrated(run, noise) };
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
