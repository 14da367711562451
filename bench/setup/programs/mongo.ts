/** Finds MongoDB. If it is not installed, a stand-in from Maven Central replaces it, because there is no build to fetch. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findPrograms, run } from '../../util/programs.ts';

/** `bin`: null for the stand-in, which is one of the project's jars */
export type Mongo = { bin: string | null; version: string };

/** @param root the checkout */
export async function findMongo(root: string): Promise<Mongo> {
  for (const bin of await findPrograms(['mongod'])) {
    const asked = await run(bin, ['--version']).catch(() => null);
    const version = asked && /db version v(\d+\.\d+\.\d+)/.exec(asked.stdout)?.[1];
    if (version) return { bin, version };
  }
  return { bin: null, version: await standInVersion(root) };
}

/** @returns `mongo-java-server 1.47.0` */
async function standInVersion(root: string): Promise<string> {
  const pom = await readFile(path.join(root, 'services', 'pom.xml'), 'utf8');
  const version = /<mongo-java-server\.version>([^<]+)</.exec(pom);
  if (!version) throw new Error('services/pom.xml names no version of mongo-java-server');
  return `mongo-java-server ${version[1]}`;
}
