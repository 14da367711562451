import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staysUp } from '../../../run/stack/keeper.ts';

const AT_A_TERMINAL = { hasDashboard: true, isTerminal: true };
const IN_A_SCRIPT = { hasDashboard: true, isTerminal: false };

test('the services stay for a terminal that has a dashboard, and wherever somebody asks for it', () => {
  assert.equal(staysUp({}, AT_A_TERMINAL), true);
  assert.equal(staysUp({}, IN_A_SCRIPT), false);
  assert.equal(staysUp({}, { hasDashboard: false, isTerminal: true }), false);
  assert.equal(staysUp({ KEEP: '1' }, { hasDashboard: false, isTerminal: false }), true);
  assert.equal(staysUp({ KEEP: '0' }, AT_A_TERMINAL), false);
});

test('containers run until they are stopped anyway; another value is one line', () => {
  assert.equal(staysUp({ KEEP: '1', ENGINE: 'docker' }, AT_A_TERMINAL), false);
  assert.throws(() => staysUp({ KEEP: 'yes' }, AT_A_TERMINAL), /^Error: KEEP=yes: accepted is 1 .* or 0$/);
});
