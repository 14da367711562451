/** The plan of `make startup`. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { startupOptions } from '../../../plan/variants/startup.ts';
import { readCatalogue } from '../../../record/catalogue.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const catalogue = readCatalogue();
const CORE = ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc'];

const refuses = (env: Record<string, string>, message: string | RegExp) =>
  assert.throws(() => startupOptions(env, catalogue, '/proc/no/such/switch'), { message, exitCode: 2 });

describe('the plan of starts', () => {
  it('has ten of each target of the core as it is', () => {
    const { plan, catalogue: own } = startupOptions({}, catalogue);
    assert.deepEqual([plan.targets, plan.baseline, plan.starts, plan.cold], [CORE, 'mvc', 10, false]);
    assert.equal(own, catalogue);
  });

  it('has a variant of each target for each cache, compared with the first one without', () => {
    const { plan, catalogue: own } = startupOptions({ TARGETS: 'mvc,mvc-vt', VARIANTS: 'aot,none', STARTS: '3', SEED: '7' }, catalogue);
    assert.deepEqual(plan.targets, ['mvc-aot-none', 'mvc-aot-aot', 'mvc-vt-aot-none', 'mvc-vt-aot-aot']);
    assert.deepEqual([plan.baseline, plan.starts, plan.seed, plan.caches], ['mvc-aot-none', 3, 7, ['none', 'aot']]);
    assert.deepEqual(own.targets['mvc-vt-aot-aot'].variant, { of: 'mvc-vt', knob: 'aot', value: 'aot' });
    const { plan: alone } = startupOptions({ TARGETS: 'mvc', VARIANTS: 'cds' }, catalogue);
    assert.deepEqual([alone.targets, alone.baseline], [['mvc-aot-cds'], 'mvc-aot-cds']);
  });

  it('empties the disk’s caches where it may', () => {
    const dropCaches = path.join(temporaryFolder(), 'drop_caches');
    writeFileSync(dropCaches, '');
    assert.equal(startupOptions({ COLD: '1' }, catalogue, dropCaches).plan.cold, true);
    assert.equal(startupOptions({ COLD: '0' }, catalogue, '/proc/no/such/switch').plan.cold, false);
    refuses({ COLD: '1' }, "COLD=1: emptying the disk's caches needs root, and /proc/no/such/switch cannot be written");
    refuses({ COLD: 'yes' }, "COLD=yes: accepted is 1 (the disk's caches are emptied before each start) or 0");
  });

  it('refuses in one line what it cannot do', () => {
    refuses({ ENGINE: 'docker' }, /^ENGINE=docker: .*; take ENGINE=native$/);
    refuses({ VARIANTS: 'crac' }, "VARIANTS=crac: 'crac' is unknown; accepted: none, cds, aot");
    refuses({ TARGETS: 'mvc-1-async' }, /^(SCENARIOS=: read is not measured on|TARGETS=mvc-1-async: ).*no remote call in it/);
  });
});
