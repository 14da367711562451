/** The record of a run in progress: every step is on disk, whole, and no record is changed. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pendingOf } from '../../../record/ending.ts';
import { partDir, readPart } from '../../../record/part.ts';
import { readRun } from '../../../record/run.ts';
import { RunJournal } from '../../../record/journal.ts';
import { plannedPart, validPart, validRun } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Note } from '../../../record/json/notes.ts';

const part = (round: number, order: number, number = 1) => plannedPart({ round, order, number, state: 'pending' });

const STAND_IN: Note = { kind: 'stand-in', service: 'mongo', version: 'mongo-java-server 1' };

const started = () =>
  new RunJournal(temporaryFolder(), validRun({ id: 'r1', targets: ['mvc', 'mvc-vt'], parts: [part(1, 1), part(1, 2, 2), part(2, 3)] }));

test('each step of a run is on disk when it is done', () => {
  const journal = started();
  const onDisk = () => readRun(journal.dir);
  assert.deepEqual(onDisk(), journal.record);
  assert.deepEqual(readdirSync(journal.dir), ['run.json'], 'and nothing under a temporary name');
  const verified = { at: '2026-11-21T09:31:00Z', seconds: 21, targets: ['mvc'], scenarios: ['read'], roundTrips: {} };
  journal.change({ verified, refused: { mvc: 'x' } });
  assert.deepEqual([onDisk().verified, onDisk().refused], [verified, { mvc: 'x' }]);
  const measured = validPart({ number: 2, order: 2 });
  journal.close(journal.open(part(1, 2, 2)), measured);
  assert.equal(
    onDisk()
      .parts.map(({ state }) => state)
      .join(),
    'pending,ok,pending',
  );
  assert.deepEqual(journal.pending, [part(1, 1), part(2, 3)]);
  assert.deepEqual(readPart(partDir(journal.dir, measured), onDisk().parts[1], onDisk()), measured);
  journal.add([part(1, 4, 3)]);
  assert.deepEqual([onDisk().rounds, onDisk().parts.map(({ number }) => number)], [2, [1, 2, 1, 3]]);
  journal.add([part(3, 5)]);
  assert.deepEqual([onDisk().rounds, onDisk().parts.length], [3, 5]);
  journal.end();
  assert.match(String(onDisk().endedAt), /^\d{4}-.*Z$/);
  assert.deepEqual(journal.record, onDisk());
});

test('a note is kept once', () => {
  const journal = started();
  const where = { scenario: 'read', target: 'mvc', round: 1 };
  for (const during of [where, { ...where }, null]) {
    journal.note({ kind: 'live-data-lost', during });
    journal.note(STAND_IN);
  }
  const kinds = readRun(journal.dir).notes.map(({ kind }) => kind);
  assert.deepEqual(kinds, ['live-data-lost', 'stand-in', 'live-data-lost']);
});

test('a record that was handed out does not change, and cannot be changed', () => {
  const journal = started();
  const before = journal.record;
  journal.note(STAND_IN);
  journal.add([part(3, 4)]);
  journal.spend({ blocks: 5 });
  assert.deepEqual([before.notes.length, before.rounds, before.parts.length], [0, 2, 3]);
  assert.deepEqual(before.spentSeconds, {});
  assert.throws(() => before.parts.push(part(4, 6)), TypeError);
  assert.throws(() => (before.parts[0].state = 'ok'), TypeError);
  assert.throws(() => Object.assign(before.spentSeconds, { blocks: 1 }), TypeError);
  assert.throws(() => Object.assign(before, { rounds: 9 }), TypeError);
});

test('what is left to measure is in the order of the run', () => {
  const orders = pendingOf({ parts: [plannedPart(), part(2, 6), part(1, 5), part(1, 4)] }).map(({ order }) => order);
  assert.deepEqual(orders, [4, 5, 6]);
});

test('what the time went into adds up', () => {
  const journal = started();
  journal.spend({ blocks: 5, 'warm-ups': 2.04 });
  journal.spend({ blocks: 10.06, gaps: 1 });
  journal.spend({});
  assert.deepEqual(readRun(journal.dir).spentSeconds, { blocks: 15.1, 'warm-ups': 2, gaps: 1 });
});

test('a step that cannot be written leaves the record as it was, on disk and in memory', () => {
  const journal = started();
  const text = readFileSync(path.join(journal.dir, 'run.json'), 'utf8');
  mkdirSync(path.join(journal.dir, 'run.json.partial'));
  assert.throws(() => journal.close(journal.open(part(1, 1)), validPart()));
  assert.throws(() => journal.spend({ blocks: 5 }));
  assert.equal(readFileSync(path.join(journal.dir, 'run.json'), 'utf8'), text);
  assert.deepEqual([journal.pending.length, journal.record.spentSeconds], [3, {}], 'what is counted as saved is what run.json says');
});
