/** The scripts that k6 runs for `make ab`: each hands the user's own script to the load of this project. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../../util/files.ts';
import type { Catalogue, Scenario } from '../../record/catalogue.ts';

/** @param catalogueFile of a run @param scenario of the user's @returns the script that k6 runs for it, in a folder beside */
export function ownScriptFile(catalogueFile: string, scenario: string): string {
  return path.join(path.dirname(catalogueFile), 'scripts', `${scenario}.js`);
}

/** @param catalogueFile its file @param root of the checkout */
export function writeOwnScripts({ scenarios }: Catalogue, catalogueFile: string, root: string) {
  for (const [name, scenario] of Object.entries(scenarios)) {
    const file = ownScriptFile(catalogueFile, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeWhole(file, scriptText(name, scenario, path.join(root, 'k6', 'lib', 'own')));
  }
}

/** @param lib folder of what it needs */
function scriptText(name: string, { own, request, expect }: Scenario, lib: string) {
  const text = (value: unknown) => JSON.stringify(value);
  const script =
    own?.script === undefined
      ? [
          `import { requestScript } from ${text(`${lib}/request.js`)};`,
          '',
          `const script = requestScript(${text({ ...request, expect: expect.status })});`,
        ]
      : [`import * as script from ${text(own.script)};`, ''];
  return `${[
    `import { ownTest } from ${text(`${lib}/test.js`)};`,
    ...script,
    `const { options, iteration, setup, teardown, handleSummary } = ownTest(${text(name)}, script);`,
    '',
    'export { options, setup, teardown, handleSummary };',
    'export default iteration;',
  ].join('\n')}\n`;
}
