/** The warm-up before a load by hand, as far as it needs no k6. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseLoad } from '../../../../k6/lib/load.js';
import { summaryText } from '../../../../k6/lib/summary.js';
import { isWarm } from '../../../../k6/lib/warm-up-plan.js';
import { readCatalogue } from '../../../record/catalogue.ts';
import { sum } from '../../../util/math.ts';
import { k6Summary } from '../../fixtures/bundle-files.ts';

const { scenarios, targets } = readCatalogue();

const loadOf = (env: Record<string, string>, name = 'read') => chooseLoad(name, { scenario: scenarios[name], targets }, env);

const usersOf = (env: Record<string, string>, name?: string) => loadOf({ TARGET: 'mvc', ...env }, name).warmUp?.users;

describe('WARMUP', () => {
  it('has as many users as the load at most, and few where requests pile up', () => {
    assert.equal(usersOf({}), 300);
    assert.equal(usersOf({ RATE: '500' }), 100);
    assert.equal(loadOf({ BLOCKS: 'mvc,mvc-vt', BLOCK_VUS: '7' }).warmUp?.users, 7);
    assert.equal(usersOf({ VUS_START: '20000', STAGES: '1' }), 500, 'one VU of k6 sends them all');
    assert.equal(usersOf({}, 'block'), scenarios.block.warmupVus);
  });

  it('is 180 s for each target at most; setup() may take that, and the last answers too', () => {
    assert.equal(loadOf({ TARGET: 'mvc' }).warmUp?.maxSeconds, 180);
    assert.equal(loadOf({ TARGET: 'mvc' }).options.setupTimeout, '270s');
    assert.equal(loadOf({ TARGET: 'mvc', START_AT: '1', WARMUP: '600' }).options.setupTimeout, '690s');
    assert.equal(loadOf({ BLOCKS: 'mvc,mvc-vt', WARMUP: '10' }).options.setupTimeout, '170s');
  });

  it('makes k6 count the load by itself, and adds nothing where it is left out', () => {
    const { options, plan } = loadOf({ TARGET: 'mvc' });
    const counted = { 'http_reqs{name:read}': ['count>=0'], 'http_req_duration{name:read}': ['max>=0'] };
    const cold = loadOf({ TARGET: 'mvc', WARMUP: '0' });
    assert.deepEqual(options.thresholds, { ...cold.options.thresholds, ...counted });
    assert.deepEqual([options.batch, options.batchPerHost, plan.warmUpMaxSeconds], [300, 300, 180]);
    assert.deepEqual([cold.warmUp, cold.options.batch, cold.options.setupTimeout], [null, undefined, '30s']);
    assert.deepEqual(options.scenarios, cold.options.scenarios);
  });

  it('is 0 or seconds; anything else is one line', () => {
    for (const WARMUP of ['', 'no', '-1', '0.5', '601']) {
      const message = `WARMUP=${WARMUP}: accepted is a whole number from 0 to 600`;
      assert.throws(() => loadOf({ TARGET: 'mvc', WARMUP }), { message, exitCode: 2 });
    }
  });
});

describe('the end of a warm-up', () => {
  const LOOK_MS = 2000;
  /**
   * @param shares of the time between two looks that the compilers took
   * @param perSecond answers in that time
   * @returns is it over by then?
   */
  const isOver = (shares: number[], perSecond: number[] = shares.map(() => 100)): boolean => {
    const compilerMs = shares.map((_, index) => 30_000 + LOOK_MS * sum(shares.slice(0, index + 1)));
    return isWarm(looksOf(perSecond, [30_000, ...compilerMs]));
  };
  /** @param perSecond between two looks @param compilerMs at each look */
  const looksOf = (perSecond: number[], compilerMs: (number | null)[]) =>
    compilerMs.map((each, index) => ({ ms: LOOK_MS * index, answers: 2 * sum(perSecond.slice(0, index)), compilerMs: each }));
  /** @returns likewise, of a target that does not report its compilers */
  const hasSettled = (...perSecond: number[]): boolean => isWarm(looksOf(perSecond, Array(perSecond.length + 1).fill(null)));

  it('comes when the compilers took at most a tenth of 8 s, however fast the target was', () => {
    assert.equal(isOver([1, 0.9, 0.1, 0.15, 0.05, 0.1]), true);
    assert.equal(isOver([1, 0.9, 0.1, 0.35, 0, 0.1]), false);
    assert.equal(isOver(Array(30).fill(0.8)), false, 'throughput has settled, but they are at work');
    assert.equal(isOver([0, 0, 0, 0], [100, 200, 400, 800]), true);
    assert.equal(isOver([0, 0, 0]), false, '6 s only');
  });

  it('does not come while a look is missing among others: the target was too busy to tell', () => {
    assert.equal(isWarm(looksOf([1, 1, 1, 1], [10, 10, 10, 10, null])), false);
    assert.equal(isWarm(looksOf(Array(9).fill(1), [null, null, null, null, null, 10, 10, 10, 10, 10])), true);
  });

  it('comes when 8 s were hardly faster than the 8 s before, where the target does not report its compilers', () => {
    assert.equal(hasSettled(...Array(8).fill(100)), true);
    assert.equal(hasSettled(...Array(7).fill(100)), false, '14 s only');
    assert.equal(hasSettled(20, 20, 20, 20, 100, 100, 100, 100), false);
    assert.equal(hasSettled(...Array.from({ length: 15 }, (_, look) => 100 + 20 * look)), false, 'it still rises');
    assert.equal(hasSettled(82, 101, 129, 94, 129, 139, 162, 167, 192, 184, 196, 241, 233), false, 'it dips, on a busy machine');
    assert.equal(hasSettled(...Array(8).fill(0)), true, 'nothing was answered');
  });
});

it('the summary says how long the warm-up took, or that the target was cold', () => {
  const plan = { scenario: 'read', title: 'read on mvc', load: '5 VUs', seconds: 4, nowMs: 0, closedLoop: true, setupRequests: 2 };
  const text = (metrics: Record<string, Record<string, number>>, warmUpMaxSeconds: number | null = 30) => {
    const values = { http_reqs: { count: 102 }, iterations: { count: 40 }, http_req_duration: { med: 70, 'p(99)': 90 }, ...metrics };
    return summaryText(k6Summary(values), { ...plan, warmUpMaxSeconds });
  };
  assert.match(text({ warm_up_seconds: { value: 21, min: 21, max: 21 } }), /\n {2}target {5}warmed up for 21 s\n/);
  assert.match(text({ warm_up_seconds: { value: 18, min: 18, max: 30 } }), /warmed up for 18 to 30 s, as long as WARMUP allows/);
  assert.match(text({}, null), /requests +100, [^]*\n {2}target {5}cold, unless it was warmed up before\n/, 'all but those of setup()');
});
