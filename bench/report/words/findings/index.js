import { CALIBRATION_WORDS } from './calibration.js';
import { CELL_WORDS } from './cells.js';
import { QUALITY_WORDS } from './quality.js';
import { RUN_WORDS } from './run.js';
import { SCENARIO_WORDS } from './scenarios.js';
import { SEQUENCE_WORDS } from './sequences.js';
import { SLICE_WORDS } from './slices.js';
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
export const WORDS = {
  ...{ ...RUN_WORDS, ...CALIBRATION_WORDS, ...CELL_WORDS, ...SEQUENCE_WORDS, ...SLICE_WORDS },
  ...{ ...TARGET_WORDS, ...SCENARIO_WORDS, ...QUALITY_WORDS },
};

/** The order of the box, of the doubts and of the statements. */
export const ORDER = /** @type {Kind[]} */ ([
  ...['stand-in', 'few-rounds', 'closed-loop', 'settings', 'far-database', 'cpu-quota'],
  ...['calibration-run', 'calibration-missing', 'calibration-other-machine', 'calibration-empty', 'calibration'],
  ...['bottleneck', 'not-compared', 'little-cpu', 'nothing-measured'],
  ...['cell-failed', 'sequence-failed', 'cell-void', 'cell-disturbed', 'slices-void', 'cell-pending', 'sequence-pending'],
  ...['failed-requests', 'slices-failed-requests', 'check-failed', 'sequence-check-failed', 'no-live-data', 'slices-no-live-data'],
  ...['no-warm-up', 'never-steady', 'slices-never-steady', 'still-rising', 'slices-still-rising'],
  ...[
    'compilers-at-work',
    'slices-compilers-at-work',
    'gc-pauses',
    'slices-gc-pauses',
    'jvm-changed',
    'metrics-contradict',
    'stuck-tiers',
    'compiled-tiers',
  ],
  ...['rounds-differ', 'interrupted-scenario', 'machine-speed'],
  ...[
    'prediction',
    'stock-sold',
    'downstream-delay',
    'late-answers',
    'littles-law',
    'littles-law-off',
    'slices-littles-law-off',
    'prediction-off',
  ],
  ...['scrapes', 'warm-ups', 'checks', 'idle-targets', 'noise-floor', 'noise-floor-unknown'],
  ...['files-missing', 'sequence-files-missing', 'uncommitted', 'note'],
]);
