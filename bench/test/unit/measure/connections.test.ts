/** Loads that hold connections: their plan, what the system must allow, and figures worked out by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALONE_SECONDS, eventsOf, holdOf, holdOptions, holdText, loadSeconds, phaseAt } from '../../../../k6/lib/hold.js';
import { heldFigures, planConnections } from '../../../measure/connections.ts';
import { summaryOf } from '../../../measure/generators/results.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { k6Summary } from '../../fixtures/bundle-files.ts';
import { parseProcessesCsv } from '../../../record/samples.ts';
import { connectionsTable } from '../../../report/connections.ts';

const catalogue = readCatalogue();

describe('what the system allows', () => {
  const ENOUGH = {
    limits: 'Max open files            1024                 1048576              files',
    ip_local_port_range: '32768\t60999\n',
    meminfo: 'MemTotal: 9 kB\nMemAvailable:   12345678 kB\n',
  };
  /** @param changed files of /proc, by name */
  const plan = (CONNECTIONS: string, changed: Record<string, string> = {}) => {
    const files: Record<string, string> = { ...ENOUGH, ...changed };
    return planConnections({ env: { CONNECTIONS }, catalogue }, (file) => files[file.split('/').at(-1) ?? '']);
  };

  it('is enough: the hard limit counts, because k6, the JVM and Node.js raise their own; what is not known refuses nothing', () => {
    assert.equal(plan('10000').holds.idle.connections, 10_000);
    assert.equal(plan('15000', { limits: '', ip_local_port_range: '', meminfo: '' }).holds.idle.connections, 15_000);
  });

  it('is too few open files, too few ports, too little memory for k6: one line that says what to raise', () => {
    const lacking: [CONNECTIONS: string, changed: Record<string, string>, line: RegExp][] = [
      ['10000', { limits: 'Max open files  1024  1024  files' }, / ulimit -n 10500 \(as root\), or nofile of the container$/],
      ['15000', { ip_local_port_range: '50000 60000' }, /^CONNECTIONS=15000: there are 10001 local ports; raise them: sysctl -w /],
      ['10000', { meminfo: 'MemAvailable: 2048000 kB' }, /: k6 takes about 5500 MB and 2000 MB are free; take fewer, or free some$/],
    ];
    for (const [CONNECTIONS, changed, message] of lacking) assert.throws(() => plan(CONNECTIONS, changed), { message, exitCode: 2 });
  });
});

