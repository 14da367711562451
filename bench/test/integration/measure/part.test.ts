/** Parts as they are measured, with stand-ins for targets, k6, Prometheus and InfluxDB. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { readBundle } from '../../../record/bundle-reader.ts';
import { pendingOf } from '../../../record/ending.ts';
import { RunJournal } from '../../../record/journal.ts';
import { readRun, type PlannedPart, type Run } from '../../../record/run.ts';
import { Parts } from '../../../run/parts.ts';
import { keptLines } from '../../../run/measure.ts';
import { resumedNow } from '../../../run/resume.ts';
import { keepMeasured } from '../../../run/stack/session.ts';
import { plannedPart, recordedSlice, validPart, validRun } from '../../fixtures/records.ts';
import { localGenerator } from '../../support/generators.ts';
import { fakeStack, PER_SECOND, SLICE_SECONDS } from '../../support/fake-stack.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Note } from '../../../record/json/notes.ts';
import type { Block } from '../../../../k6/lib/blocks.js';

const TARGETS = ['mvc', 'mvc-vt'];
/** @param targets of each block */
const blocksOf = (...targets: string[][]) => targets.map((each) => ({ vus: 10, targets: each }));
const MIRRORED = blocksOf(TARGETS, TARGETS.toReversed());
const PER_SLICE = PER_SECOND * SLICE_SECONDS;
/** Of cores. One busy process uses more than a tenth of the smaller machine, and all of this one's less than that of the bigger. */
const [SMALL, BIG] = [1, 10_000];

const never = new AbortController().signal;
const part = (changed: Partial<PlannedPart> = {}) => plannedPart({ blocks: MIRRORED, state: 'pending', ...changed });

function runWith(changed: Partial<Run> = {}, cores = BIG) {
  const { machine } = validRun();
  const parts = [part()];
  const load = { warmupMaxSeconds: 0, sliceSeconds: SLICE_SECONDS, rounds: 1, machine: { ...machine, cores } };
  return validRun({ id: 'r1', targets: TARGETS, ...load, parts, ...changed });
}

/** @returns one stand-in of that kind */
const k6 = (kind: 'failing' | 'live') => [localGenerator(['env', `FAKE_K6=${kind}`, process.execPath])];

const LONG = { timeout: 600_000 };
const kindsOf = (notes: Note[]) => notes.map(({ kind }) => kind);
const statesOf = (parts: PlannedPart[]) => parts.map(({ round, state }) => `${round} ${state}`);
const ordersOf = (parts: PlannedPart[]) => parts.map(({ round, order, state }) => `${round} ${order} ${state}`);
const reasonsOf = (parts: PlannedPart[]) => parts.map(({ state, reason }) => `${state}: ${reason}`);

