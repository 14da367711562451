/** One start of a target, by an engine that is a stand-in. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { answersRightly, measureStart } from '../../../measure/startup.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import type { AddressInfo } from 'node:net';

const [first] = readCatalogue().scenarios.read.cases;

describe('a start', () => {
  let answer = { status: 503, body: 'not yet' };
  let url = '';
  const server = createServer((request, response) => {
    if (request.url === '/metrics') return response.end('application_ready_time_seconds{target="mvc"} 1.5\n');
    return response.writeHead(answer.status).end(answer.body);
  });
  before(async () => {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  it('ends with the first right answer: neither with another one, nor with one of another status', async () => {
    const { status, body } = first.response;
    assert.equal(await answersRightly(url, first), false);
    answer = { status, body: '{}' };
    assert.equal(await answersRightly(url, first), false);
    answer = { status: 500, body };
    assert.equal(await answersRightly(url, first), false);
    answer = { status, body };
    assert.equal(await answersRightly(url, first), true);
  });

  it('is what the engine has timed, with what the target says of itself, and leaves nothing running', async () => {
    answer = { status: first.response.status, body: first.response.body };
    const events: string[] = [];
    const engine = {
      endpoints: { target: () => url, metrics: () => `${url}/metrics` },
      timeStart: async (target: string, answers: () => Promise<boolean>) => {
        events.push(`start ${target}`);
        return (await answers()) ? 2.5 : NaN;
      },
      processes: () => [{ process: 'target', name: 'mvc', pid: process.pid }],
      stopTarget: async (target: string) => void events.push(`stop ${target}`),
    } as any;
    const { cpuSeconds, restRssBytes, ...found } = await measureStart(engine, 'mvc', first);
    assert.deepEqual(found, { target: 'mvc', answerSeconds: 2.5, readySeconds: 1.5 });
    if (process.platform === 'linux') assert.ok(Number(cpuSeconds) > 0 && Number(restRssBytes) > 2 ** 20);
    assert.deepEqual(events, ['start mvc', 'stop mvc']);
    await assert.rejects(
      measureStart({ ...engine, timeStart: async () => Promise.reject(new Error('mvc ended')) }, 'mvc', first),
      /mvc ended/,
    );
    assert.deepEqual(events.at(-1), 'stop mvc');
  });
});
