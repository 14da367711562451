import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slicesOf, type Slice } from '../../../../k6/lib/blocks.js';
import { blocksHost } from '../../../measure/generators/start.ts';
import { Steadiness } from '../../../measure/warm-up/steadiness.ts';
import { SLICE_SECONDS, followSlices, groupsByLoad } from '../../../measure/warm-up/together.ts';

const START_MS = 10_000;

/** A load by a clock that is put forward. A slice is known 300 ms after its end. */
class FakeLoad {
  rates;
  overMs;
  slices;
  nowMs = 0;
  startMs: number | null = null;
  isOver = false;
  wasStopped = false;

  /** @param rates of each target, a block after the other @param overMs when it ends */
  constructor(rates: Record<string, number[]>, overMs = Infinity) {
    this.rates = rates;
    this.overMs = overMs;
    const targets = Object.keys(rates);
    const blocks = rates[targets[0]].map(() => ({ vus: 300, targets }));
    this.slices = slicesOf(blocks, SLICE_SECONDS, 0);
  }

  async start() {}

  async until(timeMs: number, isEnough = () => false) {
    while (this.nowMs < timeMs && !isEnough() && !this.isOver) {
      this.nowMs += 100;
      this.isOver ||= this.nowMs >= this.overMs;
      if (this.nowMs > START_MS + 1300) this.startMs = START_MS;
    }
  }

  isComplete({ startSecond }: Slice) {
    return this.startMs !== null && this.nowMs >= START_MS + (startSecond + SLICE_SECONDS) * 1000 + 300;
  }

  perSecond({ target, block }: Slice) {
    return [this.rates[target][block - 1]];
  }

  stop() {
    this.wasStopped = true;
  }
}

/** @param how `compiling`: ms that a target's compilers have taken at each reading; NaN: that reading failed */
async function follow(
  load: FakeLoad,
  { compiling = {}, limitInTurn = false }: { compiling?: Record<string, number[]>; limitInTurn?: boolean } = {},
) {
  const events: string[] = [];
  const note = (what: string) => void events.push(`${(load.nowMs - START_MS) / 1000} ${what}`);
  const steadiness = new Map(Object.keys(load.rates).map((target) => [target, new Steadiness({ limitInTurn })]));
  await followSlices({
    load,
    usage: async (target) => {
      note(`read ${target}`);
      const compilerMs = compiling[target]?.shift() ?? null;
      return Number.isNaN(compilerMs) ? null : { cpuMs: null, compilerMs };
    },
    targets: { limit: async (target, limited) => note(`${limited ? 'limit' : 'lift'} ${target}`) },
    steadiness,
  });
  return { found: Object.fromEntries([...steadiness].map(([target, each]) => [target, each.found])), events };
}

