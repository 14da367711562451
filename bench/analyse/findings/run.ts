/** What concerns a whole run. */
import { hasBlocks } from '../../record/catalogue.ts';
import { machineSpeed } from '../comparison/machine-speed.ts';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../statistics/verdict.ts';
import type { Note } from '../../record/json/notes.ts';
import type { FiguresToJudge as Figures } from '../types.ts';
import type { Finding } from './types.ts';

/** What the planner did is in run.json, and the terminal said it when it happened. */
const OF_THE_PLAN: Note['kind'][] = ['round-planned', 'blocks-repeated'];

const RUN_SCOPE = { scope: 'run' } as const;

export function wholeRun(figures: Figures): Finding[] {
  const { settings, machine, dirty, notes } = figures.run;
  const told = notes.filter(({ kind }) => !OF_THE_PLAN.includes(kind));
  return [
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
  if (least >= needed && measured.length > 0) return [];
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
