/** Where the parts are: for the runner behind ports of this machine, for the generators under the names of their Services. */
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '../../util/wait.ts';
import { targetEndpoints } from '../common/services.ts';
import type { ChildProcessWithoutNullStreams as Child } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Endpoints } from '../engine.ts';
import type { Api } from './cluster/api.ts';
import type { Kubectl } from './cluster/kubectl.ts';
import type { Pods } from './cluster/pods.ts';
import type { Readers } from './readers.ts';

/** What all parts of the engine use. */
export type Cluster = { catalogue: Catalogue; kubectl: Kubectl; api: Api; pods: Pods; forwards: Forwards; readers: Readers };

const OPEN_MS = 15_000;
const AGAIN_MS = 200;
const PORTS: Record<string, number> = { influxdb: 8086, prometheus: 9090, mariadb: 3306, mongo: 27017, grafana: 3000 };

/** Ways from this machine to ports of pods, for health, metrics and queries. No load goes there. */
export class Forwards {
  kubectl;
  catalogue;
  /** Port here by name and port there: it stays the same when the pod is another. */
  #ports = new Map<string, number>();
  /** by name */
  #open = new Map<string, Child>();

  constructor(kubectl: Kubectl, catalogue: Catalogue) {
    this.kubectl = kubectl;
    this.catalogue = catalogue;
  }

  #portsOf(name: string): number[] {
    if (name in PORTS) return [PORTS[name]];
    const { port, managementPort } = this.catalogue.targets[name] ?? this.catalogue.dependencies[name];
    return managementPort ? [port, managementPort] : [port];
  }

  async reserve(name: string): Promise<void> {
    for (const port of this.#portsOf(name)) {
      const key = `${name}:${port}`;
      if (!this.#ports.has(key)) this.#ports.set(key, await freePort());
    }
  }

  /** @param there by default the first of its pod @returns port here */
  port(name: string, there: number = this.#portsOf(name)[0]): number {
    return this.#ports.get(`${name}:${there}`) ?? 0;
  }

  /** @returns once its ports, which are reserved, are open; until `close` they are opened again whenever kubectl gives up */
  async open(name: string, pod: string): Promise<void> {
    this.close(name);
    const ports = this.#portsOf(name);
    const child = this.kubectl.start('port-forward', `pod/${pod}`, ...ports.map((port) => `${this.port(name, port)}:${port}`));
    this.#open.set(name, child);
    const opened = new Promise((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (part) => {
        text += part;
        if (text.split('\n').filter((line) => /^Forwarding from 127/.test(line)).length >= ports.length) resolve(undefined);
      });
      child.once('exit', () => reject(new Error(`no way to pod ${pod}: kubectl port-forward ended`)));
    });
    child.once('exit', () => void this.#again(name, pod, child));
    await inTime(opened, OPEN_MS, `no way to pod ${pod}: kubectl port-forward said nothing for ${OPEN_MS / 1000} s`);
  }

  /** kubectl gives up when a connection is reset. */
  async #again(name: string, pod: string, ended: Child) {
    await sleep(AGAIN_MS, undefined, { ref: false });
    if (this.#open.get(name) === ended) await this.open(name, pod).catch(() => {});
  }

  close(name: string) {
    this.#open.get(name)?.kill('SIGKILL');
    this.#open.delete(name);
  }

  closeAll() {
    for (const name of [...this.#open.keys()]) this.close(name);
  }
}

/** @returns a port of 127.0.0.1 that nothing listens on */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of TCP
  server.close();
  await once(server, 'close');
  return port;
}

/** @param passwords of the stack's Secret, once they are known */
export function endpointsOf(catalogue: Catalogue, forwards: Forwards, passwords: Record<string, string>): Endpoints {
  const url = (name: string, there?: number) => `http://127.0.0.1:${forwards.port(name, there)}`;
  return {
    ...targetEndpoints(catalogue, url),
    get influx() {
      return { url: url('influxdb'), database: 'k6', token: passwords.INFLUXDB_TOKEN };
    },
    get prometheus() {
      return url('prometheus');
    },
    get mariadb() {
      return { host: '127.0.0.1', port: forwards.port('mariadb'), user: 'bench', password: passwords.MARIADB_PASSWORD, database: 'bench' };
    },
    get dependencies() {
      return { downstream: url('downstream'), mongo: `mongodb://127.0.0.1:${forwards.port('mongo')}/bench` };
    },
    fromGenerator: {
      target: (name) => `http://${name}:${catalogue.targets[name].port}`,
      influx: `http://influxdb:${PORTS.influxdb}`,
    },
  };
}
