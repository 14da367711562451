/** The record of a run in progress: every step is on disk, whole, and no record is changed. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { CAPACITY_FILE, readCapacity } from '../../../record/capacity.js';
import { readCell, writeCell } from '../../../record/cell.js';
import { readCalibration, writeCalibration } from '../../../record/calibration/record.js';
import { newestCalibration, unusedCalibration } from '../../../record/results/newest-calibration.js';
import { readRun } from '../../../record/run.js';
import { Journal } from '../../../record/journal/journal.js';
import { isSequence, pendingOf, RunJournal } from '../../../record/journal/run.js';
import { readSequence, sequenceDir, writeSequence } from '../../../record/sequence.js';
import { validCalibration, validCapacity, validCell, validRun, validSequence } from '../../fixtures/records.js';
import { temporaryFolder } from '../../support/temporary.js';

/** @param {1 | 2} order @returns {import('../../../record/run.js').PlannedCell} */
const cell = (order) => ({ scenario: 'read', target: order === 1 ? 'mvc' : 'mvc-vt', round: 1, order, state: 'pending', reason: null });

/** @param {number} round @param {number} order @param {number} [part] @returns {import('../../../record/run.js').PlannedSequence} */
const sequence = (round, order, part = 1) => ({
  ...{ scenario: 'read', round, part, order, blocks: [['mvc']], state: 'pending', reason: null },
});

/** @type {import('../../../record/json/notes.js').Note} */
const STAND_IN = { kind: 'stand-in', service: 'mongo', version: 'mongo-java-server 1' };

/** @param {string} results */
const started = (results) => {
  const parts = { cells: [cell(1), cell(2)], sequences: [sequence(1, 3), sequence(2, 4)] };
  return new RunJournal(results, validRun({ id: 'r1', targets: ['mvc', 'mvc-vt'], ...parts }));
};

test('what is written is read again', () => {
  const run = validRun({ id: 'r1', cells: [cell(1)] });
  const { dir } = new RunJournal(temporaryFolder(), run);
  assert.deepEqual(readRun(dir), run);
  const measured = validCell();
  writeCell(dir, measured);
  assert.deepEqual(readCell(dir, { ...cell(1), state: 'ok' }, run), measured);
  const blocks = validSequence();
  writeSequence(dir, blocks);
  assert.deepEqual(readSequence(dir, { ...sequence(1, 1), state: 'ok' }, run), blocks);
  const calibration = validCalibration();
  writeCalibration(dir, calibration);
  assert.deepEqual(readCalibration(dir), calibration);
  assert.deepEqual(
    readdirSync(dir).filter((name) => name.endsWith('.partial')),
    [],
  );
});

test('each step of a run is on disk when it is done', () => {
  const journal = started(temporaryFolder());
  const onDisk = () => readRun(journal.dir);
  assert.deepEqual([onDisk().engine, onDisk().verified, onDisk().endedAt], ['native', null, null]);
  const verified = { at: '2026-11-21T09:31:00Z', seconds: 21, targets: ['mvc'], scenarios: ['read'], roundTrips: {} };
  journal.change({ verified, refused: { mvc: 'x' } });
  assert.deepEqual([onDisk().verified, onDisk().refused], [verified, { mvc: 'x' }]);
  journal.close(journal.open(cell(1)), validCell());
  assert.deepEqual(
    onDisk().cells.map(({ state }) => state),
    ['ok', 'pending'],
  );
  assert.deepEqual(journal.pending, [cell(2), sequence(1, 3), sequence(2, 4)]);
  journal.close(journal.open(sequence(1, 3)), validSequence({ order: 3 }));
  assert.deepEqual(
    onDisk().sequences.map(({ state }) => state),
    ['ok', 'pending'],
  );
  assert.deepEqual(readSequence(sequenceDir(journal.dir, sequence(1, 3)), onDisk().sequences[0], onDisk()), validSequence({ order: 3 }));
  journal.add([sequence(1, 5, 2)]);
  assert.deepEqual([onDisk().rounds, onDisk().sequences.map(({ part }) => part)], [2, [1, 1, 2]]);
  journal.add([sequence(3, 6)]);
  assert.deepEqual([onDisk().rounds, onDisk().cells.length, onDisk().sequences.length], [3, 2, 4]);
  journal.end();
  assert.match(String(onDisk().endedAt), /^\d{4}-.*Z$/);
  assert.deepEqual(journal.record, onDisk());
});

test('a note is kept once', () => {
  const journal = started(temporaryFolder());
  for (const during of [cell(1), cell(1), null]) {
    const where = during && { scenario: during.scenario, target: during.target, round: during.round };
    journal.note({ kind: 'live-data-lost', during: where });
    journal.note(STAND_IN);
  }
  assert.deepEqual(
    readRun(journal.dir).notes.map(({ kind }) => kind),
    ['live-data-lost', 'stand-in', 'live-data-lost'],
  );
});

