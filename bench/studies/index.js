/** All studies, in the order of `make studies`. */
import { UsageError } from '../util/errors.js';
import { S0 } from './S0.js';
import { S0_FAR } from './S0-far.js';
import { S0_YIELD } from './S0-yield.js';
import { S1 } from './S1.js';
import { S2 } from './S2.js';
import { S3 } from './S3.js';
import { S4 } from './S4.js';
import { S5 } from './S5.js';
import { S6 } from './S6.js';

/** @typedef {import('./types.js').Study} Study */

export const STUDIES = [S0, S0_YIELD, S0_FAR, S1, S2, S3, S4, S5, S6];

/** @param {string | undefined} id @returns {Study} @throws {UsageError} if there is none of that id */
export function chooseStudy(id) {
  const accepted = STUDIES.map((study) => study.id).join(', ');
  if (!id) throw new UsageError(`STUDY is missing; accepted: ${accepted}`);
  const study = STUDIES.find((each) => each.id === id);
  if (!study) throw new UsageError(`STUDY=${id}: unknown; accepted: ${accepted}`);
  return study;
}
