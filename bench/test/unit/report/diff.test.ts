/** `make diff`: what differs between two runs, and what has changed. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { diff } from '../../../analyse/comparison/diff.ts';
import { figures, readBundle } from '../../../analyse/index.ts';
import { partDir } from '../../../record/part.ts';
import { differenceTexts, diffMarkdown, omissionText } from '../../../report/tables/diff.ts';
import { diffCommand } from '../../../commands/report.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { validCalibration, validRollup } from '../../fixtures/records.ts';
import { madeRun } from '../../support/bundles.ts';
import { judgedAgain } from '../../support/findings.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Figures } from '../../../analyse/types.ts';

const USUAL = { rounds: 3, targets: ['mvc', 'mvc-vt'], scenarios: ['read'], healthy: true };
/** As many rounds as a verdict needs where they are no pairs. */
const ENOUGH = { ...USUAL, rounds: 6, scenarios: ['read', 'block'] };

const results = temporaryFolder();
for (const id of ['one', 'other']) makeBundle(join(results, id), USUAL);
const figuresOf = (id: string) => figures(readBundle(join(results, id)));
const one = figuresOf('one');

/** @param conditions in place of its own @returns the same run once more */
function again(conditions: object = {}): Figures {
  const other = figuresOf('other');
  return { ...other, run: { ...other.run, ...conditions } };
}

