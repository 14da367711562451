/** A cell as it is measured, with stand-ins for the target, k6, Prometheus and InfluxDB. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { CellMeasurement } from '../../../measure/cell/measurement.js';
import { readBundle } from '../../../record/bundle-reader.js';
import { cellDir, readCell, writeCell } from '../../../record/cell.js';
import { RunJournal } from '../../../record/journal/run.js';
import { Parts } from '../../../run/parts.js';
import { validRun } from '../../fixtures/records.js';
import { localGenerator } from '../../support/generators.js';
import { fakeStack } from '../../support/fake-stack.js';
import { temporaryFolder } from '../../support/temporary.js';

const planned = { scenario: 'read', target: 'mvc', round: 1, order: 1, state: /** @type {const} */ ('pending'), reason: null };

describe('a cell', () => {
  const { outcomes, events, contextOf } = fakeStack();

  /**
   * @param {object} [changed] parts of the engine
   * @returns {Promise<{ dir: string, cell: import('../../../record/cell.js').Cell, outcome: string }>} as it is read again
   */
  async function measured(changed) {
    const dir = path.join(temporaryFolder(), '1');
    mkdirSync(dir);
    const run = validRun({ warmupMaxSeconds: 1 });
    const { cell, outcome } = await new CellMeasurement(planned, dir, contextOf(run, changed)).measure();
    writeCell(dir, cell);
    return { dir, cell: readCell(dir, { ...planned, state: cell.state }, run), outcome };
  }

  it('that is ok has a record with all that was observed, and its files', async () => {
    const { dir, cell, outcome } = await measured();
    assert.equal(outcome, 'ok, 5/s at 10 VUs, 0 failures, doubtful: scrapes, generator', '9 requests on a plateau of 2 s');
    assert.deepEqual([cell.state, cell.reason, cell.stages.length], ['ok', null, 1]);
    assert.deepEqual(cell.k6, { exitCode: 0, httpReqs: 10, setupReqs: 1, interrupted: 0 });
    assert.deepEqual(cell.counts, { k6: 10, hlog: 10, influx: 10 });
    assert.deepEqual(cell.scrapes, { expected: 3, ok: 0, slowestMs: null });
    assert.deepEqual(cell.databaseRtt, { setMs: null, measuredMs: 0.123 });
    assert.deepEqual([cell.warmup?.scenario, cell.warmup?.vus, cell.jvm?.restartedBefore], ['read', [50], null]);
    assert.deepEqual(
      cell.checks.map(({ name }) => name),
      ['idle', 'counts', 'scrapes', 'alignment', 'generator', 'live data'],
    );
    assert.deepEqual(events, ['start mvc', 'reset']);
    const files = ['cell.json', 'http.hlog', 'k6-summary.json', 'k6-warmup.log', 'k6.log', 'processes.csv', 'rollup.json', 'server.csv'];
    assert.deepEqual(readdirSync(dir).sort(), files);
  });

  it('of a run is in its place with its state in run.json', async () => {
    const run = validRun({ id: 'r1', warmupMaxSeconds: 1, cells: [planned] });
    const journal = new RunJournal(temporaryFolder(), run);
    outcomes.length = 0;
    await new Parts(journal, contextOf(journal.record), new AbortController().signal).measure();
    const { run: recorded, readCell: read } = readBundle(journal.dir);
    const [cell] = recorded.cells;
    assert.deepEqual([recorded.cells.length, cell.state, recorded.rounds, recorded.notes], [1, 'ok', 2, []]);
    assert.equal(read(cell).requests?.total, 10);
    assert.ok(existsSync(path.join(cellDir(journal.dir, cell), 'k6-warmup.log')));
    assert.equal(outcomes.filter((each) => each.startsWith('ok, 5/s')).length, 1);
  });

  it('whose k6 failed keeps what it has, with the reason', async () => {
    const { cell, outcome } = await measured({ generators: [localGenerator(['false'])] });
    assert.match(outcome, /^failed: k6 ended with 1 in the warm-up: see k6-warmup\.log$/);
    assert.deepEqual([cell.state, cell.warmup, cell.k6, cell.stages], ['failed', null, null, []]);
  });

  it('whose target does not start has failed with its reason', async () => {
    const startTarget = async () => Promise.reject(new Error('mvc did not answer within 120 s'));
    const { cell, outcome } = await measured({ startTarget, isRunning: () => false });
    assert.equal(outcome, 'failed: mvc did not answer within 120 s');
    assert.deepEqual([cell.reason, cell.startMs, cell.jvm], ['mvc did not answer within 120 s', null, null]);
  });

  it('whose database does not answer a ping has failed with that', async () => {
    const { cell } = await measured({ databasePing: () => Promise.reject(new Error('connection refused\nat …')) });
    assert.equal(cell.reason, 'the database does not answer a ping: connection refused');
    assert.deepEqual([cell.k6, cell.warmup?.scenario], [null, 'read']);
  });
});
