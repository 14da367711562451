/** The relay before k6's web dashboard, with a real k6 that a browser watches. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LiveDashboard } from '../../measure/live-dashboard.js';
import { startK6 } from '../../measure/generators/process.js';
import { localGenerator } from '../support/generators.js';
import { freePorts } from '../support/processes.js';
import { temporaryFolder } from '../support/temporary.js';

const bin = process.env.K6_BIN ?? 'k6';
const folder = temporaryFolder();

test('cells one after the other end although a browser watches, and share one address', async () => {
  const script = "import { sleep } from 'k6'; export const options = { vus: 1, duration: '2s' }; export default () => sleep(0.2);";
  const file = path.join(folder, 'idle.js');
  writeFileSync(file, script);
  const [port] = await freePorts(1);
  const live = new LiveDashboard();
  const url = await live.start(port);
  assert.equal((await fetch(url)).status, 503);
  for (const cell of ['first', 'second']) {
    const { outputs, environment } = await live.nextCell();
    const logFile = path.join(folder, `${cell}.log`);
    const words = [bin, 'run', ...outputs.flatMap((output) => ['--out', output]), file];
    const k6 = startK6({ generator: localGenerator([]), words, environment, logFile, lastsSeconds: 60 });
    const page = await eventuallyOk(`${url}/`);
    assert.match(await page.text(), /<html/i);
    const events = await (await fetch(`${url}/events`)).text();
    assert.match(events, /event: stop/);
    const { exitCode } = await k6.ended;
    assert.equal(exitCode, 0, readFileSync(logFile, 'utf8'));
    assert.equal((await fetch(url)).status, 503);
  }
  live.stop();
});

/** @param {string} url */
async function eventuallyOk(url) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(url);
    if (response.ok) return response;
    await response.arrayBuffer();
    await sleep(100);
  }
  return assert.fail(`${url} never answered`);
}

test('a taken port is one line', async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await assert.rejects(new LiveDashboard().start(port), { message: `port ${port} (k6's web dashboard) is taken` });
  server.close();
});
