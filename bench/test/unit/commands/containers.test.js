/** Which containers a command is said to need. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { readCatalogue, root } from '../../../record/catalogue.js';
import { containers } from '../../../commands/containers.js';
import { STUDIES } from '../../../studies/index.js';
import { validCircumstances, validRun } from '../../fixtures/records.js';
import { temporaryFolder } from '../../support/temporary.js';

const MONGO_URI = 'mongodb://mongo:27017/bench';

/**
 * @param {string} name of a command
 * @param {Record<string, string>} knobs
 * @param {string} [resultsDir]
 * @returns {Promise<string[]>} lines
 */
async function linesFor(name, knobs, resultsDir = temporaryFolder()) {
  const lines = /** @type {string[]} */ ([]);
  const log = (/** @type {string} */ line) => void lines.push(line);
  const { signal } = new AbortController();
  const env = { MONGO_URI, ...knobs };
  await containers({ catalogue: readCatalogue(), env, root, cacheDir: '', resultsDir, signal, log, warn: log }, name);
  return lines;
}

test('the core needs nothing beyond itself', async () => {
  assert.deepEqual(await linesFor('compare', {}), []);
  assert.deepEqual(await linesFor('up', {}), []);
  assert.deepEqual(await linesFor('compare', { TARGETS: 'mvc', SCENARIOS: 'lock' }), []);
});

test('targets, dependencies, settings and a delay are passed on as requested', async () => {
  assert.deepEqual(await linesFor('compare', { TARGETS: 'mvc,mvc-1', SCENARIOS: 'remote' }), ['services=mvc-1 downstream']);
  assert.deepEqual(await linesFor('compare', { SCENARIOS: 'documents' }), ['services=mongo', `mongoUri=${MONGO_URI}`]);
  assert.deepEqual(await linesFor('compare', { SETTINGS: 'S1', DB_RTT_MS: '170' }), ['settings=S1', 'databaseRttMs=170']);
  assert.deepEqual(await linesFor('up', { TARGETS: 'mvc-vt' }), ['services=downstream mongo', `mongoUri=${MONGO_URI}`]);
});

test('a verification without knobs is of all, but of no target that is wrong on purpose', async () => {
  const [services] = await linesFor('verify', {});
  for (const name of ['mvc-r2dbc', 'downstream', 'mongo']) assert.match(services, new RegExp(`[= ]${name}( |$)`));
  assert.doesNotMatch(services, /unsubscribed/);
});

test('a run that is resumed needs what it has needed', async () => {
  const results = temporaryFolder();
  mkdirSync(path.join(results, '20261121-080000-quick'), { recursive: true });
  const run = validRun({
    id: '20261121-080000-quick',
    targets: ['mvc', 'mvc-r2dbc'],
    scenarios: ['read', 'remote'],
    settings: { name: 'S1', title: '', targets: {} },
    databaseRttMs: 20,
  });
  writeFileSync(path.join(results, run.id, 'run.json'), JSON.stringify(run));
  assert.deepEqual(await linesFor('compare', { RESUME: run.id }, results), [
    'services=mvc-r2dbc downstream',
    'settings=S1',
    'databaseRttMs=20',
    'targetCpus=0.5',
  ]);
});

test('a run that is resumed has the limits it had, whatever the shell says', async () => {
  const results = temporaryFolder();
  const id = '20261121-080001-quick';
  mkdirSync(path.join(results, id), { recursive: true });
  const plan = { targetCpus: null, poolSize: 50, jvmArgs: ['-XX:TieredStopAtLevel=1', '-Xss1m'], generatorCpus: 1.5 };
  const run = validRun({ id, ...plan, limits: { ...validCircumstances().limits, targetCpus: 2 } });
  writeFileSync(path.join(results, id, 'run.json'), JSON.stringify(run));
  assert.deepEqual(await linesFor('compare', { RESUME: id }, results), [
    'targetCpus=2',
    'poolSize=50',
    'jvmArgs=-XX:TieredStopAtLevel=1 -Xss1m',
    'generatorCpus=1.5',
  ]);
});

test('a knob that is no good is one line', async () => {
  await assert.rejects(linesFor('compare', { SETTINGS: 'S9' }), /^Error: SETTINGS=S9: unknown; accepted: S1/);
  await assert.rejects(linesFor('up', { DB_RTT_MS: 'far' }), /DB_RTT_MS=far/);
  await assert.rejects(linesFor('up', { MAKEFLAGS: ' -- TARGTS=all' }), /^Error: TARGTS: unknown; make up takes TARGETS, /);
  await assert.rejects(linesFor('compare', { LIVE: 'k6', ENGINE: 'docker' }), /^Error: LIVE=k6: goes with ENGINE=native/);
});

test('so is one of the command’s own plan, before anything is started', async () => {
  await assert.rejects(linesFor('capacity', { SLO_P99_MS: 'fast' }), /^Error: SLO_P99_MS.*fast/);
  await assert.rejects(linesFor('study', { STUDY: 'S0', ROUNDS: 'many' }), /^Error: ROUNDS.*many/);
  await assert.rejects(linesFor('studies', { PROFILE: 'nope' }), /^Error: PROFILE.*nope/);
  await assert.rejects(
    linesFor('verify', { TARGETS: 'webflux-unsubscribed', SCENARIOS: 'read' }),
    /^Error: SCENARIOS=read: read is not measured on /,
  );
  await assert.rejects(linesFor('study', { RESUME: '20261121-080000-S0-x', ROUNDS: '5' }), /^Error: ROUNDS=5: RESUME=\S+ has its plan/);
});

test('a study is measured a run at a time, each with what it needs', async () => {
  assert.deepEqual(await linesFor('study', { STUDY: 'S0-far' }), ['part=near', 'part=far', 'part=far-pool']);
  const variation = await linesFor('study', { STUDY: 'S0-far', STUDY_PART: 'far-pool' });
  assert.deepEqual(variation, ['settings=pool-100', 'databaseRttMs=170']);
  assert.match((await linesFor('study', { STUDY: 'S4', STUDY_PART: 'flaw' }))[0], /[= ]webflux-unsubscribed( |$)/);
  assert.deepEqual(
    await linesFor('studies', { PROFILE: 'smoke' }),
    STUDIES.map(({ id }) => `study=${id}`),
  );
  await assert.rejects(linesFor('study', { STUDY: 'S9' }), /^Error: STUDY=S9: unknown; accepted: S0,/);
});
