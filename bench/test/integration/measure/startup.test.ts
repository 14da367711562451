/** One start of a target, by an engine that is a stand-in. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answersRightly, measureStart } from '../../../run/startup.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { serverOfSuite } from '../../support/server.ts';

const [first] = readCatalogue().scenarios.read.cases;

describe('a start', () => {
  let answer = { status: 503, body: 'not yet' };
  const server = serverOfSuite((request, response) => {
    if (request.url === '/metrics') response.end('application_ready_time_seconds{target="mvc"} 1.5\n');
    else response.writeHead(answer.status).end(answer.body);
  });

  it('ends with the first right answer: neither with another one, nor with one of another status', async () => {
    const { status, body } = first.response;
    assert.equal(await answersRightly(server.url, first), false);
    answer = { status, body: '{}' };
    assert.equal(await answersRightly(server.url, first), false);
    answer = { status: 500, body };
    assert.equal(await answersRightly(server.url, first), false);
    answer = { status, body };
    assert.equal(await answersRightly(server.url, first), true);
  });

  it('is what the engine has timed, with what the target says of itself, and leaves nothing running', async () => {
    answer = { status: first.response.status, body: first.response.body };
    const events: string[] = [];
    const engine = {
      endpoints: { target: () => server.url, metrics: () => `${server.url}/metrics` },
      targets: {
        timeStart: async (target: string, answers: () => Promise<boolean>) => {
          events.push(`start ${target}`);
          return (await answers()) ? 2.5 : NaN;
        },
        stop: async (target: string) => void events.push(`stop ${target}`),
      },
      processes: () => [{ process: 'target', name: 'mvc', pid: process.pid }],
    } as any;
    const { cpuSeconds, restRssBytes, ...found } = await measureStart(engine, 'mvc', first);
    assert.deepEqual(found, { target: 'mvc', answerSeconds: 2.5, readySeconds: 1.5 });
    if (process.platform === 'linux') assert.ok(Number(cpuSeconds) > 0 && Number(restRssBytes) > 2 ** 20);
    assert.deepEqual(events, ['start mvc', 'stop mvc']);
    engine.targets.timeStart = () => Promise.reject(new Error('mvc ended'));
    await assert.rejects(measureStart(engine, 'mvc', first), /mvc ended/);
    assert.deepEqual(events.at(-1), 'stop mvc');
  });
});
