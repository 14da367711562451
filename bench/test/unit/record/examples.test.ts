/** The entries of examples/ against the catalogue that they are put into. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { SHAPES, filled } from '../../../report/charts/symbols.ts';
import { temporaryFolder } from '../../support/temporary.ts';

it('the entry of examples/quarkus fits into the catalogue: scenarios that there are, and nothing that another target has', () => {
  const catalogue = readCatalogue();
  const { targets } = JSON.parse(readFileSync(path.join(root, 'examples', 'quarkus', 'entry.json'), 'utf8'));
  const dir = temporaryFolder();
  writeFileSync(path.join(dir, 'catalogue.json'), JSON.stringify({ ...catalogue, targets: { ...catalogue.targets, ...targets } }));
  const { quarkus } = readCatalogue(dir).targets;
  for (const scenario of quarkus.only ?? []) assert.ok(scenario in catalogue.scenarios, scenario);
  assert.ok(SHAPES.includes(filled(quarkus.symbol)));
  for (const other of Object.values(catalogue.targets)) {
    for (const field of ['label', 'port', 'managementPort', 'colour', 'symbol'] as const) assert.notEqual(quarkus[field], other[field]);
    assert.notDeepEqual(quarkus.line, other.line);
  }
});
