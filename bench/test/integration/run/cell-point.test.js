import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { readBundle } from '../../../analyse/index.js';
import { cellFigures } from '../../../analyse/cell/figures.js';
import { cellLine, publishCell } from '../../../run/cell-point.js';
import { hlogText, processesCsv, serverCsv, stageBounds, writeCell, writeRun } from '../../fixtures/bundle-files.js';
import { validCell, validRun } from '../../fixtures/records.js';
import { temporaryFolder } from '../../support/temporary.js';

const CELL = { scenario: 'read', target: 'mvc', round: 1, order: 1, state: /** @type {const} */ ('ok'), reason: null };
const START_MS = 97_000;

/**
 * Two stages of three seconds. The plateau of the one with the most users is the seconds 101 and 102: 30 successes in them, the slowest 9 ms. That of
 * the other has 14, slower ones.
 * @param {Record<string, string>} [files] in place of the usual ones
 */
function bundle(files = {}) {
  const dir = path.join(temporaryFolder(), 'r1');
  const stages = [
    { vus: 5, durationMs: 3000 },
    { vus: 10, durationMs: 3000 },
  ];
  writeRun(dir, validRun({ id: 'r1', stages, cells: [CELL] }));
  const cell = validCell({
    ...{ ...CELL, state: 'ok', startMs: START_MS, endMs: 103_200, stages: stageBounds(stages, START_MS) },
    k6: { exitCode: 0, httpReqs: 49, setupReqs: 0, interrupted: 0 },
    counts: { k6: 49, hlog: 49, influx: 49 },
  });
  writeCell(dir, CELL, {
    'cell.json': JSON.stringify(cell),
    'http.hlog': hlogText([
      { second: 98, tag: 'read.ok', counts: [[70_000, 7]] },
      { second: 99, tag: 'read.ok', counts: [[70_000, 7]] },
      { second: 100, tag: 'read.ok', counts: [[50_000, 5]] },
      { second: 101, tag: 'read.ok', counts: [[5_000, 10]] },
      { second: 102, tag: 'read.ok', counts: [[9_000, 20]] },
    ]),
    'server.csv': serverCsv([
      [101_000, 'process_cpu_time_ns_total', '', 1_000_000_000],
      [102_500, 'process_cpu_time_ns_total', '', 1_750_000_000],
      [101_000, 'jvm_threads_live_threads', '', 18],
      [102_500, 'jvm_threads_live_threads', '', 21],
      [101_000, 'jvm_memory_used_bytes', 'area=heap;id=Eden Space', 100],
      [101_000, 'jvm_memory_used_bytes', 'area=heap;id=Tenured Gen', 50],
      [102_500, 'jvm_memory_used_bytes', 'area=heap;id=Eden Space', 60],
      [102_500, 'jvm_memory_used_bytes', 'area=heap;id=Tenured Gen', 50],
    ]),
    'processes.csv': processesCsv([]),
    ...files,
  });
  const { run, readCell } = readBundle(dir);
  return { run, raw: readCell(run.cells[0]) };
}

/** @param {string | null} line @returns {{ head: string, fields: Record<string, string>, time: string }} */
function parts(line) {
  assert.ok(line);
  const [, head, fields, time] = /^(\S+) (.*) (\d+)$/.exec(line) ?? assert.fail(line);
  const numbers = fields.slice(0, fields.indexOf(',void='));
  return { head, fields: Object.fromEntries(numbers.split(',').map((field) => field.split('='))), time };
}

test('a cell becomes one point with the figures of its stage with the most users, as the report has them', () => {
  const { run, raw } = bundle();
  const { head, fields, time } = parts(cellLine(run, cellFigures(raw, run)));
  assert.equal(head, 'cell,run=r1,target=mvc,scenario=read,round=1');
  assert.equal(time, '97000');
  assert.ok(Math.abs(Number(fields.p99Ms) - 9) < 0.01);
  // 0.75 s of CPU within 1.5 s is half a core; on a plateau of 2 s that is 1 s.
  assert.ok(Math.abs(Number(fields.cpuSeconds) - 1) < 1e-9);
  const exact = { ...fields, p99Ms: undefined, cpuSeconds: undefined };
  assert.deepEqual(exact, {
    startMs: '97000',
    endMs: '103200',
    plateauSeconds: '2',
    plateauSuccesses: '30',
    failures: '0',
    p99Ms: undefined,
    cpuSeconds: undefined,
    threadsMax: '21',
    heapMaxBytes: '150',
  });
});

test('why a cell is void stands in its point, and figures that could not be had are left out', () => {
  const { run, raw } = bundle({ 'server.csv': serverCsv([]) });
  const line = cellLine(run, cellFigures(raw, run)) ?? '';
  assert.match(line, /,void="[^"]+"/);
  assert.doesNotMatch(line, /null|NaN|threadsMax|cpuSeconds|heapMaxBytes/);
});

test('a cell that failed has no point', () => {
  const { run, raw } = bundle();
  assert.equal(cellLine(run, cellFigures({ ...raw, planned: { ...raw.planned, state: 'failed' } }, run)), null);
});

test('the point goes to the database with the token; an InfluxDB that is gone holds nothing up', async () => {
  const { run, raw } = bundle();
  /** @type {string[]} */
  const seen = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    seen.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`);
    response.writeHead(204).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  await publishCell({ url, database: 'k6', token: 't' }, run, cellFigures(raw, run));
  server.close();
  assert.deepEqual(seen, [`POST /write?db=k6&precision=ms Token t ${cellLine(run, cellFigures(raw, run))}`]);
  await publishCell({ url, database: 'k6' }, run, cellFigures(raw, run));
});
