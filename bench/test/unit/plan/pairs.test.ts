/** What is meant by names, by `all` and by nothing; which pairs are measured; what all targets of a run are given. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogue, type Catalogue } from '../../../record/catalogue.ts';
import { UsageError } from '../../../util/errors.ts';
import { calibrationOptions } from '../../../plan/calibration.ts';
import { capacityOptions } from '../../../plan/capacity.ts';
import { compareOptions } from '../../../plan/knobs.ts';
import { chooseScenarios, chooseTargets, needsOf, unfitPairs } from '../../../plan/pairs.ts';
import { newRun } from '../../../plan/run.ts';

/** Two targets of the core and two more, one of them flawed; two scenarios of the core and two more. */
const catalogue = {
  targets: {
    mvc: { server: 'tomcat', database: 'jdbc', environment: {} },
    flux: { server: 'netty', database: 'r2dbc', environment: {} },
    one: {
      server: 'tomcat',
      database: 'jdbc',
      environment: { THREADS: '1' },
      extended: true,
      unfit: { plain: 'no SQL', far: 'no call' },
    },
    broken: { server: 'netty', environment: {}, extended: true, flawed: true },
  },
  scenarios: {
    read: {},
    plain: {},
    far: { extended: true, needs: ['downstream'] },
    papers: { extended: true, needs: ['mongo', 'downstream'] },
  },
  settings: {
    many: { title: 'many threads', environment: { tomcat: { THREADS: '600' }, jdbc: { POOL: '600' }, r2dbc: { POOL: '150' } } },
  },
  dependencies: {},
} as unknown as Catalogue;

const refuses = (knobs: Record<string, string>, message: string) => assert.throws(() => compareOptions(knobs, catalogue), { message });

test('without a knob the core is meant; `all` has everything but what shows a fault; names mean themselves', () => {
  assert.deepEqual(chooseTargets(undefined, catalogue), ['mvc', 'flux']);
  assert.deepEqual(chooseTargets('', catalogue), ['mvc', 'flux']);
  assert.deepEqual(chooseTargets('all', catalogue), ['mvc', 'flux', 'one']);
  assert.deepEqual(chooseTargets('one, mvc,mvc', catalogue), ['mvc', 'one']);
  assert.deepEqual(chooseScenarios(undefined, catalogue), ['read', 'plain']);
  assert.deepEqual(chooseScenarios('all', catalogue), ['read', 'plain', 'far', 'papers']);
  assert.deepEqual(chooseScenarios('far', catalogue), ['far']);
});

test('what shows a fault is accepted by name, where that is allowed at all', () => {
  assert.deepEqual(chooseTargets('broken', catalogue, { flawed: true }), ['broken']);
  assert.throws(() => chooseTargets('broken', catalogue), {
    message: "TARGETS=broken: 'broken' is unknown; accepted: mvc, flux, one",
  });
});

test('a scenario of which no target is measured, and a target in no scenario, is refused by name, with every reason', () => {
  refuses({ TARGETS: 'one', SCENARIOS: 'read,plain' }, 'SCENARIOS=read,plain: plain is not measured on one (no SQL)');
  refuses({ TARGETS: 'mvc,one', SCENARIOS: 'plain,far' }, 'TARGETS=mvc,one: one is not measured in plain (no SQL), far (no call)');
});

test('of what nothing and `all` stand for, those are taken that are of use', () => {
  assert.deepEqual(compareOptions({ TARGETS: 'all', SCENARIOS: 'plain' }, catalogue).targets, ['mvc', 'flux']);
  assert.deepEqual(compareOptions({ TARGETS: 'one' }, catalogue).scenarios, ['read']);
  assert.deepEqual(compareOptions({ TARGETS: 'one', SCENARIOS: 'all' }, catalogue).scenarios, ['read', 'papers']);
});

test('dependencies are needed by the scenarios that say so, each once', () => {
  assert.deepEqual(needsOf(catalogue, ['read', 'plain']), []);
  assert.deepEqual(needsOf(catalogue, ['far', 'papers']), ['downstream', 'mongo']);
});

test('SETTINGS is a name of the catalogue, and what each target gets by it is kept; its own environment wins', () => {
  const { settings } = compareOptions({ SETTINGS: 'many', TARGETS: 'all' }, catalogue);
  assert.deepEqual(settings, {
    name: 'many',
    title: 'many threads',
    targets: { mvc: { THREADS: '600', POOL: '600' }, flux: { POOL: '150' }, one: { POOL: '600' } },
  });
  const { settings: kept, databaseRttMs } = newRun(compareOptions({ SETTINGS: 'many', DB_RTT_MS: '170' }, catalogue), catalogue, 'x');
  assert.deepEqual([kept?.name, databaseRttMs], ['many', 170]);
  refuses({ SETTINGS: 'few' }, 'SETTINGS=few: unknown; accepted: many');
  assert.throws(() => compareOptions({ SETTINGS: 'toString' }, catalogue), UsageError);
});

test('capacities and calibrations take both as well', () => {
  const capacity = capacityOptions({ SETTINGS: 'many', DB_RTT_MS: '5', TARGETS: 'flux' }, catalogue);
  assert.deepEqual([capacity.settings?.targets, capacity.databaseRttMs], [{ flux: { POOL: '150' } }, 5]);
  const { options } = calibrationOptions({ SETTINGS: 'many', TARGET: 'flux' }, catalogue);
  assert.deepEqual(options.settings?.targets, { flux: { POOL: '150' }, 'flux-again': { POOL: '150' } });
});

test('the core of the catalogue is four targets in five scenarios, all of them measured', () => {
  const real = readCatalogue();
  const options = compareOptions({}, real);
  assert.deepEqual(options.targets, ['mvc', 'mvc-vt', 'webflux-jdbc', 'webflux-r2dbc']);
  assert.deepEqual(options.scenarios, ['read', 'create', 'simple', 'heavy', 'block']);
  assert.deepEqual(unfitPairs(real, options), []);
  assert.deepEqual(needsOf(real, options.scenarios), []);
});
