/** The project's cache: private copies of tools. Each is put there in one step, so that an interrupted set-up can simply be repeated. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { UsageError } from '../util/errors.ts';
import { hasCode, requireWritable } from '../util/files.ts';
import { waitUntil } from '../util/wait.ts';

const LOCK_POLL_MS = 200;
const POLLS_IN_SILENCE = 10;
const TEMPORARY = '.tmp-';

/** Locks that this process holds or waits for. */
const own = new Set<string>();

/** @returns absolute path of the project's cache; it may not exist yet */
export function cacheDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env.STACKBENCH_CACHE) return path.resolve(env.STACKBENCH_CACHE);
  return path.resolve(env.XDG_CACHE_HOME || path.join(env.HOME || os.homedir(), '.cache'), 'stackbench');
}

/** @param directory the cache; made if it is missing @throws {UsageError} one line, if it cannot be used */
export function requireCache(directory: string) {
  if (directory.includes(path.delimiter)) {
    const cure = 'set STACKBENCH_CACHE to a folder without';
    throw new UsageError(`the cache is ${directory}: Java ends a path at '${path.delimiter}'; ${cure}`);
  }
  requireWritable(directory, `the cache is ${directory}`);
}

/**
 * Puts something into the cache unless it is there already. Two processes at the same time build it only once.
 * @param build makes the entry below the given empty folder and returns its path
 * @param log gets a line if this process waits for another @returns path of the entry
 */
export async function installOnce(
  directory: string,
  name: string,
  build: (temporary: string) => Promise<string>,
  log?: (line: string) => void,
): Promise<string> {
  const entry = path.join(directory, name);
  if (existsSync(entry)) return entry;
  const install = async () => {
    if (existsSync(entry)) return entry;
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

/** Removes the unfinished work of processes that were killed. */
async function removeAbandoned(directory: string) {
  for (const name of (await readdir(directory)).filter((entry) => entry.startsWith(TEMPORARY))) {
    const pid = Number(name.slice(TEMPORARY.length).split('-')[0]);
    if (!isAlive(pid)) await rm(path.join(directory, name), { recursive: true, force: true });
  }
}

/**
 * Runs an action under a lock that only one process can hold. The lock is a symbolic link to the holder's process id and start. Unlike a folder
 * with a file in it, the link names its holder from the moment it exists, so that the lock of a dead process is recognised at once.
 * @param log gets one line if this process waits for another
 */
export async function withLock<T>(lock: string, action: () => Promise<T>, log: (line: string) => void = () => {}): Promise<T> {
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

/** @returns the holder of the lock; null if this process now holds it */
async function take(lock: string): Promise<string | null> {
  try {
    await symlink(`${process.pid}:${await startOf(process.pid)}`, lock);
    return null;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const holder = await readlink(lock).catch(() => ''); // released in the meantime
  if (holder !== '' && !(await isThere(holder))) await removeStale(lock, holder);
  return holder;
}

/** Process ids are reused, in containers soon: the id alone does not distinguish the holder of a lock from a later process, which may be this one. */
async function isThere(holder: string): Promise<boolean> {
  const [id, start] = holder.split(':');
  const pid = Number(id);
  if (pid === process.pid || !isAlive(pid)) return false;
  const now = await startOf(pid);
  return start === undefined || now === '' || now === start;
}

/** @returns when the process began, in the kernel's ticks; empty if the system has no /proc */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Field 22 (proc(5)). Field 2 is the program's name in brackets, which may contain blanks and brackets.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Moves the lock away first, because another process may have replaced it since it was read. @param holder as it was read */
async function removeStale(lock: string, holder: string) {
  const aside = path.join(path.dirname(lock), `${TEMPORARY}${process.pid}-${path.basename(lock)}`);
  try {
    await rename(lock, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readlink(aside)) === holder) await rm(aside);
  else await rename(aside, lock);
}

/** @returns whether a process of that id exists, of any user */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** @param isSource of a file, by its path below root with `/` @returns SHA-256 over names and contents of the sources, hexadecimal */
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
