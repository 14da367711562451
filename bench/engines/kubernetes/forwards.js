/** Ways from this machine to ports of pods, for health, metrics and queries. No load goes there. */
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '../../util/wait.js';

const OPEN_MS = 15_000;
const AGAIN_MS = 200;

export class Forwards {
  /** Port here by name and port there: it stays the same when the pod is another. @type {Map<string, number>} */
  #ports = new Map();
  /** @type {Map<string, { pod: string, child: import('./cluster/kubectl.js').Child }>} by name */
  #open = new Map();

  /** @param {import('./cluster/kubectl.js').Kubectl} kubectl */
  constructor(kubectl) {
    this.kubectl = kubectl;
  }

  /** @param {string} name @param {number[]} ports there @returns {Promise<void>} ports here are chosen */
  async reserve(name, ports) {
    for (const port of ports) {
      const key = `${name}:${port}`;
      if (!this.#ports.has(key)) this.#ports.set(key, await freePort());
    }
  }

  /** @param {string} name @param {number} port there @returns {number} port here */
  port(name, port) {
    return this.#ports.get(`${name}:${port}`) ?? 0;
  }

  /**
   * @param {string} name
   * @param {string} pod
   * @param {number[]} ports there, reserved
   * @returns {Promise<void>} once they are open; until `close` they are opened again whenever kubectl gives up
   */
  async open(name, pod, ports) {
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

  /** kubectl gives up when a connection is reset. @param {string} name @param {string} pod @param {number[]} ports @param {object} ended */
  async #again(name, pod, ports, ended) {
    await sleep(AGAIN_MS, undefined, { ref: false });
    if (this.#open.get(name)?.child === ended) await this.open(name, pod, ports).catch(() => {});
  }

  /** @param {string} name */
  close(name) {
    const open = this.#open.get(name);
    this.#open.delete(name);
    open?.child.kill('SIGKILL');
  }

  closeAll() {
    for (const name of [...this.#open.keys()]) this.close(name);
  }
}

/** @returns {Promise<number>} a port of 127.0.0.1 that nothing listens on */
async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
