/** Several k6 that share a load, with the project's own k6 (K6_BIN) against small servers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { filesIn } from '../../measure/generators/files.ts';
import { startLoad } from '../../measure/generators/start.ts';
import { readSummary } from '../../measure/generators/results.ts';
import { root } from '../../record/catalogue.ts';
import { parseHlog } from '../../record/hlog.ts';
import { nearestSecond } from '../../util/time.ts';
import { localGenerators } from '../support/generators.ts';
import { serve, writeCatalogue } from '../support/k6-scripts.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('two k6', () => {
  /** @param variables of the load */
  async function load(variables: Record<string, number>) {
    const { port, requests, stop } = await serve('simple');
    const dir = temporaryFolder();
    const catalogueFile = writeCatalogue(dir, { mvc: { port } });
    const endpoints = { target: () => `http://127.0.0.1:${port}` };
    const engine = { generators: localGenerators(2, []), endpoints, track() {} } as any;
    const subject = { engine, root, k6Bin: process.env.K6_BIN ?? 'k6', runId: 'r', catalogueFile, scenario: 'simple', target: 'mvc' };
    const files = filesIn(dir);
    const k6 = await startLoad(subject, { variables, outputs: ['rollup=none'], files, lastsSeconds: 20 });
    const end = await k6.ended;
    stop();
    const logs = [1, 2].map((number) => readFileSync(path.join(dir, `k6-${number}.log`), 'utf8'));
    assert.equal(end.exitCode, 0, logs.join());
    const log = parseHlog(readFileSync(files.hlog, 'utf8'));
    const httpReqs = readSummary(files.summary).count('http_reqs');
    assert.deepEqual([httpReqs, log.total], [requests.length, requests.length], 'k6, http.hlog, and what the target got');
    const announced = (pattern: RegExp) => logs.map((text) => Number(pattern.exec(text)?.[1]));
    return { end, announced };
  }

  it('split 7 users into 4 and 3, and begin in the same second', async () => {
    const { end, announced } = await load({ VUS_START: 7, VUS_STEP: 0, STAGES: 1, STAGE_SECONDS: 2 });
    assert.deepEqual(announced(/(\d+) max VUs/), [4, 3]);
    const [one, other] = end.instances.map(({ startMs }) => nearestSecond(startMs ?? 0));
    assert.equal(one, other);
    assert.ok(one > 0);
  });

  // Not by the requests: a k6 that wakes late discards those that are due when the time is up (`lateness` in trial.js).
  it('split a rate of 101 requests/s without losing one', async () => {
    const { end, announced } = await load({ RATE: 101, RATE_SECONDS: 5 });
    assert.deepEqual(announced(/Up to ([\d.]+) iterations\/s/), [50.5, 50.5]);
    assert.ok(
      end.instances.every(({ requests }) => (requests.k6 ?? 0) > 0),
      'each k6 sends requests',
    );
  });
});
