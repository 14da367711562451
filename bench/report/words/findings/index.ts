/** The one place with sentences: for each kind of finding what is written of all findings of that kind and scope, shared by HTML, Markdown and the terminal. */
import { CALIBRATION_WORDS } from './calibration.ts';
import { JVM_WORDS } from './jvms.ts';
import { PART_WORDS } from './parts.ts';
import { LAST_WORDS, RUN_WORDS } from './run.ts';
import { RESULT_WORDS, SCENARIO_WORDS } from './scenarios.ts';
import type { Kind } from '../../../analyse/findings/types.ts';
import type { Names } from '../names.ts';

export type Caveat = { title: string; text: string; items: string[] };

/** `red`: the run is of no use; `amber`: of use with care */
export type Light = 'amber' | 'red';

export type FindingOf<K extends Kind> = import('../../../analyse/findings/types.ts').FindingOf<K>;

/** A kind is shown where it has words. */
export interface WordsOf<K extends Kind> {
  /** what it makes of the whole run; absent, or null: it speaks against nothing */
  light?: Light | ((found: FindingOf<K>[]) => Light | null);
  /** in the box at the top, of the whole run */
  caveat?: (found: FindingOf<K>[], names: Names) => Caveat;
  /** in a scenario's list */
  statements?: (found: FindingOf<K>[], names: Names) => string[];
}

/** In the order of the box and of the statements. */
export const WORDS: { [K in Kind]: WordsOf<K> } = {
  ...{ ...RUN_WORDS, ...CALIBRATION_WORDS, ...RESULT_WORDS, ...PART_WORDS },
  ...{ ...JVM_WORDS, ...SCENARIO_WORDS, ...LAST_WORDS },
};
