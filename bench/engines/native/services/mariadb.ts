/** A private MariaDB server with a new data folder for every run. */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { systemTables } from '../../../setup/programs/mariadb.ts';
import { startService, type Context } from './start.ts';
import type { Supervised } from '../../processes/supervise.ts';

/** Beside the data folder, whose folders are databases. A server that starts removes all temporary tables from it: from /tmp those of others, too. */
const TEMPORARY = '../mariadb-tmp';
/** The only folder, empty, from which a statement could read a file, or into which it could write one. */
const FILES = 'files';
/**
 * The scripts make a root without a password, who may connect over TCP and write files. The first statements of the server (--init-file) need no user, and
 * nothing else needs root. mariadb.sys owns views of the system.
 */
const NO_ROOT = ["DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';", 'DELETE FROM mysql.proxies_priv;'];

/** @returns ready: user and database are there */
export async function startMariaDb(context: Context): Promise<Supervised> {
  const { root, workDir, endpoints } = context;
  const { bin, base, share } = context.tools.mariadb;
  const dataDir = path.join(workDir, 'mariadb');
  // Nobody else on this machine may read the tables or use the socket.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const folder of [FILES, TEMPORARY]) await mkdir(path.join(dataDir, folder), { mode: 0o700 });
  const command = [
    bin,
    // Must come first. With it, the system's my.cnf is not read.
    `--defaults-file=${path.join(root, 'db-init', 'conf.d', 'bench.cnf')}`,
    `--basedir=${base}`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${path.join(share, 'charsets')}`,
    '--datadir=.',
    `--tmpdir=${TEMPORARY}`,
    // Socket paths are limited to 107 characters (unix(7)): a path relative to the data folder always fits.
    '--socket=mariadb.sock',
    // mariadbd refuses to run as root without this option.
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ];
  await bootstrap(context, command, dataDir);
  const ofServer = [
    `--bind-address=${endpoints.mariadb.host}`,
    `--port=${endpoints.mariadb.port}`,
    '--pid-file=mariadb.pid',
    `--secure-file-priv=${FILES}`,
    '--skip-local-infile',
    `--init-file=${fileURLToPath(new URL('./mariadb-init.sql', import.meta.url))}`,
    // Loopback needs no encryption, and since 11.4 creating the keys takes seconds at every start.
    '--skip-ssl',
  ];
  return startService(context, 'mariadb', { command: [...command, ...ofServer], cwd: dataDir });
}

/** Creates the system tables as mariadb-install-db does. That script itself fails with spaces in paths. */
async function bootstrap({ launch, tools }: Context, command: string[], cwd: string) {
  const files = systemTables(tools.mariadb.share) ?? [];
  const scripts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  // The server reads one statement per line.
  const input = ['CREATE DATABASE IF NOT EXISTS mysql;', 'USE mysql;', 'SET @auth_root_socket=NULL;', ...scripts, ...NO_ROOT].join('\n');
  const made = await launch({ name: 'mariadb-bootstrap', command: [...command, '--bootstrap', '--enforce-storage-engine='], cwd, input });
  const { code } = await made.ended;
  if (code !== 0) throw new Error(`MariaDB could not create its data folder: ${await made.explain()}`);
}
