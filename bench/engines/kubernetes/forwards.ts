/** Ways from this machine to ports of pods, for health, metrics and queries. No load goes there. */
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '../../util/wait.ts';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import type { Kubectl } from './cluster/kubectl.ts';

const OPEN_MS = 15_000;
const AGAIN_MS = 200;

export class Forwards {
  kubectl;
  /** Port here by name and port there: it stays the same when the pod is another. */
  #ports = new Map<string, number>();
  /** by name */
  #open = new Map<string, { pod: string; child: ChildProcessWithoutNullStreams }>();

  constructor(kubectl: Kubectl) {
    this.kubectl = kubectl;
  }

  /** @param ports there @returns ports here are chosen */
  async reserve(name: string, ports: number[]): Promise<void> {
    for (const port of ports) {
      const key = `${name}:${port}`;
      if (!this.#ports.has(key)) this.#ports.set(key, await freePort());
    }
  }

  /** @param port there @returns port here */
  port(name: string, port: number): number {
    return this.#ports.get(`${name}:${port}`) ?? 0;
  }

  /** @param ports there, reserved @returns once they are open; until `close` they are opened again whenever kubectl gives up */
  async open(name: string, pod: string, ports: number[]): Promise<void> {
    this.close(name);
    const child = this.kubectl.start('port-forward', `pod/${pod}`, ...ports.map((port) => `${this.port(name, port)}:${port}`));
    this.#open.set(name, { pod, child });
    const opened = new Promise((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (part) => {
        text += part;
        if (text.split('\n').filter((line) => /^Forwarding from 127/.test(line)).length >= ports.length) resolve(undefined);
      });
      child.once('exit', () => reject(new Error(`no way to pod ${pod}: kubectl port-forward ended`)));
    });
    child.once('exit', () => void this.#again(name, pod, ports, child));
    await inTime(opened, OPEN_MS, `no way to pod ${pod}: kubectl port-forward said nothing for ${OPEN_MS / 1000} s`);
  }

  /** kubectl gives up when a connection is reset. */
  async #again(name: string, pod: string, ports: number[], ended: object) {
    await sleep(AGAIN_MS, undefined, { ref: false });
    if (this.#open.get(name)?.child === ended) await this.open(name, pod, ports).catch(() => {});
  }

  close(name: string) {
    const open = this.#open.get(name);
    this.#open.delete(name);
    open?.child.kill('SIGKILL');
  }

  closeAll() {
    for (const name of [...this.#open.keys()]) this.close(name);
  }
}

/** @returns a port of 127.0.0.1 that nothing listens on */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
