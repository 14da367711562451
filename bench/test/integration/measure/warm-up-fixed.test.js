/** Targets are warmed up as others have done it, with stand-ins for them and for k6. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { warmUpFixed } from '../../../measure/warm-up/fixed.js';
import { readCatalogue } from '../../../record/catalogue.js';
import { localGenerator } from '../../support/generators.js';
import { serverOfSuite } from '../../support/server.js';
import { temporaryFolder } from '../../support/temporary.js';

const k6Bin = fileURLToPath(new URL('../../fixtures/fake-k6.js', import.meta.url));

describe('a warm-up of fixed length', () => {
  let scrapes = 0;
  const server = serverOfSuite((_, response) => {
    response.end(`jvm_compiler_cpu_time_ns_total ${5e8 * ++scrapes}\njvm_compiler_wait_time_ns_total ${4e8 * scrapes}\n`);
  });

  /** @param {{ bursts: number, interpreter?: string }} how */
  function warmedUp({ bursts, interpreter = process.execPath }) {
    const { url } = server;
    // No limit is lifted, and nobody asks whether the target is idle.
    const engine = /** @type {any} */ ({
      generators: [localGenerator([interpreter])],
      endpoints: { target: () => url, metrics: () => `${url}/metrics` },
      track: () => {},
    });
    const subject = { engine, root: '/', k6Bin, runId: 'r', catalogueFile: null, scenario: 'read', target: 'mvc' };
    const fixed = { bursts, burstSeconds: 1, pauseSeconds: 0.1 };
    return warmUpFixed(subject, { catalogue: readCatalogue(), fixed, mostVus: 100, dir: temporaryFolder(), onLook: () => {} });
  }

  it('has all its bursts, under the limit, though throughput no longer rises', async () => {
    const { vus, quotaLifted, limitInTurn, perSecond, compilingShare, steady, exit } = await warmedUp({ bursts: 4 });
    assert.deepEqual([vus, quotaLifted, limitInTurn, exit], [[100], false, false, null]);
    assert.equal(perSecond.length, 4, 'a second of each');
    assert.deepEqual([compilingShare, steady], [0.9, false], 'the compilers are at work');
  });

  it('ends with a k6 that fails', async () => {
    const { perSecond, exit } = await warmedUp({ bursts: 4, interpreter: 'false' });
    assert.equal(exit, 'k6 ended with 1 in the warm-up: see k6-warmup.log');
    assert.deepEqual(perSecond, []);
  });
});
