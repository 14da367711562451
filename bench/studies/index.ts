/** All studies, in the order of `make studies`. */
import { UsageError } from '../util/errors.ts';
import { S0, S0_FAR, S0_YIELD } from './S0.ts';
import { S1 } from './S1.ts';
import { S2 } from './S2.ts';
import { S3 } from './S3.ts';
import { S4 } from './S4.ts';
import { S5 } from './S5.ts';
import { S6 } from './S6.ts';
import type { Study } from './terms.ts';

export const STUDIES = [S0, S0_YIELD, S0_FAR, S1, S2, S3, S4, S5, S6];

/** @throws {UsageError} if there is none of that id */
export function chooseStudy(id: string | undefined): Study {
  const study = STUDIES.find((each) => each.id === id);
  if (study) return study;
  throw new UsageError(`${id ? `STUDY=${id}: unknown` : 'STUDY is missing'}; accepted: ${STUDIES.map((each) => each.id).join(', ')}`);
}
