/** What is in published/ is accepted: every figure of it is recomputed. */
import path from 'node:path';
import test from 'node:test';
import { checkSubmission } from '../../../published/check/index.ts';
import { submissions } from '../../../published/folder.ts';
import { root } from '../../../record/catalogue.ts';

for (const dir of submissions(path.join(root, 'published'))) {
  test(`published/${path.basename(dir)} is accepted`, () => {
    checkSubmission(dir);
  });
}
