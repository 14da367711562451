import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findings } from '../../../analyse/findings/index.ts';
import { figures, readBundle } from '../../../analyse/index.ts';
import { sumUp } from '../../../run/sum-up.ts';
import { makeBundle } from '../../fixtures/make-bundle.ts';
import type { Figures } from '../../../analyse/types.ts';

describe('the last lines of a run', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench sum up '));
  let run: Figures;
  before(() => {
    makeBundle(dir, { scenarios: ['read'], healthy: true });
    run = figures(readBundle(dir));
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  function told(of: Figures) {
    const out: string[] = [];
    const errors: string[] = [];
    const code = sumUp({ log: (line) => out.push(line), warn: (line) => errors.push(line) }, { ...of, findings: findings(of) });
    return { code, out, errors };
  }

  it('count the parts', () => {
    const parts = run.parts.length;
    const { code, out, errors } = told({ ...run, run: { ...run.run, notes: [] } });
    assert.deepEqual(
      { code, out: out.slice(out.indexOf('') + 1), errors },
      { code: 0, out: [parts === 1 ? '1 of 1 measurement ok' : `${parts} of ${parts} measurements ok`], errors: [] },
    );
  });

  it('name what is discarded, which ended well and decides nothing', () => {
    const [first, ...others] = run.groups;
    const discardedFor = [{ kind: 'overlap', seconds: 1 }] as const;
    const slices = first.slices.map((slice, index) => (index === 1 ? { ...slice, discardedFor: [...discardedFor] } : slice));
    const { code, out } = told({ ...run, groups: [{ ...first, slices }, ...others] });
    assert.equal(code, 0);
    assert.match(out[out.indexOf('') + 1], new RegExp(`^1 of ${run.groups.flatMap((group) => group.slices).length} slices discarded: `));
  });

  it('name a failed part on standard error, and the command fails', () => {
    const [first, ...others] = run.run.parts;
    const parts = [{ ...first, state: 'failed' as const, reason: 'k6 ended with 99' }, ...others];
    const figuresOfParts = run.parts.map((part, index) => ({
      ...part,
      planned: parts[index],
      state: parts[index].state,
      reason: parts[index].reason,
    }));
    const { code, out, errors } = told({ ...run, run: { ...run.run, parts }, parts: figuresOfParts });
    assert.equal(code, 1);
    assert.match(errors.join('\n'), /^read.* failed: k6 ended with 99$/);
    assert.match(String(out.at(-1)), new RegExp(`^${parts.length - 1} of ${parts.length} measurements? ok$`));
  });
});
