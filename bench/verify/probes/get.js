/** Requests whose expected answer a check computes. */

/**
 * @typedef {import('../client.js').Client} Client
 * @typedef {import('../client.js').Received} Received
 */

/**
 * @param {Client} client
 * @param {string} path
 * @param {unknown} expected the answer, as a value
 * @returns {Promise<{ received: Received, difference: string | null }>}
 */
export async function getExpecting(client, path, expected) {
  const received = await client.send({ method: 'GET', path });
  const body = received.body.toString();
  const same = received.status === 200 && body === JSON.stringify(expected);
  const difference = same ? null : `GET ${path}: expected 200 ${JSON.stringify(expected)}, got ${received.status} ${body.slice(0, 200)}`;
  return { received, difference };
}
