/** ESLint with the project's configuration refuses imports from a higher floor. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { ESLint } from 'eslint';
import { FLOORS } from '../../../dev/floors.js';
import { root } from '../../../record/catalogue.js';

const bench = path.join(root, 'bench');
/** Beside the floors. */
const OTHERS = ['node_modules', 'test'];
const MOST_FILES = 14;

/** @type {ESLint} */
let eslint;
before(() => {
  eslint = new ESLint({ cwd: root, overrideConfigFile: path.join(bench, 'eslint.config.js') });
});

/** @param {string} text @param {string} file below bench/ @returns {Promise<string[]>} what is refused by name of the rule */
async function refusals(text, file) {
  const [{ messages }] = await eslint.lintText(text, { filePath: path.join(bench, file) });
  return messages.map(({ ruleId }) => String(ruleId));
}

/** @type {Record<string, (specifier: string) => string>} */
const IMPORTS = {
  'an import': (specifier) => `import '${specifier}';\n`,
  'a re-export of names': (specifier) => `export {} from '${specifier}';\n`,
  'a re-export of all': (specifier) => `export * from '${specifier}';\n`,
  'a type in a comment': (specifier) => `/** @typedef {import('${specifier}').X} X */\n`,
  'a dynamic import': (specifier) => `await import('${specifier}');\n`,
};

describe('a file may not import from a higher floor', () => {
  for (const [kind, text] of Object.entries(IMPORTS)) {
    it(`${kind} is refused between every two floors upwards, and downwards it is not`, async () => {
      for (const [index, floor] of FLOORS.entries()) {
        const above = FLOORS.slice(0, index).map((each) => text(`../${each}/x.js`));
        const below = FLOORS.slice(index).map((each) => text(`../${each}/x.js`));
        assert.deepEqual(await refusals(above.join(''), `${floor}/y.js`), Array(index).fill('floors/no-upward-import'), floor);
        assert.deepEqual(await refusals(below.join(''), `${floor}/y.js`), [], floor);
      }
    });
  }

  it('is refused from a folder in a folder too', async () => {
    assert.deepEqual(await refusals(IMPORTS['an import']('../../run/x.js'), 'analyse/statistics/y.js'), ['floors/no-upward-import']);
    assert.deepEqual(await refusals(IMPORTS['an import']('../run/x.js'), 'analyse/statistics/y.js'), []);
  });

  it('does not hold for tests and for cli.js', async () => {
    assert.deepEqual(await refusals(IMPORTS['an import']('../../../run/x.js'), 'test/unit/util/y.test.js'), []);
    assert.deepEqual(await refusals(IMPORTS['an import']('./commands/x.js'), 'cli.js'), []);
  });
});

describe('the folders of bench/', () => {
  it('are the floors', () => {
    const folders = readdirSync(bench, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(
      folders.map(({ name }) => name).filter((name) => !OTHERS.includes(name)),
      [...FLOORS].sort(),
    );
  });

  it(`have at most ${MOST_FILES} files of code each`, () => {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const file of FLOORS.flatMap(filesOf)) counts[path.dirname(file)] = (counts[path.dirname(file)] ?? 0) + 1;
    assert.deepEqual(new Set(Object.keys(counts).map((folder) => folder.split(path.sep)[0])), new Set(FLOORS));
    assert.deepEqual(
      Object.entries(counts).filter(([, count]) => count > MOST_FILES),
      [],
    );
  });
});

/** @param {string} floor @returns {string[]} code in it, and in its folders */
function filesOf(floor) {
  const names = readdirSync(path.join(bench, floor), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.js')).map((name) => path.join(floor, name));
}

it('a duration may not be measured by a clock that can be set', async () => {
  assert.deepEqual(await refusals('export const startedMs = Date.now();\n', 'measure/x.js'), ['no-restricted-properties']);
  assert.deepEqual(await refusals('export const startedMs = performance.now();\n', 'measure/x.js'), []);
});
