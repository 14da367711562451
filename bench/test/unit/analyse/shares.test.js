import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseUse, generatorUse } from '../../../analyse/cell/shares.js';
import { validCircumstances } from '../../fixtures/records.js';

const { machine, limits } = validCircumstances();
const run = { machine: { ...machine, cores: 1 }, limits };

test('what is left of a machine is never less than what was used of it, nor nothing', () => {
  assert.deepEqual(generatorUse({ generator: 0.03, machine: 1.99 }, run), { used: 0.03, share: 0.03 });
  assert.deepEqual(databaseUse({ database: 0, machine: 1.99 }, run), { used: 0, share: 0.01 });
  assert.deepEqual(generatorUse({ generator: 0.25, machine: 0.75 }, run), { used: 0.25, share: 0.5 });
  assert.equal(generatorUse({ generator: 0.25 }, run), null);
});
