import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteText } from '../../../report/words/notes.ts';
import { UsageError } from '../../../util/errors.ts';
import { RunJournal } from '../../../record/journal/run.ts';
import { changedSinceStart, commandOf, resumedNow, runToResume } from '../../../run/resume.ts';
import { validCircumstances, validRun } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const then = {
  engine: 'native',
  limits: { targetCpus: 0.5, enforced: 'quota', poolSize: 10, generatorCpus: null, jvmArgs: ['-Xmx512m'] },
  machine: { cores: 2, kernel: 'Linux 6.1' },
  versions: { java: '25.0.1', k6: '1.8.0' },
  commit: 'abc',
  dirty: false,
};
const run = { id: 'r1', catalogue: { targets: {}, scenarios: {} }, ...then } as any;
const under = (changed: object = {}) => changedSinceStart(run, { ...structuredClone(then), ...changed } as any);

test('a run is resumed by the command that began it, which is named to who tries another', () => {
  const resultsDir = temporaryFolder();
  const calibration = validRun({ id: '20261121-093000-calibration', calibrates: 'mvc' });
  new RunJournal(resultsDir, calibration);
  const command = { resultsDir, env: { RESUME: calibration.id } };
  assert.deepEqual([commandOf(calibration), commandOf(validRun())], ['calibrate', 'compare']);
  assert.equal(runToResume(command, 'calibrate').id, calibration.id);
  for (const other of ['compare', 'sweep'] as const) {
    const said = `RESUME=${calibration.id}: that is a calibration; resume it with: make calibrate RESUME=${calibration.id}`;
    assert.throws(() => runToResume(command, other), new UsageError(said));
  }
});

test('a run is resumed by the same engine, under the same limits and on its own machine alone', () => {
  const { limits, machine } = then;
  const others: [changed: object, fault: string][] = [
    [{ engine: 'docker' }, 'it was started with ENGINE=native, this is ENGINE=docker'],
    [{ limits: { ...limits, poolSize: 50 } }, 'poolSize was 10, is 50; a run is measured under the same limits'],
    [{ limits: { ...limits, generators: 2 } }, 'generators was 1, is 2; a run is measured under the same limits'],
    [{ limits: { ...limits, jvmArgs: ['-Xmx1g'] } }, 'jvmArgs was ["-Xmx512m"], is ["-Xmx1g"]; a run is measured under the same limits'],
    [{ machine: { ...machine, cores: 8 } }, 'cores was 2, is 8; a run is measured on one machine'],
  ];
  for (const [changed, fault] of others) assert.throws(() => under(changed), new UsageError(`RESUME=r1: ${fault}`));
  assert.equal(under({ limits: { ...limits, generators: 1 } }), null, 'older runs do not say that they had one');
  assert.notEqual(under({ machine: { ...machine, kernel: 'Linux 6.2' } }), null, 'whatever its kernel is by then');
});

test('sources, versions and a machine that have changed meanwhile are noted', () => {
  assert.equal(under(), null);
  assert.equal(under({ limits: { ...then.limits, others: 'other words' } }), null);
  const note = under({ commit: 'def', versions: { ...then.versions, java: '26' } });
  assert.match(
    note ? noteText(note) : '',
    /^resumed at 2\d{3}-.*Z in a changed environment: versions\.java was 25\.0\.1, is 26; commit was abc, is def$/,
  );
});

test('a resumed run says when, and what has changed', () => {
  const now = { ...validCircumstances(), commit: 'abcdef0' };
  const { resumedAt, endedAt, commit, notes } = resumedNow(validRun({ endedAt: '2026-11-21T10:00:00Z' }), now);
  assert.deepEqual([resumedAt.length, endedAt, commit, notes.length], [1, null, 'abcdef0', 1]);
  assert.match(noteText(notes[0]), /commit was \S+, is abcdef0$/);
});
