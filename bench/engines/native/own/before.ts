/** The user's command that puts things back before each part. */
import { run } from '../../../util/programs.ts';
import { RunAborted } from '../../../util/errors.ts';
import type { Catalogue } from '../../../record/catalogue.ts';

/** @throws {RunAborted} one line, where the command fails */
export async function runBefore({ before, directory }: NonNullable<Catalogue['own']>) {
  if (before === undefined) return;
  try {
    await run('sh', ['-c', before], { cwd: directory });
  } catch (error) {
    throw new RunAborted(`before: '${before}': ${(error as Error).message}`, { cause: error });
  }
}
