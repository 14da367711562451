import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { diff } from '../../../analyse/comparison/diff.ts';
import { figures, readBundle } from '../../../analyse/index.ts';
import { partDir } from '../../../record/part.ts';
import { diffMarkdown } from '../../../report/tables/diff.ts';
import { differenceTexts, omissionText } from '../../../report/words/diff.ts';
import { diffCommand } from '../../../commands/report.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import { validRollup } from '../../fixtures/records.ts';
import { judgedAgain } from '../../support/findings.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Figures } from '../../../analyse/types.ts';

describe('two runs', () => {
  const results = temporaryFolder();
  let one: Figures;
  before(() => {
    for (const id of ['one', 'other']) makeBundle(join(results, id), { rounds: 3, scenarios: ['read'], healthy: true });
    one = figures(readBundle(join(results, 'one')));
  });

  /** The same run, in which every plateau of a target counted other requests. */
  function changed(factor: number, conditions: object = {}): Figures {
    const made = figures(readBundle(join(results, 'other')));
    const rounds = made.groups.filter(({ target }) => target === 'mvc').flatMap((group) => group.rounds);
    const stages = new Set(rounds.flatMap(({ throughput, cpu }) => [throughput, cpu]).filter((stage) => stage !== null));
    for (const stage of stages) stage.plateauSuccesses = Math.round(Number(stage.plateauSuccesses) * factor);
    return { ...made, run: { ...made.run, id: 'other', ...conditions } };
  }

  it('of which one repeats the other are the same everywhere, and nothing differs between them', () => {
    const { environment, comparisons, omissions } = diff(one, changed(1));
    assert.deepEqual(environment, []);
    assert.deepEqual(omissions, []);
    assert.equal(comparisons.length, 4 * 2, 'targets, metrics');
    assert.ok(
      comparisons.every(({ kind, ratio }) => kind === 'indicative' && Math.abs(ratio - 1) < 1e-9),
      'three rounds give no verdict where they are no pairs',
    );
  });

  it('of which one had more time and rounds differ in rounds, not in when they were to end', () => {
    const { environment } = diff(one, changed(1, { rounds: 7, budgetSeconds: 1500, halfWidth: 0.05 }));
    assert.deepEqual(environment, [{ kind: 'value', name: 'rounds', a: '3', b: '7' }]);
  });

  it('of a machine that was slower the second time name that among what differs', () => {
    const timed = (run: Figures, memoryNs: number) => {
      for (const { part } of run.parts) if (part) part.yardstick = { memoryNs, loopNs: 1.5 };
      return run;
    };
    const { environment } = diff(timed(changed(1), 100), timed(changed(1), 250));
    assert.deepEqual(environment, [{ kind: 'speed', measure: 'memory', aNs: 100, bNs: 250 }]);
    assert.deepEqual(environment.map(differenceTexts), [['machine: a memory access, median of all times', '100.0 ns', '250.0 ns']]);
    assert.deepEqual(diff(timed(changed(1), 100), timed(changed(1), 110)).environment, []);
  });

  it('have the ratio of a target that answers a fifth less', () => {
    const { comparisons } = diff(one, changed(0.8));
    const differing = comparisons.filter(({ ratio }) => Math.abs(ratio - 1) > 1e-9);
    assert.deepEqual([...new Set(differing.map(({ target, kind }) => `${target} ${kind}`))], ['mvc indicative']);
    assert.equal(differing.length, 2);
    for (const { metric, ratio, low } of differing) {
      const truth = metric === 'throughput' ? 0.8 : 1.25;
      assert.ok(Math.abs(ratio - truth) < 0.001 && low === null, `${metric} ${ratio}`);
    }
  });

  it('with other numbers of users are not compared', () => {
    const result = diff(one, { ...changed(1, { levels: [50, 150, 600] }), groups: [] });
    assert.deepEqual(result.comparisons, []);
    assert.deepEqual(result.omissions.map(omissionText), ['users in one run only, not compared: 300, 600']);
    assert.match(diffMarkdown(result), /## What changed\n\nNothing could be compared\./);
  });

  it('have what differs between their environments listed first', () => {
    const catalogue = structuredClone(one.run.catalogue);
    catalogue.scenarios.read.does = 'two SELECTs';
    const conditions = {
      versions: { ...one.run.versions, java: '26' },
      limits: { ...one.run.limits, poolSize: 20 },
      commit: 'fedcba',
      catalogue,
    };
    const result = diff(one, changed(0.8, conditions));
    assert.deepEqual(result.environment, [
      { kind: 'value', name: 'limits.poolSize', a: '10', b: '20' },
      { kind: 'value', name: 'versions.java', a: '25.0.1', b: '26' },
      { kind: 'value', name: 'commit', a: '0123456789abcdef0123456789abcdef01234567', b: 'fedcba' },
      { kind: 'definition', name: 'catalogue.scenarios.read' },
    ]);
    assert.deepEqual(differenceTexts(result.environment[3]), ['catalogue.scenarios.read', 'one definition', 'another, see its run.json']);
    const text = diffMarkdown(result);
    assert.match(
      text,
      /## What differs[^#]*\| versions\.java \| 25\.0\.1 \| 26 \|[^#]*## What changed[^#]*\| read \| MVC \| 300 \| indicative ×0\.80 /,
    );
  });

  it('leave discarded slices out, and say so', () => {
    const file = join(partDir(join(results, 'other'), { scenario: 'read', round: 2, number: 1 }), 'rollup.json');
    const whole = readFileSync(file);
    writeFileSync(file, JSON.stringify(validRollup({ pointsDropped: 1 })));
    const { comparisons, omissions } = diff(one, changed(1));
    writeFileSync(file, whole);
    assert.ok(comparisons.every(({ rounds }) => rounds === 2));
    assert.equal(omissionText(omissions[0]), 'other: read · mvc: 2 of 6 slices discarded: the rollup output dropped 1 points');
  });

  it('name the parts that failed or were never measured', () => {
    const other = changed(1);
    Object.assign(other.parts[0], { state: 'failed', reason: 'mvc ended' });
    Object.assign(other.parts[1], { state: 'pending' });
    assert.deepEqual(diff(one, judgedAgain(other)).omissions.map(omissionText), [
      'other: read · round 1 · measurement 1 failed: mvc ended',
      'other: read · round 2 · measurement 1 was not measured',
    ]);
  });

  it('say which noise floor their verdicts were held against', () => {
    assert.match(
      diffMarkdown(diff(one, changed(1))),
      /## What changed[^#]*\*\*No calibration\.\*\* The noise floor of this machine is not known/,
    );
  });

  it('are compared by the command, which writes the same beside the second', async () => {
    const lines: string[] = [];
    const command = {
      env: { A: 'one', B: 'other' },
      root: results,
      resultsDir: results,
      log: (line: string) => lines.push(line),
    };
    assert.equal(await diffCommand(command as any), 0);
    assert.equal(lines[0], readFileSync(join(results, 'other', 'diff-one.md'), 'utf8'));
    assert.match(lines[0], /## What differs between the environments\n\nNothing that was recorded\./);
  });

  it('must both be named and there', async () => {
    const run = (env: object) => diffCommand({ env, resultsDir: results, log: () => {} } as any);
    await assert.rejects(run({ B: 'one' }), { message: 'A: a run is expected, as make diff A=<run-id> B=<run-id>' });
    await assert.rejects(run({ A: 'one', B: 'none' }), /^Error: B=none: no such run; there is one, other$/);
  });
});
