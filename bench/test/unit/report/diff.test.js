import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { diff } from '../../../analyse/comparison/diff.js';
import { figures, readBundle } from '../../../analyse/index.js';
import { diffMarkdown } from '../../../report/tables/diff.js';
import { differenceTexts, omissionText } from '../../../report/words/diff.js';
import { diffCommand } from '../../../commands/diff.js';
import { makeBundle } from '../../fixtures/make-bundle.js';
import { validRollup } from '../../fixtures/records.js';
import { judgedAgain } from '../../support/findings.js';

/** @typedef {import('../../../analyse/types.js').Figures} Figures */

/** With cells and stages that a test may change. @param {Figures} whole @returns {Figures} */
function copyOf(whole) {
  const cells = whole.cells.map((cell) => ({
    ...cell,
    cell: structuredClone(cell.cell),
    stages: cell.stages.map((stage) => ({ ...stage })),
  }));
  const groups = whole.groups.map((group) => ({ ...group, cell: group.cell && cells[whole.cells.indexOf(group.cell)] }));
  return { ...whole, cells, groups };
}

describe('two runs', () => {
  const results = mkdtempSync(join(tmpdir(), 'stackbench diff '));
  /** @type {Figures} */
  let one;
  /** @type {Figures} */
  let repeated;
  before(() => {
    for (const id of ['one', 'other']) makeBundle(join(results, id), { scenarios: ['read'], healthy: true });
    one = figures(readBundle(join(results, 'one')));
    repeated = figures(readBundle(join(results, 'other')));
  });
  after(() => rmSync(results, { recursive: true, force: true }));

  /**
   * The same run, in which every plateau of a target counted other requests.
   * @param {number} factor
   * @param {object} [conditions]
   * @param {Figures} [of]
   * @returns {Figures}
   */
  function changed(factor, conditions = {}, of = repeated) {
    const copy = copyOf(of);
    const cells = copy.cells.filter(({ planned }) => planned.target === 'mvc');
    for (const stage of cells.flatMap(({ stages }) => stages)) stage.plateauSuccesses = Math.round(Number(stage.plateauSuccesses) * factor);
    return { ...copy, run: { ...copy.run, id: 'other', ...conditions } };
  }

  it('of which one repeats the other are the same everywhere, and nothing differs between them', () => {
    const { environment, comparisons, omissions } = diff(one, changed(1));
    assert.deepEqual(environment, []);
    assert.deepEqual(omissions, []);
    assert.equal(comparisons.length, 4 * 3 * 2, 'targets, stages, metrics');
    assert.ok(
      comparisons.every(({ kind, ratio }) => kind === 'indicative' && Math.abs(ratio - 1) < 1e-9),
      'cells alone give no verdict',
    );
  });

  it('of which one had more time and rounds differ in rounds, not in when they were to end', () => {
    const { environment } = diff(one, changed(1, { rounds: 7, budgetSeconds: 1500, halfWidth: 0.05 }));
    assert.deepEqual(environment, [{ kind: 'value', name: 'rounds', a: '1', b: '7' }]);
  });

  it('of a machine that was slower the second time name that among what differs', () => {
    const timed = (/** @type {Figures} */ run, /** @type {number} */ memoryNs) => {
      for (const { cell } of run.cells) if (cell) cell.yardstick = { memoryNs, loopNs: 1.5 };
      return run;
    };
    const { environment } = diff(timed(changed(1), 100), timed(changed(1), 250));
    assert.deepEqual(environment, [{ kind: 'speed', measure: 'memory', aNs: 100, bNs: 250 }]);
    assert.deepEqual(environment.map(differenceTexts), [['machine: a memory access, median of the cells', '100.0 ns', '250.0 ns']]);
    assert.deepEqual(diff(timed(changed(1), 100), timed(changed(1), 110)).environment, []);
  });

  it('have the ratio of a target that answers a fifth less, at every stage', () => {
    const { comparisons } = diff(one, changed(0.8));
    const differing = comparisons.filter(({ ratio }) => Math.abs(ratio - 1) > 1e-9);
    assert.deepEqual([...new Set(differing.map(({ target, kind }) => `${target} ${kind}`))], ['mvc indicative']);
    assert.equal(differing.length, 3 * 2);
    for (const { metric, ratio, low } of differing) {
      const truth = metric === 'throughput' ? 0.8 : 1.25;
      assert.ok(Math.abs(ratio - truth) < 0.001 && low === null, `${metric} ${ratio}`);
    }
  });

  it('are compared at the stages that both have', () => {
    const stages = [...one.run.stages.slice(1), { vus: 600, durationMs: 4000 }];
    const shorter = changed(1);
    for (const cell of shorter.cells) cell.stages = [...cell.stages.slice(1), cell.stages[2]];
    const { comparisons, omissions } = diff(one, { ...shorter, run: { ...shorter.run, stages } });
    assert.deepEqual([...new Set(comparisons.map(({ vus }) => vus))], [150, 300]);
    assert.ok(
      comparisons.every(({ ratio }) => Math.abs(ratio - 1) < 1e-9),
      'stage by its users, not by its place',
    );
    assert.deepEqual(omissions.map(omissionText), ['stages in one run only, not compared: 50 VUs, 600 VUs']);
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
    assert.match(text, /## What differs[^#]*\| versions\.java \| 25\.0\.1 \| 26 \|[^#]*## What changed[^#]*\| read \| indicative ×0\.80 /);
  });

  it('leave void cells out, and say so', () => {
    writeFileSync(join(results, 'other', 'cells', 'read', 'mvc', '1', 'rollup.json'), JSON.stringify(validRollup({ pointsDropped: 1 })));
    const { comparisons, omissions } = diff(one, changed(1, {}, figures(readBundle(join(results, 'other')))));
    assert.ok(!comparisons.some(({ target }) => target === 'mvc'));
    assert.deepEqual(omissions.map(omissionText), ['other: read · mvc · round 1 is void: the rollup output dropped 1 points']);
    rmSync(join(results, 'other', 'cells', 'read', 'mvc', '1', 'rollup.json'));
  });

  it('name the cells that failed or were never measured', () => {
    const other = changed(1);
    Object.assign(other.cells[0], { state: 'failed', reason: 'mvc ended' });
    Object.assign(other.cells[1], { state: 'pending' });
    const names = other.cells.slice(0, 2).map(({ planned: { scenario, target, round } }) => `${scenario} · ${target} · round ${round}`);
    assert.deepEqual(diff(one, judgedAgain(other)).omissions.map(omissionText), [
      `other: ${names[0]} failed: mvc ended`,
      `other: ${names[1]} was not measured`,
    ]);
  });

  it('are compared stage by stage where several have as many users', () => {
    const twice = (/** @type {Figures} */ of) => ({
      ...of,
      run: { ...of.run, stages: of.run.stages.map((stage) => ({ ...stage, vus: 50 })) },
    });
    const { comparisons } = diff(twice(one), twice(changed(1)));
    assert.equal(comparisons.length, 4 * 3 * 2);
    assert.ok(comparisons.every(({ ratio }) => Math.abs(ratio - 1) < 1e-9));
  });

  it('say which noise floor their verdicts were held against', () => {
    assert.match(
      diffMarkdown(diff(one, changed(1))),
      /## What changed[^#]*\*\*No calibration\.\*\* The noise floor of this machine is not known/,
    );
  });

  it('are compared by the command, which writes the same beside the second', async () => {
    /** @type {string[]} */
    const lines = [];
    const command = {
      env: { A: 'one', B: 'other' },
      root: results,
      resultsDir: results,
      log: (/** @type {string} */ line) => lines.push(line),
    };
    assert.equal(await diffCommand(/** @type {any} */ (command)), 0);
    assert.equal(lines[0], readFileSync(join(results, 'other', 'diff-one.md'), 'utf8'));
    assert.match(lines[0], /## What differs between the environments\n\nNothing that was recorded\./);
  });

  it('must both be named and there', async () => {
    const run = (/** @type {object} */ env) => diffCommand(/** @type {any} */ ({ env, resultsDir: results, log: () => {} }));
    await assert.rejects(run({ B: 'one' }), { message: 'A: a run is expected, as make diff A=<run-id> B=<run-id>' });
    await assert.rejects(run({ A: 'one', B: 'none' }), /^Error: B=none: no such run; there is one, other$/);
  });
});
