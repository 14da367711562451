/** What a run says before its first part, and at its end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figures, readBundle } from '../../../analyse/index.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { compareOptions } from '../../../plan/knobs.ts';
import { newRun } from '../../../plan/run.ts';
import { planText, sumUp } from '../../../run/said.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { validCalibration } from '../../fixtures/records.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const catalogue = readCatalogue();

const NEW = { id: 'r1', engine: 'native', startedAt: '2026-11-25T08:00:00.000Z' };

const textOf = (knobs: Record<string, string>, changes?: Partial<Parameters<typeof planText>[0]>) => {
  const run = { ...newRun(compareOptions({ SEED: '7', ...knobs }, catalogue), catalogue, 'x'), ...NEW, ...changes };
  return planText(run, [100, 200, 60]);
};
const noiseFloorOf = (...of: Parameters<typeof textOf>) => {
  const [, ...lines] = textOf(...of).split('\n');
  return lines;
};

test('a run with a budget says how long it takes at most, and how exact it is to be', () => {
  assert.match(textOf({}), /^run r1: 5 scenarios × 4 targets, at most about 40 min \(until every ratio is known to ±10 %, seed 7\)$/m);
  const narrow = textOf({ SCENARIOS: 'read', BUDGET: '40', HALF_WIDTH: '0.05' });
  assert.match(narrow, /^run r1: 1 scenario × 4 targets, at most about 40 min \(until every ratio is known to ±5 %, seed 7\)$/m);
  assert.match(textOf({ BUDGET: '3' }), / at most about 6 min \(/, 'a first round is never cut');
});

test('a run that is resumed or continued says what is left of its time', () => {
  const spentSeconds = { blocks: 600 };
  assert.match(textOf({}, { spentSeconds }), /, at most about 30 min \(until every ratio is known to ±10 %, seed 7\)$/m);
  const continued = [{ at: NEW.startedAt, budgetSeconds: 3600, halfWidth: 0.1, rounds: 3, spentSeconds: 500 }];
  assert.match(textOf({}, { spentSeconds, continued }), /, at most about 58 min \(until every ratio is known to ±10 %, seed 7\)$/m);
  assert.match(textOf({ ROUNDS: '3' }, { spentSeconds, continued }), /, at most about 58 min \(until/);
});

test('a run with a number of rounds says what they take', () => {
  assert.equal(textOf({ PROFILE: 'smoke' }), 'run r1: 5 scenarios × 4 targets, about 6 min (1 round, seed 7)');
  const far = textOf({ ROUNDS: '3', SCENARIOS: 'read', TARGETS: 'mvc', DB_RTT_MS: '20' });
  assert.equal(far, 'run r1: 1 scenario × 1 target, about 6 min (3 rounds, database 20 ms away, seed 7)');
  assert.match(textOf({ PROFILE: 'smoke', GENERATORS: '2' }), /\(1 round, load from 2 k6, seed 7\)$/);
});

test('pairs that are not measured are named with the reason', () => {
  const [title, ...lines] = textOf({ PROFILE: 'smoke', TARGETS: 'mvc,mvc-r2dbc', SCENARIOS: 'read,simple' }).split('\n');
  assert.match(title, /^run r1: 2 scenarios × 2 targets, /);
  assert.equal(lines.length, 1);
  assert.match(lines[0], /^ {2}not measured: simple on mvc-r2dbc \(.+\)$/);
});

test('a run that is long enough, and no calibration itself, says whether the noise floor is known, and how old it is', () => {
  const calibration = validCalibration({ runId: 'r0', at: '2026-11-22T07:00:00.000Z' });
  assert.deepEqual(noiseFloorOf({}), ['  noise floor of this machine: not known; make calibrate measures it in 20 min']);
  assert.match(noiseFloorOf({}, { engine: 'docker' })[0], /make calibrate ENGINE=native measures/);
  assert.deepEqual(noiseFloorOf({}, { calibration }), ['  noise floor: calibration r0, 3 days old']);
  const today = { ...calibration, at: '2026-11-25T07:00:00.000Z' };
  assert.deepEqual(noiseFloorOf({}, { calibration: today }), ['  noise floor: calibration r0, less than a day old']);
  assert.deepEqual(noiseFloorOf({ PROFILE: 'smoke' }), []);
  assert.deepEqual(noiseFloorOf({}, { calibrates: 'mvc' }), []);
});

test('a measurement that failed is told on standard error at the end, and is the exit code', () => {
  const ended = (failed?: string) => {
    const dir = temporaryFolder();
    makeBundle(dir, { scenarios: ['read', 'simple'], targets: ['mvc', 'mvc-vt'], healthy: true, failed });
    const [out, errors]: string[][] = [[], []];
    const code = sumUp({ log: (line) => void out.push(line), warn: (line) => void errors.push(line) }, figures(readBundle(dir)));
    return { code, last: out.at(-1), errors };
  };
  assert.deepEqual(ended(), { code: 0, last: '2 of 2 measurements ok', errors: [] });
  const errors = ['simple · round 1 · measurement 1 failed: the target died (exit code 137)'];
  assert.deepEqual(ended('simple'), { code: 1, last: '1 of 2 measurements ok', errors });
});
