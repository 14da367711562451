import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staysUp } from '../../../run/stack/keeper.ts';

test('the services stay for a terminal that has a dashboard, and wherever somebody asks for it; containers run until they are stopped anyway', () => {
  const rows: [env: Record<string, string>, hasDashboard: boolean, isTerminal: boolean, stays: boolean][] = [
    [{}, true, true, true],
    [{}, true, false, false],
    [{}, false, true, false],
    [{ KEEP: '1' }, false, false, true],
    [{ KEEP: '0' }, true, true, false],
    [{ KEEP: '1', ENGINE: 'docker' }, true, true, false],
  ];
  for (const [env, hasDashboard, isTerminal, stays] of rows) assert.equal(staysUp(env, { hasDashboard, isTerminal }), stays);
  assert.throws(() => staysUp({ KEEP: 'yes' }, { hasDashboard: true, isTerminal: true }), /^Error: KEEP=yes: accepted is 1 .* or 0$/);
});
