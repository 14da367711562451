import { CALIBRATION_WORDS } from './calibration.js';
import { CELL_WORDS } from './cells.js';
import { QUALITY_WORDS } from './quality.js';
import { RUN_WORDS } from './run.js';
import { SCENARIO_WORDS } from './scenarios.js';
import { TARGET_WORDS } from './targets.js';

/**
 * The one place with sentences: for each kind of finding what is written of all findings of that kind, shared by HTML, Markdown and the terminal.
 *
 * @typedef {import('../../../analyse/findings/types.js').Kind} Kind
 * @typedef {import('../names.js').Names} Names
 * @typedef {{ title: string, text: string, items: string[] }} Caveat
 */

/**
 * @template {Kind} K
 * @typedef {import('../../../analyse/findings/types.js').FindingOf<K>} FindingOf
 */

/**
 * A kind is shown where it has words.
 * @template {Kind} K
 * @typedef {object} WordsOf
 * @property {(found: FindingOf<K>[], names: Names) => Caveat | null} [caveat] in the box at the top, of the whole run
 * @property {(found: FindingOf<K>[], names: Names) => string} [doubt] at the end of a scenario's paragraph
 * @property {(found: FindingOf<K>[], names: Names) => string[]} [statements] in a scenario's list
 */

/** @type {{ [K in Kind]: WordsOf<K> }} */
export const WORDS = { ...RUN_WORDS, ...CALIBRATION_WORDS, ...CELL_WORDS, ...TARGET_WORDS, ...SCENARIO_WORDS, ...QUALITY_WORDS };

/** The order of the box, of the doubts and of the statements. */
export const ORDER = /** @type {Kind[]} */ ([
  ...['stand-in', 'few-rounds', 'closed-loop', 'settings', 'far-database', 'cpu-quota'],
  ...['calibration-run', 'calibration-missing', 'calibration-other-machine', 'calibration-empty', 'calibration'],
  ...['bottleneck', 'not-compared', 'little-cpu', 'nothing-measured'],
  ...['cell-failed', 'cell-void', 'cell-pending', 'failed-requests', 'check-failed', 'no-live-data'],
  ...['no-warm-up', 'never-steady', 'still-rising', 'compilers-at-work', 'gc-pauses'],
  ...['rounds-differ', 'interrupted-round', 'machine-speed'],
  ...['prediction', 'stock-sold', 'downstream-delay', 'late-answers', 'littles-law', 'littles-law-off', 'prediction-off'],
  ...['scrapes', 'warm-ups', 'checks', 'noise-floor', 'noise-floor-unknown', 'files-missing', 'uncommitted', 'note'],
]);