describe('a warm-up of several targets', () => {
  it('ends as soon as the last slice of the last target to be steady is known', async () => {
    const load = new FakeLoad({ mvc: [50, 50, 50, 50, 50], webflux: [10, 20, 20, 20, 20] });
    const { found } = await follow(load);
    const seconds = [...found.mvc.perSecond, ...found.webflux.perSecond];
    assert.deepEqual(seconds, [50, 50, 50, 10, 20, 20], 'the second was better than the first');
    assert.deepEqual([found.mvc.steady, found.webflux.steady, load.wasStopped], [true, true, true]);
    assert.equal(load.nowMs, START_MS + 12_300, 'that slice ended at 12 s');
  });

  it('goes on while the compilers of a target are at work in its slices; what they do in those of others does not count', async () => {
    const load = new FakeLoad({ mvc: [50, 50, 50], webflux: [20, 20, 20] });
    const compiling = { mvc: [0, 2000, 9000, 9600, 20_000, 20_100], webflux: [0, 0, 0, 0, 0, 0] };
    const { found, events } = await follow(load, { compiling });
    assert.deepEqual([found.mvc.perSecond.length, found.mvc.compilingShare], [3, 0.05], '0.3 of the second slice');
    const rightBeforeAndAfter = ['-10 read mvc', '2 read mvc', '2 read webflux', '4 read webflux', '4 read mvc', '6 read mvc'];
    assert.deepEqual(events.slice(0, 6), rightBeforeAndAfter);
  });

  it('has a slice after a quiet one under the limit of its target, where that is asked for', async () => {
    const load = new FakeLoad({ mvc: [50, 30, 50, 30], webflux: [20, 10, 20, 10] });
    const compiling = { mvc: [0, 0, 0, 0, 0, 0, 0, 0], webflux: [0, 900, 900, 900, 900, 900, 900, 900] };
    const { found, events } = await follow(load, { limitInTurn: true, compiling });
    const limits = events.filter((event) => !event.includes('read'));
    assert.deepEqual(limits.slice(0, 4), ['4 limit mvc', '6 lift mvc', '8 limit mvc', '10 lift mvc']);
    assert.deepEqual(limits.slice(4, 6), ['10 limit webflux', '12 lift webflux'], 'its first slice was not quiet, its second was');
    assert.deepEqual([found.mvc.steady, found.webflux.steady], [true, true]);
  });

  it('has no quiet slice where a scrape of a target failed that tells what its compilers do', async () => {
    const load = new FakeLoad({ mvc: [50, 50, 50, 50], webflux: [20, 20, 20, 20] });
    const compiling = { mvc: [0, 900, 900, NaN, 900, 900], webflux: [0, 900, 900, 1800, 1800, 1800] };
    const { found } = await follow(load, { compiling });
    assert.deepEqual([found.mvc.perSecond.length, found.mvc.steady], [3, true]);
  });

  it('is over for a target that was warm once, whatever its compilers do while others are still warmed up', async () => {
    const load = new FakeLoad({ mvc: [50, 50, 50], webflux: [20, 20, 20] });
    const compiling = { mvc: [0, 0, 0, 900, 900, 1800], webflux: [0, 900, 900, 1800, 1800, 1800] };
    const { found } = await follow(load, { compiling });
    assert.deepEqual([found.mvc.steady, found.webflux.perSecond.length, load.wasStopped], [true, 3, true]);
  });

  it('ends for now where half of more than two targets are warm: the others go on without them', async () => {
    const load = new FakeLoad({ mvc: [50, 50, 50], vt: [50, 50, 50], webflux: [20, 20, 20], jdbc: [20, 20, 20] });
    const busy = [0, 900, 900, 1800, 1800, 2700];
    const compiling = { mvc: [0, 0, 0, 0, 0, 0], vt: [...busy], webflux: [0, 900, 900, 900, 900, 900], jdbc: [...busy] };
    const { found } = await follow(load, { compiling });
    const seconds = Object.values(found).map(({ perSecond }) => perSecond.length);
    assert.deepEqual([seconds, load.wasStopped], [[2, 2, 2, 1], true]);
  });

  it('is not steady where k6 ends before it; a slice that was cut off does not count', async () => {
    const rates = { mvc: [10, 20, 30], webflux: [10, 20, 30] };
    const whole = new FakeLoad(rates, START_MS + 12_500);
    const { found } = await follow(whole);
    assert.deepEqual([found.webflux.perSecond, found.webflux.steady, whole.wasStopped], [[10, 20, 30], false, false]);
    assert.deepEqual((await follow(new FakeLoad(rates, START_MS + 3_000))).found.webflux.perSecond, []);
    assert.deepEqual((await follow(new FakeLoad(rates, 5_000))).found.mvc.perSecond, []);
  });
});

describe('targets are warmed up together', () => {
  const piling = { warmupVus: 2, leavesBacklog: true };
  const catalogue = {
    scenarios: { fast: { warmupVus: 50 }, slow: { ...piling, warmedBy: 'fast' }, block: piling },
    targets: { mvc: {}, other: { only: ['slow'] }, webflux: {} },
  } as any;
  const groups = (scenario: string, targets: string[], mostVus = 300) => groupsByLoad(scenario, targets, { catalogue, mostVus });

  it('by the users of the load that follows, but no fewer than its scenario wants; few where that leaves a backlog', () => {
    assert.deepEqual(groups('fast', ['mvc', 'webflux']), [{ scenario: 'fast', vus: 300, members: ['mvc', 'webflux'] }]);
    assert.equal(groups('fast', ['mvc', 'webflux'], 20)[0].vus, 50);
    assert.deepEqual(groups('block', ['mvc']), [{ scenario: 'block', vus: 2, members: ['mvc'] }]);
  });

  it('if the same scenario warms them: their own, or the one that it names, where they answer that', () => {
    assert.deepEqual(groups('slow', ['mvc', 'other', 'webflux']), [
      { scenario: 'fast', vus: 300, members: ['mvc', 'webflux'] },
      { scenario: 'slow', vus: 2, members: ['other'] },
    ]);
  });
});

describe('the host of several targets', () => {
  const host = (urls: Record<string, string>) => blocksHost({ endpoints: { target: (name) => urls[name] } }, Object.keys(urls));

  it('is the one that they share, or each one’s name', () => {
    assert.equal(host({ mvc: 'http://127.0.0.1:18081', webflux: 'http://127.0.0.1:18083' }), '127.0.0.1');
    assert.equal(host({ mvc: 'http://mvc:8081', 'mvc-vt': 'http://mvc-vt:8082' }), '{target}');
  });

  it('cannot be two', () => {
    assert.throws(() => host({ mvc: 'http://mvc:8081', webflux: 'http://10.0.0.1:8083' }), /^Error: mvc, webflux cannot be in one part/);
  });
});
