/** The user's command that puts things back before each part. */
import { run } from '../../../util/programs.js';
import { RunAborted } from '../../../util/errors.js';

/** @param {NonNullable<import('../../../record/catalogue.js').Catalogue['own']>} own @throws {RunAborted} one line, where the command fails */
export async function runBefore({ before, directory }) {
  if (before === undefined) return;
  try {
    await run('sh', ['-c', before], { cwd: directory });
  } catch (error) {
    throw new RunAborted(`before: '${before}': ${/** @type {Error} */ (error).message}`, { cause: error });
  }
}