describe('what has changed between two runs', () => {
  const before = madeRun(ENOUGH).result;
  const capacity = (scenario: string, target: string) => (scenario === 'block' ? 300 : target === 'mvc' ? 7200 : 6000);
  const after = madeRun({ ...ENOUGH, capacity }).result;

  it('is found in the pooled slices of their rounds; one slice each decides nothing', () => {
    const { comparisons, omissions } = diff(before, after);
    assert.deepEqual(
      comparisons.map(({ scenario, target, metric, kind, rounds, blocks, vus }) => [scenario, target, metric, kind, rounds, blocks, vus]),
      [
        ['read', 'mvc', 'throughput', 'faster', 6, 12, 300],
        ['read', 'mvc-vt', 'throughput', 'same', 6, 12, 300],
        ['block', 'mvc', 'throughput', 'indicative', 1, 1, 300],
        ['block', 'mvc-vt', 'throughput', 'indicative', 1, 1, 300],
        ['read', 'mvc', 'cpu', 'less CPU', 6, 12, 300],
        ['read', 'mvc-vt', 'cpu', 'same', 6, 12, 300],
        ['block', 'mvc', 'cpu', 'indicative', 1, 1, 300],
        ['block', 'mvc-vt', 'cpu', 'indicative', 1, 1, 300],
      ],
    );
    assert.ok(Math.abs(comparisons[0].ratio - 7200 / 5900) < 0.02);
    assert.ok(Math.abs(comparisons[4].ratio - 5900 / 7200) < 0.02);
    assert.deepEqual(omissions, []);
  });

  it('is nothing where one repeats the other', () => {
    const { environment, comparisons, omissions } = diff(one, again());
    assert.deepEqual([environment, omissions, comparisons.length], [[], [], 2 * 2], 'targets, metrics');
    const noVerdict = comparisons.every(({ kind, ratio, low }) => kind === 'indicative' && low === null && Math.abs(ratio - 1) < 1e-9);
    assert.ok(noVerdict, 'three rounds give no verdict where they are no pairs');
  });

  it('is no difference inside of what one target differs from itself at two times', () => {
    const unpairedNoise = { read: { throughput: 1.4, cpu: 1.1 } };
    const calibration = validCalibration({ runId: 'floor', at: '2026-11-20T08:00:00.000Z', machine: before.run.machine, unpairedNoise });
    const other = { ...after, run: { ...after.run, calibration }, unpairedNoise };
    const kinds = (first: Figures) =>
      diff(first, other)
        .comparisons.filter(({ scenario, target }) => scenario === 'read' && target === 'mvc')
        .map(({ metric, kind, because }) => [metric, kind, because]);
    const inside = [['throughput', 'same', 'noise floor'], ['cpu', 'less CPU', null]]; // prettier-ignore
    assert.deepEqual(kinds(before), inside, '×1.4 however many rounds there are');
    const elsewhere = { ...before, run: { ...before.run, machine: { ...before.run.machine, cores: 64 } } };
    assert.deepEqual(kinds(elsewhere)[0], ['throughput', 'faster', null], 'another machine has another floor');
    const said = /\*\*No noise floor\.\*\* A was measured on another machine than the calibration floor\./;
    assert.match(diffMarkdown(diff(elsewhere, other)), said);
    const unknown = /## What changed[^#]*\*\*No calibration\.\*\* The noise floor of this machine is not known/;
    assert.match(diffMarkdown(diff(one, again())), unknown);
  });

  it('is compared at the last number of users, where both have the same', () => {
    assert.deepEqual(diff(before, madeRun({ ...ENOUGH, levels: [300] }).result).omissions, []);
    const result = diff(before, madeRun({ ...ENOUGH, levels: [50, 150] }).result);
    assert.deepEqual([result.comparisons, result.omissions.map(omissionText)], [[], ['users in one run only, not compared: 300, 150']]);
    assert.match(diffMarkdown(result), /## What changed\n\nNothing could be compared\./);
  });

  it('is in no discarded slices, nor in parts that failed or were never measured, and these are named', () => {
    const file = join(partDir(join(results, 'other'), { scenario: 'read', round: 2, number: 1 }), 'rollup.json');
    const whole = readFileSync(file);
    writeFileSync(file, JSON.stringify(validRollup({ pointsDropped: 1 })));
    const { comparisons, omissions } = diff(one, again());
    writeFileSync(file, whole);
    assert.ok(comparisons.every(({ rounds }) => rounds === 2));
    assert.equal(omissionText(omissions[0]), 'other: read · mvc: 2 of 6 slices discarded: the rollup output dropped 1 points');
    const other = again();
    Object.assign(other.parts[0], { state: 'failed', reason: 'mvc ended' });
    Object.assign(other.parts[1], { state: 'pending' });
    assert.deepEqual(diff(one, judgedAgain(other)).omissions.map(omissionText), [
      'other: read · round 1 · measurement 1 failed: mvc ended',
      'other: read · round 2 · measurement 1 was not measured',
    ]);
  });
});

describe('what differs between the environments of two runs', () => {
  it('is their rounds, not when they were to end', () => {
    const { environment } = diff(one, again({ rounds: 7, budgetSeconds: 1500, halfWidth: 0.05, spentSeconds: { blocks: 60 } }));
    assert.deepEqual(environment, [{ kind: 'value', name: 'rounds', a: '3', b: '7' }]);
  });

  it('is a machine that was slower the second time', () => {
    const timed = (memoryNs: number) => {
      const run = again();
      for (const { part } of run.parts) if (part) part.yardstick = { memoryNs, loopNs: 1.5 };
      return run;
    };
    const { environment } = diff(timed(100), timed(250));
    assert.deepEqual(environment, [{ kind: 'speed', measure: 'memory', aNs: 100, bNs: 250 }]);
    assert.deepEqual(environment.map(differenceTexts), [['machine: a memory access, median of all times', '100.0 ns', '250.0 ns']]);
    assert.deepEqual(diff(timed(100), timed(110)).environment, []);
  });

  it('is listed first', () => {
    const catalogue = structuredClone(one.run.catalogue);
    catalogue.scenarios.read.does = 'two SELECTs';
    const versions = { ...one.run.versions, java: '26' };
    const result = diff(one, again({ versions, limits: { ...one.run.limits, poolSize: 20 }, commit: 'fedcba', catalogue }));
    assert.deepEqual(result.environment, [
      { kind: 'value', name: 'limits.poolSize', a: '10', b: '20' },
      { kind: 'value', name: 'versions.java', a: '25.0.1', b: '26' },
      { kind: 'value', name: 'commit', a: '0123456789abcdef0123456789abcdef01234567', b: 'fedcba' },
      { kind: 'definition', name: 'catalogue.scenarios.read' },
    ]);
    assert.deepEqual(differenceTexts(result.environment[3]), ['catalogue.scenarios.read', 'one definition', 'another, see its run.json']);
    assert.match(
      diffMarkdown(result),
      /## What differs[^#]*\| versions\.java \| 25\.0\.1 \| 26 \|[^#]*## What changed[^#]*\| read \| MVC \| 300 \| indicative ×1\.00 /,
    );
  });
});

describe('the command', () => {
  const diffOf = (env: object, log: (line: string) => void = () => {}) =>
    diffCommand({ env, root: results, resultsDir: results, log } as any);

  it('compares two runs, and writes the same beside the second', async () => {
    const lines: string[] = [];
    assert.equal(await diffOf({ A: 'one', B: 'other' }, (line) => lines.push(line)), 0);
    assert.equal(lines[0], readFileSync(join(results, 'other', 'diff-one.md'), 'utf8'));
    assert.match(lines[0], /## What differs between the environments\n\nNothing that was recorded\./);
  });

  it('refuses runs that are not both named and there', async () => {
    await assert.rejects(diffOf({ B: 'one' }), { message: 'A: a run is expected, as make diff A=<run-id> B=<run-id>' });
    await assert.rejects(diffOf({ A: 'one', B: 'none' }), /^Error: B=none: no such run; there is one, other$/);
  });
});
