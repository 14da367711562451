/** Where the native engine's parts listen: all on 127.0.0.1, on ports that the containers do not use. Also which process holds a port. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import net from 'node:net';
import { hasCode } from '../../util/files.ts';
import { run } from '../../util/programs.ts';
import { targetEndpoints } from '../common/services.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Endpoints } from '../engine.ts';

export const HOST = '127.0.0.1';
/** Below those that Linux gives to outgoing connections. Only with a delayed database: `toxiproxy`, its API, and `far`, where it stands in for MariaDB. */
export const PORTS = { mariadb: 23306, influxdb: 28086, prometheus: 29090, toxiproxy: 28474, far: 23307, grafana: 23000 };

const LISTENING = '0A';

/** @param hosts of targets that are elsewhere, as they come and go */
export function endpointsOf(catalogue: Catalogue, ports: typeof PORTS = PORTS, hosts = new Map<string, string>()): Endpoints {
  const { downstream, mongo } = catalogue.dependencies;
  return {
    ...targetEndpoints(catalogue, (name, port) => `http://${(port === catalogue.targets[name]?.port && hosts.get(name)) || HOST}:${port}`),
    influx: { url: `http://${HOST}:${ports.influxdb}`, database: 'k6' },
    prometheus: `http://${HOST}:${ports.prometheus}`,
    mariadb: { host: HOST, port: ports.mariadb, user: 'bench', password: 'bench', database: 'bench' },
    dependencies: { downstream: `http://${HOST}:${downstream?.port}`, mongo: `mongodb://${HOST}:${mongo?.port}/bench` },
    toxiproxy: `http://${HOST}:${ports.toxiproxy}`,
  };
}

/** @param name of a target or a dependency */
export function portsOf(name: string, { port, managementPort }: { port: number; managementPort?: number }) {
  const management = managementPort === undefined ? [] : [{ what: `${name}'s management`, port: managementPort }];
  return [{ what: name, port }, ...management];
}

/** @param name of a target or a downstream service @returns variables with its name and addresses */
export function listening(name: string, { port, managementPort = 0 }: { port: number; managementPort?: number }): Record<string, string> {
  return {
    TARGET: name,
    SERVER_ADDRESS: HOST,
    SERVER_PORT: String(port),
    MANAGEMENT_SERVER_ADDRESS: HOST,
    MANAGEMENT_SERVER_PORT: String(managementPort),
  };
}

/** @param needed `what`: its owner @throws {Error} one line with every port that is taken and the process that holds it */
export async function requireFree(needed: { port: number; what: string }[]): Promise<void> {
  const taken = [];
  for (const { port, what } of needed) {
    if (!(await isFree(port))) taken.push(`port ${port} (${what}) is taken by ${await holderOf(port)}`);
  }
  if (taken.length > 0) throw new Error(taken.join('; '));
}

/** @returns whether a server could listen on it on 127.0.0.1 */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', (error) => (hasCode(error, 'EADDRINUSE') ? resolve(false) : reject(error)));
    server.listen({ port, host: HOST, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** @returns `process <pid> (<command>)`, or that it belongs to another user */
export async function holderOf(port: number): Promise<string> {
  const pid = await holderPid(port);
  return pid === null ? 'a process of another user' : `process ${pid} (${await commandOf(pid)})`;
}

/** @returns of the process that listens there; null where it is another user's, or there is none */
export async function holderPid(port: number): Promise<number | null> {
  const fromProc = await holderFromProc(port);
  return fromProc ?? (Number((await answerOf('lsof', '-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t')).split('\n')[0]) || null);
}

async function holderFromProc(port: number): Promise<number | null> {
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

/** @param table text of /proc/net/tcp (proc_pid_net(5): column 1 local address, 3 state, 9 inode) @returns inodes of those that listen */
export function listeningSockets(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
  return rows.filter((columns) => columns[1]?.endsWith(suffix) && columns[3] === LISTENING).map((columns) => columns[9]);
}

async function commandOf(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const command = (fromProc || (await answerOf('ps', '-o', 'command=', '-p', String(pid)))).replaceAll('\0', ' ').trim();
  return command.length > 80 ? `${command.slice(0, 79)}…` : command || 'unknown command';
}

/** @returns '' where it has none */
async function answerOf(program: string, ...words: string[]): Promise<string> {
  return (await run(program, words).catch(() => ({ stdout: '' }))).stdout;
}
