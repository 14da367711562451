/** The scripts that k6 runs for `make ab`: each hands the user's own script to the load of this project. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../../util/files.js';

/** @typedef {import('../../record/catalogue.js').Catalogue} Catalogue */

/**
 * @param {string} catalogueFile of a run
 * @param {string} scenario of the user's
 * @returns {string} the script that k6 runs for it, in a folder beside
 */
export function ownScriptFile(catalogueFile, scenario) {
  return path.join(path.dirname(catalogueFile), 'scripts', `${scenario}.js`);
}

/** @param {Catalogue} catalogue @param {string} catalogueFile its file @param {string} root of the checkout */
export function writeOwnScripts({ scenarios }, catalogueFile, root) {
  for (const [name, scenario] of Object.entries(scenarios)) {
    const file = ownScriptFile(catalogueFile, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeWhole(file, scriptText(name, scenario, path.join(root, 'k6', 'lib', 'own')));
  }
}

/** @param {string} name @param {import('../../record/catalogue.js').Scenario} scenario @param {string} lib folder of what it needs */
function scriptText(name, { own, request, expect }, lib) {
  const text = (/** @type {unknown} */ value) => JSON.stringify(value);
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
