/** Telling whether something built is older than what it is built from. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * @param root folder of the sources
 * @param isSource whether a file, by its path below root with `/`, is one of them
 * @returns SHA-256 over names and contents, hexadecimal
 */
export async function hashSources(root: string, isSource: (relative: string) => boolean): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await filesBelow(root, '')).filter(isSource).sort()) {
    const content = await readFile(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @returns paths of all files below root, without build results */
async function filesBelow(root: string, below: string): Promise<string[]> {
  const entries = await readdir(path.join(root, below), { withFileTypes: true });
  const lists = entries.map(async (entry) => {
    const relative = below ? `${below}/${entry.name}` : entry.name;
    if (!entry.isDirectory()) return [relative];
    return entry.name === 'target' || entry.name === 'node_modules' ? [] : filesBelow(root, relative);
  });
  return (await Promise.all(lists)).flat();
}
