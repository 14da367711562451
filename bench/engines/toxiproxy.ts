/** The delay of a far database, which Toxiproxy makes between it and the targets, whatever the engine. */

const ANSWER_MS = 5000;

/** @param url of Toxiproxy's API, which has the proxy `mariadb` @param rttMs whole number; it replaces an earlier delay */
export async function setDelay(url: string, rttMs: number) {
  const toxics = `${url}/proxies/mariadb/toxics`;
  // Half of it each way, in whole milliseconds, as Toxiproxy requires.
  for (const [stream, latency] of Object.entries({ upstream: Math.floor(rttMs / 2), downstream: Math.ceil(rttMs / 2) })) {
    await fetch(`${toxics}/${stream}`, { method: 'DELETE', signal: AbortSignal.timeout(ANSWER_MS) });
    await post(toxics, { name: stream, type: 'latency', stream, toxicity: 1, attributes: { latency, jitter: 0 } });
  }
}

export async function post(url: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(ANSWER_MS) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`Toxiproxy refused ${url}: ${answer.trim()}`);
}
