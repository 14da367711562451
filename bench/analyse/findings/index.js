import { BOTTLENECKS_AND_VERDICTS } from './verdicts.js';
import { CALIBRATION } from './calibration.js';
import { CELLS } from './cells.js';
import { CONTRADICTIONS } from './blocks/contradictions.js';
import { JVMS } from './blocks/jvms.js';
import { LITTLES_LAW } from './littles-law.js';
import { PREDICTIONS } from './predictions.js';
import { ROUNDS } from './rounds.js';
import { RUN } from './run.js';
import { SCENARIOS } from './scenarios.js';
import { SEQUENCES } from './blocks/sequences.js';
import { SLICES } from './blocks/slices.js';
import { TIERS } from './blocks/tiers.js';
import { WARM_UPS } from './warm-ups.js';

/**
 * The one place where findings are made. A new kind: its type in types.js, its family here, its sentences in report/words/.
 *
 * @typedef {import('./types.js').Family} Family
 */

/** @type {Family[]} */
const FAMILIES = [
  ...[RUN, CALIBRATION, CELLS, SEQUENCES, SLICES, WARM_UPS, JVMS, ROUNDS, LITTLES_LAW, PREDICTIONS],
  ...[BOTTLENECKS_AND_VERDICTS, CONTRADICTIONS, SCENARIOS, TIERS],
];

/** Every kind that there is. */
export const KINDS = FAMILIES.flatMap(({ kinds }) => kinds);

/**
 * @param {import('../types.js').FiguresToJudge} figures
 * @returns {import('./types.js').Finding[]}
 */
export function findings(figures) {
  return FAMILIES.flatMap(({ find }) => find(figures));
}
