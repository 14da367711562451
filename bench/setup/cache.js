/** The project's cache: private copies of tools, each put there in one step, so that an interrupted set-up is simply done again. */
import { mkdir, mkdtemp, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { exists } from './command.js';

const LOCK_POLL_MS = 200;
const TEMPORARY = '.tmp-';

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string} absolute path of the project's cache; it need not exist yet
 */
export function cacheDir(env = process.env) {
  if (env.STACKBENCH_CACHE) return path.resolve(env.STACKBENCH_CACHE);
  return path.resolve(env.XDG_CACHE_HOME || path.join(env.HOME || os.homedir(), '.cache'), 'stackbench');
}

/**
 * Puts something into the cache unless it is there already. Runs of two processes at once build it only once.
 *
 * @param {string} directory the cache
 * @param {string} name name of the entry below it
 * @param {(temporary: string) => Promise<string>} build makes the entry below the given empty folder and returns its path
 * @returns {Promise<string>} path of the entry
 */
export async function installOnce(directory, name, build) {
  const entry = path.join(directory, name);
  if (await exists(entry)) return entry;
  return withLock(`${entry}.lock`, async () => {
    if (await exists(entry)) return entry;
    await removeAbandoned(directory);
    const temporary = await mkdtemp(path.join(directory, `${TEMPORARY}${process.pid}-`));
    try {
      await rename(await build(temporary), entry);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
    return entry;
  });
}

/**
 * Removes what processes that were killed have left half-made.
 *
 * @param {string} directory the cache
 */
async function removeAbandoned(directory) {
  for (const name of (await readdir(directory)).filter((entry) => entry.startsWith(TEMPORARY))) {
    const pid = Number(name.slice(TEMPORARY.length).split('-')[0]);
    if (!isAlive(pid)) await rm(path.join(directory, name), { recursive: true, force: true });
  }
}

/**
 * Runs an action while no other process runs one under the same lock. The lock is a symbolic link to the holder's process id: unlike a
 * folder with a file in it, it names its holder from the moment it exists, so that the lock of a dead process is known at once.
 *
 * @template T
 * @param {string} lock path of the lock
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withLock(lock, action) {
  await mkdir(path.dirname(lock), { recursive: true });
  while (!(await take(lock))) await sleep(LOCK_POLL_MS);
  try {
    return await action();
  } finally {
    await rm(lock, { force: true });
  }
}

/**
 * @param {string} lock
 * @returns {Promise<boolean>} whether this process now holds the lock
 */
async function take(lock) {
  try {
    await symlink(String(process.pid), lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  const holder = await readlink(lock).catch(() => null);
  if (holder !== null && !isAlive(Number(holder))) await rm(lock, { force: true });
  return false;
}

/**
 * @param {number} pid
 * @returns {boolean} whether a process of that id exists, whoever owns it
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
