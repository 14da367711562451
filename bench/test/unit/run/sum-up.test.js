import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findings } from '../../../analyse/findings/index.js';
import { figures, readBundle } from '../../../analyse/index.js';
import { sumUp } from '../../../run/sum-up.js';
import { makeBundle } from '../../fixtures/make-bundle.js';

describe('the last lines of a run', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench sum up '));
  /** @type {import('../../../analyse/types.js').Figures} */
  let run;
  before(() => {
    makeBundle(dir, { scenarios: ['read'], healthy: true });
    run = figures(readBundle(dir));
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  /** @param {import('../../../analyse/types.js').Figures} of */
  function told(of) {
    /** @type {string[]} */
    const out = [];
    /** @type {string[]} */
    const errors = [];
    const code = sumUp({ log: (line) => out.push(line), warn: (line) => errors.push(line) }, { ...of, findings: findings(of) });
    return { code, out, errors };
  }

  /** @param {import('../../../record/run.js').PlannedCell} cell @returns {import('../../../record/run.js').PlannedCell} */
  const failed = (cell) => ({ ...cell, state: 'failed', reason: 'k6 ended with 99' });

  it('count the cells', () => {
    const cells = run.cells.length;
    const { code, out, errors } = told({ ...run, run: { ...run.run, notes: [] } });
    assert.deepEqual(
      { code, out: out.slice(out.indexOf('') + 1), errors },
      { code: 0, out: [`${cells} of ${cells} cells ok`], errors: [] },
    );
  });

  it('name a void cell, which ended well and decides nothing', () => {
    const cells = run.cells.map((cell, index) =>
      index === 1
        ? {
            ...cell,
            voids: /** @type {const} */ ([
              { kind: 'points dropped', points: 9 },
              { kind: 'iterations dropped', iterations: 7 },
            ]),
          }
        : cell,
    );
    const { scenario, target, round } = cells[1].planned;
    const { code, out } = told(/** @type {any} */ ({ ...run, cells }));
    assert.equal(code, 0);
    const reasons = 'the rollup output dropped 9 points; 7 iterations were dropped';
    assert.equal(
      out[out.indexOf('') + 1],
      `1 of ${cells.length} cells void, which decides nothing: ${scenario}/${target}/${round} (${reasons})`,
    );
    assert.equal(out.at(-1), `${cells.length} of ${cells.length} cells ok`);
  });

  it('name a failed cell on standard error, and the command fails', () => {
    const planned = run.run.cells.map((cell, index) => (index === 0 ? failed(cell) : cell));
    const cells = run.cells.map((cell, index) =>
      index === 0 ? { ...cell, planned: planned[0], state: planned[0].state, reason: planned[0].reason } : cell,
    );
    const { code, out, errors } = told({ ...run, run: { ...run.run, cells: planned }, cells });
    assert.equal(code, 1);
    assert.match(errors.join('\n'), /^read\/\S+\/1 failed: k6 ended with 99$/);
    assert.equal(out.at(-1), `${planned.length - 1} of ${planned.length} cells ok`);
  });
});
