/** A command's options are checked before images are built and containers started, which takes minutes. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { commandNamed } from '../../../commands/table.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** @param name of a command */
async function checked(name: string, env: Record<string, string>) {
  const { signal } = new AbortController();
  const log = () => assert.fail('it says nothing');
  const command = { catalogue: readCatalogue(), env, root, cacheDir: '', resultsDir: temporaryFolder(), signal, log, warn: log };
  const { plan } = commandNamed(name);
  assert.ok(plan, `${name} reads its options first`);
  await plan(command);
}

test('what a command accepts is accepted, without a word', async () => {
  await checked('compare', {});
  await checked('compare', { TARGETS: 'mvc,mvc-1', SCENARIOS: 'remote', SETTINGS: 'S1', DB_RTT_MS: '170' });
  await checked('up', { TARGETS: 'all' });
  await checked('verify', {});
  await checked('studies', { PROFILE: 'smoke' });
});

test('a knob that is no good is one line', async () => {
  await assert.rejects(checked('compare', { SETTINGS: 'S9' }), /^Error: SETTINGS=S9: unknown; accepted: S1/);
  await assert.rejects(checked('up', { DB_RTT_MS: 'far' }), /DB_RTT_MS=far/);
});

test('so is one of the command’s own plan', async () => {
  await assert.rejects(checked('capacity', { SLO_P99_MS: 'fast' }), /^Error: SLO_P99_MS.*fast/);
  await assert.rejects(checked('study', { STUDY: 'S0', ROUNDS: 'many' }), /^Error: ROUNDS.*many/);
  await assert.rejects(checked('study', { STUDY: 'S9' }), /^Error: STUDY=S9: unknown; accepted: S0,/);
  await assert.rejects(checked('studies', { PROFILE: 'nope' }), /^Error: PROFILE.*nope/);
  await assert.rejects(
    checked('verify', { TARGETS: 'webflux-unsubscribed', SCENARIOS: 'read' }),
    /^Error: SCENARIOS=read: read is not measured on /,
  );
  await assert.rejects(checked('study', { RESUME: '20261121-080000-S0-x', ROUNDS: '5' }), /^Error: ROUNDS=5: RESUME=\S+ has its plan/);
});
