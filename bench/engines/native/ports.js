/** Finds the process that holds a port. */
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import net from 'node:net';
import { promisify } from 'node:util';

const LISTENING = '0A';

/**
 * @param {Array<{port: number, what: string}>} needed `what`: the port's owner, for the message
 * @returns {Promise<void>}
 * @throws {Error} one line with every port that is taken and the process that holds it
 */
export async function requireFree(needed) {
  const taken = [];
  for (const { port, what } of needed) {
    if (!(await isFree(port))) taken.push(`port ${port} (${what}) is taken by ${await holderOf(port)}`);
  }
  if (taken.length > 0) throw new Error(taken.join('; '));
}

/** @param {number} port @returns {Promise<boolean>} whether a server could listen on it on 127.0.0.1 */
export function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** @param {number} port @returns {Promise<string>} `process <pid> (<command>)`, or that it belongs to another user */
export async function holderOf(port) {
  const pid = await holderPid(port);
  if (pid === null) return 'a process of another user';
  return `process ${pid} (${await commandOf(pid)})`;
}

/** @param {number} port @returns {Promise<number | null>} of the process that listens there; null where it is another user's, or there is none */
export async function holderPid(port) {
  return (await holderFromProc(port)) ?? holderFromLsof(port);
}

/** @param {number} port @returns {Promise<number | null>} */
async function holderFromProc(port) {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')));
  const sockets = new Set(listeningSockets(tables.join('\n'), port).map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return null;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const directory = `/proc/${pid}/fd`;
    for (const descriptor of await readdir(directory).catch(() => [])) {
      if (sockets.has(await readlink(`${directory}/${descriptor}`).catch(() => ''))) return Number(pid);
    }
  }
  return null;
}

/**
 * @param {string} table text of /proc/net/tcp (see proc_pid_net(5): column 1 local address, 3 state, 9 inode)
 * @param {number} port
 * @returns {string[]} inodes of the sockets that listen on the port
 */
export function listeningSockets(table, port) {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(suffix) && columns[3] === LISTENING)
    .map((columns) => columns[9]);
}

/** @param {number} port @returns {Promise<number | null>} */
async function holderFromLsof(port) {
  const asked = await promisify(execFile)('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t']).catch(() => null);
  const pid = Number(asked?.stdout.split('\n')[0]);
  return pid > 0 ? pid : null;
}

/** @param {number} pid @returns {Promise<string>} its command line, shortened */
async function commandOf(pid) {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const asked = fromProc || (await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))).stdout;
  const command = asked.replaceAll('\0', ' ').trim();
  return command.length > 80 ? `${command.slice(0, 79)}…` : command || 'unknown command';
}
