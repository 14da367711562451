/** The project's cache: private copies of tools, each put there in one step, so that an interrupted set-up is simply done again. */
import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { exists } from '../util/programs.js';
import { waitUntil } from '../util/wait.js';

const LOCK_POLL_MS = 200;
const POLLS_IN_SILENCE = 10;
const TEMPORARY = '.tmp-';

/** Locks that this process holds or waits for. @type {Set<string>} */
const own = new Set();

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
 * @param {(line: string) => void} [log] told if another process is waited for
 * @returns {Promise<string>} path of the entry
 */
export async function installOnce(directory, name, build, log) {
  const entry = path.join(directory, name);
  if (await exists(entry)) return entry;
  const install = async () => {
    if (await exists(entry)) return entry;
    await removeAbandoned(directory);
    const temporary = await mkdtemp(path.join(directory, `${TEMPORARY}${process.pid}-`));
    try {
      await rename(await build(temporary), entry);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
    return entry;
  };
  return withLock(`${entry}.lock`, install, log);
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
 * Runs an action while nobody else runs one under the same lock. The lock is a symbolic link to the holder's process id and start: unlike a
 * folder with a file in it, it names its holder from the moment it exists, so that the lock of a dead process is known at once.
 *
 * @template T
 * @param {string} lock path of the lock
 * @param {() => Promise<T>} action
 * @param {(line: string) => void} [log] told once if another process is waited for
 * @returns {Promise<T>}
 */
export async function withLock(lock, action, log = () => {}) {
  await mkdir(path.dirname(lock), { recursive: true });
  await waitUntil(() => !own.has(lock), { everyMs: LOCK_POLL_MS });
  own.add(lock);
  try {
    let polls = 0;
    const taken = async () => {
      const holder = await take(lock);
      if (holder !== null && polls++ === POLLS_IN_SILENCE) log(`waiting for process ${holder.split(':')[0]}, which holds ${lock} …`);
      return holder === null;
    };
    await waitUntil(taken, { everyMs: LOCK_POLL_MS });
    return await action().finally(() => rm(lock, { force: true }));
  } finally {
    own.delete(lock);
  }
}

/**
 * @param {string} lock
 * @returns {Promise<string | null>} who held the lock; null if this process now does
 */
async function take(lock) {
  try {
    await symlink(`${process.pid}:${await startOf(process.pid)}`, lock);
    return null;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  const holder = await readlink(lock).catch(() => ''); // given back by now
  if (holder !== '' && !(await isThere(holder))) await removeStale(lock, holder);
  return holder;
}

/**
 * Ids come again, in containers soon: one alone does not tell the holder from a later process, which may be this one.
 *
 * @param {string} holder text of a lock
 * @returns {Promise<boolean>} whether that very process lives, and is another one
 */
async function isThere(holder) {
  const [id, start] = holder.split(':');
  const pid = Number(id);
  if (pid === process.pid || !isAlive(pid)) return false;
  const now = await startOf(pid);
  return start === undefined || now === '' || now === start;
}

/**
 * @param {number} pid
 * @returns {Promise<string>} when the process began, in the kernel's ticks; empty where the system does not tell
 */
async function startOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Field 22 (proc(5)). The second is the program's name in brackets, which may hold blanks and brackets.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/**
 * Moves the lock away first: between the look at it and its removal another process may have made it anew.
 *
 * @param {string} lock
 * @param {string} holder as it was read
 */
async function removeStale(lock, holder) {
  const aside = path.join(path.dirname(lock), `${TEMPORARY}${process.pid}-${path.basename(lock)}`);
  try {
    await rename(lock, aside);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return;
    throw error;
  }
  if ((await readlink(aside)) === holder) await rm(aside);
  else await rename(aside, lock);
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
