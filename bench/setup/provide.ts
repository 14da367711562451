/** Finds a program on this machine, or puts a private copy of it into the cache. */
import path from 'node:path';
import process from 'node:process';
import { findPrograms, run } from '../util/programs.ts';
import { installOnce } from './cache.ts';

/** Where the copies are, and who is told of each step that does something. */
export interface Place {
  cache: string;
  log: (line: string) => void;
}

interface Wanted<T> {
  /** programs to look for on PATH */
  names: string[];
  /** @returns null if it is of no use. `copy`: folder of the private copy that it is in */
  inspect: (bin: string, copy?: string) => Promise<T | null>;
  /** of the cache, and the program in it */
  entry: string;
  bin: string;
  /** puts a copy below the given empty folder and returns the path of the entry */
  fetch: (temporary: string) => Promise<string>;
  /** for the message that the copy does not run; `why`: in brackets */
  title: string;
  cure: string;
  why?: (bin: string) => Promise<string>;
}

/** @throws {Error} one line */
export async function provide<T>(
  { names, inspect, entry, fetch, title, cure, why, ...wanted }: Wanted<T>,
  { cache, log }: Place,
): Promise<T> {
  for (const bin of await findPrograms(names)) {
    const found = await inspect(bin);
    if (found) return found;
  }
  const copy = await installOnce(cache, entry, fetch, log);
  const bin = path.join(copy, wanted.bin);
  const found = await inspect(bin, copy);
  if (found) return found;
  const reason = why ? ` (${await why(bin)})` : '';
  throw new Error(`${title}'s private copy in ${copy} does not run here${reason}; ${cure}`);
}

/** @returns first group of what the program prints, such as its version; null if it does not run */
export async function matched(bin: string, args: string[], pattern: RegExp, env = {}): Promise<string | null> {
  const asked = await run(bin, args, { env: { ...process.env, ...env } }).catch(() => null);
  return pattern.exec(asked ? asked.stdout + asked.stderr : '')?.[1] ?? null;
}
