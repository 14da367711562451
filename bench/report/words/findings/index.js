import { CALIBRATION_WORDS } from './calibration.js';
import { JVM_WORDS } from './jvms.js';
import { PART_WORDS } from './parts.js';
import { LAST_WORDS, RUN_WORDS } from './run.js';
import { RESULT_WORDS, SCENARIO_WORDS } from './scenarios.js';

/**
 * The one place with sentences: for each kind of finding what is written of all findings of that kind and scope, shared by HTML, Markdown and the terminal.
 *
 * @typedef {import('../../../analyse/findings/types.js').Kind} Kind
 * @typedef {import('../names.js').Names} Names
 * @typedef {{ title: string, text: string, items: string[] }} Caveat
 * @typedef {'amber' | 'red'} Light `red`: the run is of no use; `amber`: of use with care
 */

/**
 * @template {Kind} K
 * @typedef {import('../../../analyse/findings/types.js').FindingOf<K>} FindingOf
 */

/**
 * A kind is shown where it has words.
 * @template {Kind} K
 * @typedef {object} WordsOf
 * @property {Light | ((found: FindingOf<K>[]) => Light | null)} [light] what it makes of the whole run; absent, or null: it speaks against nothing
 * @property {(found: FindingOf<K>[], names: Names) => Caveat} [caveat] in the box at the top, of the whole run
 * @property {(found: FindingOf<K>[], names: Names) => string[]} [statements] in a scenario's list
 */

/** In the order of the box and of the statements. @type {{ [K in Kind]: WordsOf<K> }} */
export const WORDS = {
  ...{ ...RUN_WORDS, ...CALIBRATION_WORDS, ...RESULT_WORDS, ...PART_WORDS },
  ...{ ...JVM_WORDS, ...SCENARIO_WORDS, ...LAST_WORDS },
};