describe('the plan', () => {
  const plan = (env: Record<string, string>) => planConnections({ env, catalogue }, () => '');

  it('is that of the catalogue for every load and the core, with a heap that grows', () => {
    const { targets, loads, holds, jvmArgs } = plan({});
    assert.deepEqual(targets, ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc']);
    assert.deepEqual(loads, Object.keys(catalogue.connections ?? {}));
    assert.deepEqual(holds.idle, { connections: 10_000, openSeconds: 20, holdSeconds: 60, everySeconds: 60 });
    assert.deepEqual(holds.stream, { connections: 1000, openSeconds: 2, holdSeconds: 60, everySeconds: null });
    assert.deepEqual(jvmArgs, ['-Xms32m']);
  });

  it('refuses what it cannot use, in one line', () => {
    const refused: [string, string, string][] = [
      ['CONNECTIONS', 'many', 'accepted is a whole number from 1 to 20000'],
      ['HOLD_SECONDS', '5', 'accepted is a whole number from 10 to 3000'],
      ['LOADS', 'idle,slow', "'slow' is unknown; accepted: idle, stream"],
      ['TARGETS', 'mvc,mvc-r2dbc', 'mvc-r2dbc does not answer simple'],
    ];
    for (const [knob, value, why] of refused) assert.throws(() => plan({ [knob]: value }), { message: `${knob}=${value}: ${why}` });
  });
});

describe('the load', () => {
  const hold = holdOf({ connections: 1000, everySeconds: 60 }, { CONNECTIONS: '700', HOLD_SECONDS: '30' });

  it('lasts from the active user alone to the last second in which all are open: 10 + 2 + 30', () => {
    assert.equal(loadSeconds(hold), 42);
    assert.equal(eventsOf(hold), 32);
    assert.deepEqual(
      [0, 9.9, 10, 11.9, 12, 41].map((second) => phaseAt(hold, second)),
      ['alone', 'alone', null, null, 'beside', 'beside'],
    );
  });

  it('is one user of k6 for each connection, and an active one', () => {
    const { scenarios = {}, tags } = holdOptions('idle', 'mvc', hold, { THRESHOLDS: 'off' });
    const { idle, active } = scenarios as Record<string, any>;
    assert.deepEqual([idle.executor, idle.vus, idle.iterations, idle.startTime], ['per-vu-iterations', 700, 1, `${ALONE_SECONDS}s`]);
    assert.deepEqual([active.executor, active.vus, active.duration, active.exec], ['constant-vus', 1, '42s', 'active']);
    assert.deepEqual(
      [tags?.run, tags?.target, tags?.scenario, idle.tags.name, active.tags.name],
      ['manual', 'mvc', 'idle', 'idle', 'active'],
    );
  });
});

const HOLD = { connections: 1000, openSeconds: 2, holdSeconds: 10, everySeconds: null };
const measured = k6Summary({
  scenario_start_ms: { value: 1_000_000, min: 1_000_000 },
  connections_opened: { count: 1001 },
  http_req_failed: { passes: 0 },
  'http_req_duration{phase:alone}': { med: 1, 'p(99)': 2, max: 3, count: 100 },
  'http_req_duration{phase:beside}': { med: 4, 'p(99)': 5, max: 6, count: 100 },
  stream_events: { count: 11_999 },
  stream_late: { med: 7, 'p(99)': 8, max: 9 },
});

describe('the figures', () => {
  // 10 s alone and 12 s with connections: rest is that of the seconds 5 to 10, held that of 17 to 22.
  const rows = Array.from({ length: 25 }, (_, second) => [
    `${1_000_000 + second * 1000 + 1},target,1.00,${second < 10 ? 100 : second < 17 ? 150 : 120}`,
    `${1_000_000 + second * 1000 + 1},generator,1.00,${second < 17 ? 10 : 30}`,
  ]).flat();
  const processes = parseProcessesCsv(['time_ms,process,cpu_s,rss_bytes', ...rows, ''].join('\n'));

  const figures = heldFigures(summaryOf(measured), processes, HOLD);

  it('are the memory at the end of both phases, and what k6 counted', () => {
    assert.deepEqual(figures, {
      restBytes: 100,
      heldBytes: 120,
      generatorBytes: 30,
      opened: 1001,
      failed: 0,
      alone: { p50Ms: 1, p99Ms: 2, maxMs: 3 },
      beside: { p50Ms: 4, p99Ms: 5, maxMs: 6 },
      events: { expected: 12_000, received: 11_999, late: { p50Ms: 7, p99Ms: 8, maxMs: 9 } },
    });
  });

  it('lack memory where it is not known, such as with cgroup v1', () => {
    const { restBytes, heldBytes } = heldFigures(summaryOf(measured), new Map(), HOLD);
    assert.deepEqual([restBytes, heldBytes], [null, null]);
  });

  it('are (150 − 100) MB ÷ 500 connections: 100 MB per 1,000; events and reopened connections are said', () => {
    const mb = 2 ** 20;
    const held = { load: 'stream', target: 'mvc', ...HOLD, ...figures, connections: 500, restBytes: 100 * mb, heldBytes: 150 * mb };
    const tableOf = (result: object) => connectionsTable({ loads: ['stream'], results: [result] } as any);
    const table = tableOf(held);
    assert.match(table, /^stream +mvc +500 +100 +150 +100 +1\.00 \/ 2\.00 +4\.00 \/ 5\.00 +0$/m);
    assert.match(
      table,
      /^stream on mvc: 11,999 of 12,000 events; the last of a stream came 7\.00 ms late in the median, at most 9\.00 ms\.$/m,
    );
    assert.match(table, /^stream on mvc: 501 connections were closed and opened again\.$/m);
    assert.match(tableOf({ ...held, heldBytes: null, events: null }), /its memory is not known here/);
  });
});

it('the summary of a run by hand says what was opened and failed, and what became of the active user and of the events', () => {
  const text = holdText(measured, { title: 'stream on mvc', hold: HOLD });
  assert.match(text, /stream on mvc: 1000 connections, held for 10 s\n +opened +1001\n +failed +0\n/);
  assert.match(text, /alone +active user: p50 1\.0 ms, p99 2\.0 ms, 100 requests\n +beside +active user: p50 4\.0 ms/);
  assert.match(text, /events +11999 of 12000\n +late +last event of a stream: p50 7\.0 ms, max 9\.0 ms/);
  const silent = holdText(k6Summary({}), { title: 'idle', hold: { ...HOLD, everySeconds: 60 } });
  assert.match(silent, /no request of the active user was answered/);
});