test('a record that was handed out does not change, and cannot be changed', () => {
  const journal = started(temporaryFolder());
  const before = journal.record;
  journal.note(STAND_IN);
  journal.add([sequence(3, 5)]);
  journal.spend({ blocks: 5 });
  assert.deepEqual([before.notes.length, before.rounds, before.cells.length, before.sequences.length], [0, 2, 2, 2]);
  assert.deepEqual(before.spentSeconds, {});
  assert.throws(() => before.cells.push(cell(2)), TypeError);
  assert.throws(() => before.sequences.push(sequence(4, 6)), TypeError);
  assert.throws(() => (before.sequences[0].state = 'ok'), TypeError);
  assert.throws(() => Object.assign(before.spentSeconds, { blocks: 1 }), TypeError);
  assert.throws(() => Object.assign(before, { rounds: 9 }), TypeError);
  assert.throws(() => (before.cells[0].state = 'ok'), TypeError);
});

test('what is left to measure is in the order of the run, cells and sequences alike', () => {
  const done = { ...cell(1), state: /** @type {const} */ ('ok') };
  const parts = pendingOf({ cells: [done, { ...cell(2), order: 5 }], sequences: [sequence(2, 6), sequence(1, 4)] });
  assert.deepEqual(
    parts.map(({ order }) => order),
    [4, 5, 6],
  );
  assert.deepEqual(parts.map(isSequence), [true, false, true]);
});

test('the parts of a sequence have folders of their own, under a temporary name until they are complete', () => {
  const journal = started(temporaryFolder());
  journal.add([sequence(1, 5, 2)]);
  for (const [part, order] of [
    [1, 3],
    [2, 5],
  ]) {
    const dir = journal.open(sequence(1, order, part));
    assert.equal(dir, path.join(journal.dir, 'blocks', 'read', `1-${part}.partial`));
    journal.close(dir, validSequence({ part, order }));
  }
  const left = journal.open(sequence(2, 4));
  journal.open(cell(2));
  journal.dropPartial();
  assert.equal(existsSync(left), false);
  assert.deepEqual(readdirSync(path.join(journal.dir, 'blocks', 'read')).toSorted(), ['1-1', '1-2']);
  assert.deepEqual(readdirSync(path.join(journal.dir, 'cells', 'read', 'mvc-vt')), []);
  assert.deepEqual(
    journal.record.sequences.map(({ state }) => state),
    ['ok', 'pending', 'ok'],
  );
});

test('a sequence that failed keeps its reason', () => {
  const journal = started(temporaryFolder());
  const failed = validSequence({ order: 3, state: 'failed', reason: 'mvc ended', slices: [] });
  journal.close(journal.open(sequence(1, 3)), failed);
  assert.deepEqual(readRun(journal.dir).sequences[0], { ...sequence(1, 3), state: 'failed', reason: 'mvc ended' });
});

test('what the time went into adds up', () => {
  const journal = started(temporaryFolder());
  journal.spend({ blocks: 5, 'warm-ups': 2.04 });
  journal.spend({ blocks: 10.06, gaps: 1 });
  journal.spend({});
  assert.deepEqual(readRun(journal.dir).spentSeconds, { blocks: 15.1, 'warm-ups': 2, gaps: 1 });
});

test('a step that cannot be written leaves the record as it was, on disk and in memory', () => {
  const journal = started(temporaryFolder());
  const text = readFileSync(path.join(journal.dir, 'run.json'), 'utf8');
  mkdirSync(path.join(journal.dir, 'run.json.partial'));
  assert.throws(() => journal.close(journal.open(cell(1)), validCell()));
  assert.throws(() => journal.close(journal.open(sequence(1, 3)), validSequence()));
  assert.throws(() => journal.spend({ blocks: 5 }));
  assert.equal(readFileSync(path.join(journal.dir, 'run.json'), 'utf8'), text);
  assert.deepEqual([journal.pending.length, journal.record.spentSeconds], [4, {}], 'what is counted as saved is what run.json says');
});

test('a journal keeps any record: at once, with each change, until it is dropped', () => {
  const results = temporaryFolder();
  const journal = new Journal(results, CAPACITY_FILE, validCapacity({ endedAt: null, results: [] }));
  assert.deepEqual([journal.file, readCapacity(journal.dir).results], [path.join(journal.dir, CAPACITY_FILE), []]);
  const { results: found } = validCapacity();
  journal.change({ results: found });
  journal.end();
  assert.deepEqual(readCapacity(journal.dir), journal.record);
  assert.deepEqual(journal.record.results, found);
  assert.notEqual(journal.record.endedAt, null);
  journal.drop();
  assert.deepEqual(readdirSync(results), []);
});

test('a calibration of an older schema is not used, and that is said in a line', () => {
  const results = temporaryFolder();
  assert.equal(unusedCalibration(results), null, 'there is none');
  writeCalibration(results, validCalibration());
  assert.equal(unusedCalibration(results), null);
  writeFileSync(path.join(results, 'calibration.json'), JSON.stringify({ runId: 'r', at: '2026-01-01T00:00:00Z' }));
  assert.equal(newestCalibration(results), null);
  assert.match(
    String(unusedCalibration(results)),
    /calibration\.json is not used: it is of an older schema\. make calibrate writes a new one$/,
  );
  writeFileSync(path.join(results, 'calibration.json'), '{');
  assert.match(String(unusedCalibration(results)), /calibration\.json is not used: not JSON\. make calibrate writes a new one$/);
});
