/** Notices at once that a service in another container has ended, by an open connection to it, which costs the service nothing. */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE = 3;
const ASK_AGAIN_MS = 500;

/**
 * @param {object} options
 * @param {string} options.url of the service; only host and port are used
 * @param {() => Promise<boolean>} options.isAlive called when the connection was closed, because servers also close idle connections
 * @param {() => void} options.onEnd called once
 * @returns {() => void} stops watching
 */
export function watch({ url, isAlive, onEnd }) {
  const { hostname: host, port } = new URL(url);
  let over = false;
  /** @type {net.Socket} */
  let socket;
  const connect = () => {
    socket = net.connect({ host, port: Number(port) });
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', async () => {
      if (over) return;
      if (await answers(isAlive)) return over || connect();
      if (!over) onEnd();
      over = true;
    });
    socket.unref();
  };
  connect();
  return () => {
    over = true;
    socket.destroy();
  };
}

/** @param {() => Promise<boolean>} isAlive */
async function answers(isAlive) {
  for (let attempt = 0; attempt < PATIENCE; attempt++) {
    const alive = await isAlive().catch(() => null);
    if (alive !== null) return alive;
    await sleep(ASK_AGAIN_MS);
  }
  return false;
}
