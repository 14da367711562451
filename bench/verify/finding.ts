/** What a check found of a target. */
import { messageOf } from '../util/errors.ts';

export type Finding = { ok: boolean; detail: string };

/** The target does other work than it should: the message says so. Any other error means that this could not be checked. */
export class Difference extends Error {}

/** @param check returns what is right, in a few words @returns its failure as a finding, if it throws */
export async function findingOf(check: () => Promise<string>): Promise<Finding> {
  try {
    return { ok: true, detail: await check() };
  } catch (error) {
    return { ok: false, detail: `${error instanceof Difference ? '' : 'not checked: '}${messageOf(error)}` };
  }
}
