import { hasBlocks } from '../../record/catalogue.js';
import { machineSpeed } from '../comparison/machine-speed.js';
import { ROUNDS_FOR_VERDICT_OF_BLOCKS } from '../statistics/verdict.js';

/**
 * What concerns a whole run.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('./types.js').Finding} Finding
 */

/** What the planner did is in run.json, and the terminal said it when it happened. @type {import('../../record/json/notes.js').Note['kind'][]} */
const OF_THE_PLAN = ['round-planned', 'blocks-repeated'];

const RUN_SCOPE = /** @type {const} */ ({ scope: 'run' });

/** @param {Figures} figures @returns {Finding[]} */
export function wholeRun(figures) {
  return [
    ...fewRounds(figures),
    ...settings(figures),
    ...farDatabase(figures),
    ...mixedCores(figures),
    ...unequalSpeed(figures),
    ...(figures.run.dirty ? [{ ...RUN_SCOPE, kind: /** @type {const} */ ('uncommitted') }] : []),
    ...notes(figures),
  ];
}

/**
 * What targets are measured alone for has one round by design.
 * @param {Figures} figures
 * @returns {Finding[]} one, where the rounds that were measured are too few for a verdict
 */
function fewRounds({ run, groups }) {
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

/** @param {Figures} figures @returns {Finding[]} */
function settings({ run }) {
  return run.settings ? [{ ...RUN_SCOPE, kind: 'settings', ...run.settings }] : [];
}

/** @param {Figures} figures @returns {Finding[]} */
function farDatabase(figures) {
  const { databaseRttMs } = figures.run;
  if (!databaseRttMs) return [];
  const measuredMs = figures.parts.flatMap(({ part }) => part?.databaseRtt?.measuredMs ?? []);
  return [{ ...RUN_SCOPE, kind: 'far-database', rttMs: databaseRttMs, measuredMs }];
}

/** @param {Figures} figures @returns {Finding[]} */
function mixedCores({ run: { machine } }) {
  return machine.coreKinds ? [{ ...RUN_SCOPE, kind: 'mixed-cores', kinds: machine.coreKinds }] : [];
}

/** @param {Figures} figures @returns {Finding[]} */
function unequalSpeed(figures) {
  const unlike = machineSpeed(figures).filter(({ isUnlike }) => isUnlike);
  return unlike.map(({ measure, mediansNs }) => ({ ...RUN_SCOPE, kind: 'machine-speed', measure, mediansNs }));
}

/** @param {Figures} figures @returns {Finding[]} */
function notes({ run }) {
  const told = run.notes.filter(({ kind }) => !OF_THE_PLAN.includes(kind));
  return told.map((note) => ({ ...RUN_SCOPE, kind: note.kind === 'stand-in' ? 'stand-in' : 'note', note }));
}