describe('a part', () => {
  const { outcomes, events, written, contextOf } = fakeStack({ scraped: true });
  const results = temporaryFolder();
  beforeEach(() => {
    outcomes.length = 0;
    events.length = 0;
    written.length = 0;
  });

  let runs = 0;
  /** @returns in a folder of its own */
  const journalOf = (run: Run): RunJournal => new RunJournal(path.join(results, String(++runs)), run);

  /** @param changed parts of the engine */
  async function measured(run: Run, changed?: Parameters<typeof contextOf>[1]) {
    const journal = journalOf(run);
    await new Parts(journal, contextOf(journal.record, changed), never).measure();
    return { journal, bundle: readBundle(journal.dir) };
  }

  it('that is ok has a record with all that was observed, and its files', async () => {
    const { bundle, journal } = await measured(runWith({ warmupMaxSeconds: 6 }));
    const [planned] = bundle.run.parts;
    assert.deepEqual([planned.state, planned.reason], ['ok', null]);
    const { part: record, requests, missing } = bundle.readPart(planned);
    assert.ok(record && requests);
    assert.deepEqual(missing, []);
    const slices = record.slices.map(({ slice, block, target, vus }) => `${slice} ${block} ${target} ${vus}`);
    assert.deepEqual(slices, ['1 1 mvc 10', '2 1 mvc-vt 10', '3 2 mvc-vt 10', '4 2 mvc 10']);
    for (const { counts, slice, others } of record.slices) {
      assert.deepEqual(counts, { k6: PER_SLICE, hlog: PER_SLICE, influx: PER_SLICE }, 'counted three ways');
      assert.equal(requests.get(slice)?.total, PER_SLICE);
      assert.deepEqual(others, []);
    }
    const [first, second] = record.slices;
    assert.deepEqual(
      [first.startMs, first.endMs - first.startMs, second.startMs - first.endMs],
      [record.startMs, 4000, 1000 * record.gapSeconds],
    );
    assert.deepEqual(record.k6, { exitCode: 0, httpReqs: 4 * PER_SLICE + 1, setupReqs: 1, interrupted: 0 });
    assert.deepEqual(record.checks.map(({ name, ok }) => `${name} ${ok}`).slice(0, 3), ['idle true', 'counts true', 'alignment true']);
    assert.deepEqual(record.databaseRtt, { setMs: null, measuredMs: 0.123 });
    assert.deepEqual(Object.keys(record.warmups), TARGETS);
    assert.deepEqual([record.warmups.mvc.scenario, record.warmups.mvc.steady], ['read', true]);
    assert.deepEqual(
      Object.values(record.jvms).map(({ restartedBefore }) => restartedBefore),
      [null, null],
    );
    assert.deepEqual(events, ['start mvc', 'start mvc-vt', 'reset']);
    const files = ['http.hlog', 'k6-summary.json', 'k6-warmup.log', 'k6.log', 'part.json', 'processes.csv', 'rollup.json'];
    const all = [...files, 'server-mvc-vt.csv', 'server-mvc.csv'];
    assert.deepEqual(readdirSync(path.join(journal.dir, 'parts', 'read', '1-1')).toSorted(), all.toSorted());
    assert.match(outcomes[0], /^ok, 2 blocks of 2 targets, 0 failures/);
  });

  it('has one warm-up for each JVM, and the next round has new ones', async () => {
    const parts = [part(), part({ order: 2, round: 2, blocks: blocksOf(TARGETS) })];
    const { bundle } = await measured(runWith({ warmupMaxSeconds: 4, rounds: 2, parts }));
    assert.deepEqual(
      written.filter((line) => line.startsWith('activity,')).map((line) => /text="(.*)"/.exec(line)?.[1]),
      [
        'round 1: warming up mvc, mvc-vt for read',
        'round 1: read on mvc, mvc-vt in 2 blocks of slices, 10 users',
        'round 2: warming up mvc, mvc-vt for read',
        'round 2: read on mvc, mvc-vt in 1 block of slices, 10 users',
      ],
      'what the live dashboard says of the run',
    );
    assert.equal(written.filter((line) => line.startsWith('cell,')).length, 2, 'the figures of each part');
    const [first, second] = bundle.run.parts.map((planned) => bundle.readPart(planned).part);
    assert.ok(first && second);
    assert.deepEqual([Object.keys(first.warmups), Object.keys(second.warmups)], [TARGETS, TARGETS]);
    assert.equal(second.jvms.mvc.restartedBefore, 'every round has JVMs of its own');
    assert.ok(second.jvms.mvc.startedMs >= first.jvms.mvc.startedMs);
    assert.equal(events.filter((event) => event === 'start mvc').length, 2);
  });

  it('of targets that are measured alone has one slice each, and a gap as long as a backlog may last', async () => {
    const parts = TARGETS.map((target, index) => {
      return part({ scenario: 'block', number: index + 1, order: index + 1, blocks: blocksOf([target]) });
    });
    const { bundle } = await measured(runWith({ scenarios: ['block'], parts }));
    const records = bundle.run.parts.map((planned) => bundle.readPart(planned).part);
    assert.deepEqual(
      records.map((record) => [record?.gapSeconds, record?.slices.map(({ target }) => target)]),
      TARGETS.map((target) => [120, [target]]),
    );
  });

  it('of few requests a second has new JVMs that got those of a faster scenario first, which has them then, too', async () => {
    const [heavy, simple] = ['heavy', 'simple'].map((scenario, index) => part({ scenario, order: index + 1, blocks: blocksOf(TARGETS) }));
    const run = runWith({ warmupMaxSeconds: 4, scenarios: ['heavy', 'simple'], parts: [heavy, simple] });
    const { bundle } = await measured(run);
    const warmedBy = bundle.run.parts.map((planned) => bundle.readPart(planned).part?.warmups.mvc.scenario);
    assert.deepEqual(warmedBy, ['heavy', 'simple']);
    assert.equal(events.filter((event) => event === 'start mvc').length, 1);
  });

  it('is charged for its load, its gaps, its warm-up and its preparation', async () => {
    const { bundle } = await measured(runWith({ warmupMaxSeconds: 4 }));
    const { spentSeconds } = bundle.run;
    // Two k6 of a minute each: the warm-up, and 4 × 4 s + 3 × 2 s of blocks.
    assert.deepEqual([spentSeconds.blocks, spentSeconds.gaps, spentSeconds['warm-ups'], spentSeconds.preparation], [16, 6, 60, 38]);
  });

  it('whose k6 fails keeps what it has, with the reason, and the next one is measured', async () => {
    const parts = [part(), part({ scenario: 'simple', order: 2 })];
    const { bundle } = await measured(runWith({ scenarios: ['read', 'simple'], parts }), { generators: k6('failing') });
    assert.deepEqual(reasonsOf(bundle.run.parts), Array(2).fill('failed: k6 ended with 107 under load: the script is broken'));
    const raw = bundle.readPart(bundle.run.parts[0]);
    assert.deepEqual([raw.part, raw.missing.includes('part.json: no slice was measured')], [null, true]);
    assert.deepEqual(outcomes, Array(2).fill('failed: k6 ended with 107 under load: the script is broken'));
    assert.deepEqual(bundle.run.notes, [], 'what failed is not repeated');
    assert.equal(bundle.run.spentSeconds.blocks, undefined);
  });

  it('whose target ends has failed with that, and k6 is not left counting refused connections', LONG, async () => {
    const dead = new Set();
    const exit = (target: string) => (dead.has(target) ? { code: null, signal: 'SIGKILL' } : null);
    const track = () => void dead.add('mvc-vt');
    const run = runWith({ parts: [part({ blocks: blocksOf(...Array(20).fill(TARGETS)) })] });
    const { bundle } = await measured(run, { targets: { exit }, track, generators: k6('live') });
    const [planned] = bundle.run.parts;
    assert.deepEqual([planned.state, planned.reason], ['failed', 'mvc-vt ended under load (SIGKILL)']);
  });

  const START_FAILS = { targets: { start: () => Promise.reject(new Error('mvc did not answer within 120 s')) } };
  const PING_FAILS = { databasePing: () => Promise.reject(new Error('connection refused\nat …')) };
  for (const [what, engine, reason, begun] of [
    ['whose targets do not start', START_FAILS, 'mvc did not answer within 120 s', []],
    ['whose warm-up fails', { generators: [localGenerator(['false'])] }, 'k6 ended with 1 in the warm-up: see k6-warmup.log', null],
    ['whose database does not answer a ping', PING_FAILS, 'the database does not answer a ping: connection refused', null],
  ] as const) {
    it(`${what} has failed with the reason`, async () => {
      const { bundle } = await measured(runWith({ warmupMaxSeconds: 'generators' in engine ? 4 : 0 }), engine);
      assert.deepEqual(reasonsOf(bundle.run.parts), [`failed: ${reason}`]);
      if (begun) assert.deepEqual(events, begun, 'the database was not reset for nothing');
    });
  }

  it('that was left with requests in flight costs its targets their JVMs', async () => {
    const discarded: string[] = [];
    const journal = journalOf(runWith());
    const context = contextOf(journal.record, { targets: { stop: async (target: string) => void discarded.push(target) } });
    const metrics = () =>
      `data:text/plain,${events.includes('reset') ? 'http_server_requests_active_seconds_count 1' : 'process_cpu_time_ns_total 0'}`;
    Object.assign(context.engine.endpoints, { metrics });
    await new Parts(journal, context, never).measure();
    assert.deepEqual(discarded, TARGETS);
  });

  describe('that other processes disturb', { skip: process.platform !== 'linux' }, () => {
    /** The shell ends at once, so that its child is none of this process. */
    const startBusy = (): number => {
      const words = '"$0" -e "const end = Date.now() + 600000; while (Date.now() < end);" busy >/dev/null 2>&1 & echo $!';
      const pid = Number(execFileSync('sh', ['-c', words, process.execPath], { encoding: 'utf8' }));
      after(() => process.kill(pid, 'SIGKILL'));
      return pid;
    };

    it('is reported at once and repeated at the end of the round, three times at most; earlier results stay', LONG, async () => {
      const pid = startBusy();
      const scenarios = ['read', 'simple'];
      const planned = scenarios.map((scenario, index) => part({ scenario, order: index + 1, blocks: blocksOf(['mvc']) }));
      const run = runWith({ targets: ['mvc'], scenarios, budgetSeconds: 6000, parts: planned }, SMALL);
      const { bundle, journal } = await measured(run, { generators: k6('live') });
      const { parts, notes } = bundle.run;
      assert.deepEqual(
        parts.map(({ scenario, number, attempt, order, state }) => [scenario, number, attempt, order, state]),
        [1, 2, 3, 4].flatMap((number) => scenarios.map((scenario, index) => [scenario, number, number, 2 * number - 1 + index, 'ok'])),
      );
      assert.deepEqual(kindsOf(notes), ['blocks-repeated', 'blocks-repeated', 'rounds-ended'], 'a note is kept once for each scenario');
      for (const each of parts) {
        const { part: record } = bundle.readPart(each);
        assert.ok(record && record.slices[0].others.length > 0);
        assert.ok(existsSync(path.join(journal.dir, 'parts', each.scenario, `1-${each.number}`, 'http.hlog')));
      }
      const [said, outcome] = outcomes;
      assert.match(said, /^discarded: read, round 1, block 1, mvc: other processes used [\d,]+ % of the machine \(.*node/);
      assert.match(outcome, /^ok, 1 block of 1 target, 0 failures, 1 slice disturbed/);
      assert.equal(outcomes.length, 16);
      process.kill(pid, 'SIGKILL');
    });

    it('is not repeated where the budget has no time for it', LONG, async () => {
      const pid = startBusy();
      const parts = [part({ blocks: blocksOf(['mvc']) })];
      const run = runWith({ targets: ['mvc'], budgetSeconds: 70, parts }, SMALL);
      const { bundle } = await measured(run, { generators: k6('live') });
      assert.deepEqual(statesOf(bundle.run.parts), ['1 ok']);
      assert.match(outcomes[0], /^discarded: read, round 1, block 1, mvc: other processes used /);
      assert.deepEqual(kindsOf(bundle.run.notes), ['rounds-ended']);
      process.kill(pid, 'SIGKILL');
    });
  });
});

describe('a run of parts', () => {
  const { events, contextOf } = fakeStack();
  const results = temporaryFolder();
  beforeEach(() => void (events.length = 0));

  function journalOf(changed: Partial<Run>): RunJournal {
    const run = runWith(changed);
    return new RunJournal(path.join(results, run.id), run);
  }

  /** @returns its first round is whole */
  function afterFirstRound(changed: Partial<Run>): RunJournal {
    const done = part({ state: 'ok' });
    const journal = journalOf({ parts: [done], ...changed });
    journal.close(journal.open(done), validPart({ slices: slicesOf(MIRRORED) }));
    return journal;
  }

  /** @returns as it is recorded then */
  async function measured(journal: RunJournal, onRound?: () => void): Promise<Run> {
    await new Parts(journal, contextOf(journal.record), never, onRound).measure();
    return readRun(journal.dir);
  }

  it('with a budget adds rounds as long as they end within it, and says why it ended', async () => {
    // The part of each round takes a minute: after the third, 20 s are left, of which 15 s are reserved.
    const run = await measured(journalOf({ id: 'budget', budgetSeconds: 200 }));
    assert.deepEqual(ordersOf(run.parts), ['1 1 ok', '2 2 ok', '3 3 ok']);
    assert.equal(run.rounds, 3);
    assert.deepEqual(kindsOf(run.notes), ['round-planned', 'round-planned', 'rounds-ended']);
    const { needs, ...ended } = run.notes.at(-1) as Extract<Note, { kind: 'rounds-ended' }>;
    assert.deepEqual(ended, { kind: 'rounds-ended', by: 'budget', rounds: 3, widest: null });
    assert.ok(needs?.halfWidth === 0.1 && Number(needs.seconds) > 0, 'what more rounds would take');
    assert.equal(events.filter((event) => event === 'start mvc').length, 3, 'new JVMs in each');
  });

  it('with a number of rounds adds none, says nothing, and tells of each but the last', async () => {
    let told = 0;
    const journal = journalOf({ id: 'rounds', rounds: 2, parts: [part(), part({ round: 2, order: 2 })] });
    const { parts, notes, rounds } = await measured(journal, () => void told++);
    assert.deepEqual([statesOf(parts), notes, rounds, told], [['1 ok', '2 ok'], [], 2, 1]);
  });

  const CONTINUED = { at: '2026-11-21T10:00:00.000Z', halfWidth: null, rounds: 1, spentSeconds: 1000 };

  it('that has ended by its rounds and is continued adds more within its time, and numbers them on', async () => {
    const continued = [{ ...CONTINUED, budgetSeconds: 140 }];
    const journal = afterFirstRound({ id: 'continued', spentSeconds: { verification: 980, blocks: 20 }, continued });
    const roundsTold: number[] = [];
    const onRound = () => void roundsTold.push(journal.record.parts.filter(({ state }) => state === 'ok').length);
    const { parts, rounds, notes } = await measured(journal, onRound);
    assert.deepEqual(ordersOf(parts), ['1 1 ok', '2 2 ok', '3 3 ok']);
    assert.deepEqual([rounds, notes.at(-1)?.kind], [3, 'rounds-ended']);
    assert.deepEqual(roundsTold, [1, 2], 'of whole rounds, before the next one alone: the end has its own report');
  });

  it('that is continued for less than JVMs take to start has a round of those that have just been started', async () => {
    const spentSeconds = { verification: 880, 'jvm-starts': 100, blocks: 20 };
    const journal = afterFirstRound({ id: 'briefly', spentSeconds, continued: [{ ...CONTINUED, budgetSeconds: 60 }] });
    assert.deepEqual(statesOf((await measured(journal)).parts), ['1 ok', '2 ok']);
  });

  /** Is interrupted as the k6 of that number starts, and ends. @returns what it says, each time that it is called */
  async function interrupted(journal: RunJournal, atK6: number) {
    const controller = new AbortController();
    let started = 0;
    const context = contextOf(journal.record, { track: () => void (++started === atK6 && controller.abort()) });
    // The fake clock does not move where `track` is another one.
    Object.assign(context.spent, { move: () => {} });
    await new Parts(journal, context, controller.signal).measure();
    return async () => {
      const warnings: string[] = [];
      await keepMeasured(
        (line) => void warnings.push(line),
        context.engine,
        journal,
        () => keptLines(results, journal),
      );
      return warnings;
    };
  }

  it('that is interrupted keeps what is whole, and resumes with the rest', async () => {
    const parts = [1, 2, 3].map((round) => part({ round, order: round }));
    const journal = journalOf({ id: 'resumed', rounds: 3, parts });
    const says = await interrupted(journal, 2);
    const saved = '1 of 3 measurements are saved. Resume with: make compare RESUME=resumed';
    assert.deepEqual(await says(), [saved]);
    assert.ok(events.includes('stop'));
    writeFileSync(path.join(journal.dir, 'report.html'), '');
    const report = `report of the rounds before: ${path.join('resumed', 'resumed', 'report.html')}`;
    assert.equal((await says())[0], report);
    const recorded = readRun(journal.dir);
    assert.deepEqual(statesOf(recorded.parts), ['1 ok', '2 pending', '3 pending']);
    const folder = path.join(journal.dir, 'parts', 'read');
    assert.deepEqual(readdirSync(folder), ['1-1'], 'nothing of the one that was cut short');
    const log = readFileSync(path.join(folder, '1-1', 'http.hlog'), 'utf8');

    const { engine, limits, machine, versions, commit, dirty } = recorded;
    const now = { engine, limits, machine, versions, commit, dirty };
    const resumed = new RunJournal(path.join(results, 'resumed'), resumedNow(recorded, now));
    assert.deepEqual(statesOf(resumed.pending), ['2 pending', '3 pending']);
    const whole = await measured(resumed);
    assert.deepEqual([pendingOf(whole), readdirSync(folder).toSorted()], [[], ['1-1', '2-1', '3-1']]);
    assert.equal(readFileSync(path.join(folder, '1-1', 'http.hlog'), 'utf8'), log, 'what was measured is not measured again');
    assert.equal(whole.resumedAt.length, 1);
  });

  it('that is interrupted before anything is whole leaves nothing', async () => {
    const journal = journalOf({ id: 'nothing' });
    const says = await interrupted(journal, 1);
    assert.deepEqual([await says(), existsSync(journal.dir)], [[], false]);
  });
});

function slicesOf(blocks: Block[]) {
  const each = blocks.flatMap(({ vus, targets }, index) => targets.map((target) => ({ block: index + 1, target, vus })));
  return each.map((slice, index) => recordedSlice({ ...slice, slice: index + 1 }));
}
