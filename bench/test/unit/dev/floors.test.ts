/** ESLint with the project's configuration refuses imports from a higher floor. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { FLOORS } from '../../../dev/floors.ts';
import { root } from '../../../record/catalogue.ts';

const bench = path.join(root, 'bench');
/** Beside the floors. */
const OTHERS = ['node_modules', 'test'];
const MOST_FILES = 14;

let eslint: ESLint;
before(() => {
  eslint = new ESLint({
    cwd: root,
    overrideConfigFile: path.join(bench, 'eslint.config.js'),
    overrideConfig: [tseslint.configs.disableTypeChecked],
  });
});

/** @param file below bench/ @returns what is refused by name of the rule */
async function refusals(text: string, file: string): Promise<string[]> {
  const [{ messages }] = await eslint.lintText(text, { filePath: path.join(bench, file) });
  return messages.map(({ ruleId }) => String(ruleId));
}

const IMPORTS: Record<string, (specifier: string) => string> = {
  'an import': (specifier) => `import '${specifier}';\n`,
  'a re-export of names': (specifier) => `export {} from '${specifier}';\n`,
  'a re-export of all': (specifier) => `export * from '${specifier}';\n`,
  'an imported type': (specifier) => `import type { X } from '${specifier}';\nexport const x: X = 1;\n`,
  'a type in its place': (specifier) => `export const x: import('${specifier}').X = 1;\n`,
  'a dynamic import': (specifier) => `await import('${specifier}');\n`,
};

describe('a file may not import from a higher floor', () => {
  for (const [kind, text] of Object.entries(IMPORTS)) {
    it(`${kind} is refused between every two floors upwards, and downwards it is not`, async () => {
      for (const [index, floor] of FLOORS.entries()) {
        const above = FLOORS.slice(0, index).map((each) => text(`../${each}/x.ts`));
        const below = FLOORS.slice(index).map((each) => text(`../${each}/x.ts`));
        assert.deepEqual(await refusals(above.join(''), `${floor}/y.ts`), Array(index).fill('floors/no-upward-import'), floor);
        assert.deepEqual(await refusals(below.join(''), `${floor}/y.ts`), [], floor);
      }
    });
  }

  const others: [what: string, from: string, specifier: string, refused: string[]][] = [
    ['is refused from a folder in a folder too', 'analyse/statistics/y.ts', '../../run/x.ts', ['floors/no-upward-import']],
    ['takes a folder for what it is, whatever its name', 'analyse/statistics/y.ts', '../run/x.ts', []],
    ['does not hold for tests', 'test/unit/util/y.test.ts', '../../../run/x.ts', []],
    ['does not hold for cli.ts', 'cli.ts', './commands/x.ts', []],
  ];
  for (const [what, from, specifier, refused] of others) {
    it(what, async () => assert.deepEqual(await refusals(IMPORTS['an import'](specifier), from), refused));
  }
});

describe('the folders of bench/', () => {
  it('are the floors', () => {
    const folders = readdirSync(bench, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !OTHERS.includes(entry.name));
    assert.deepEqual(new Set(folders.map(({ name }) => name)), new Set(FLOORS));
  });

  it(`have at most ${MOST_FILES} files of code each`, () => {
    const byFolder = Map.groupBy(FLOORS.flatMap(filesOf), (file) => path.dirname(file));
    assert.ok(byFolder.size >= FLOORS.length);
    for (const [folder, files] of byFolder) assert.ok(files.length <= MOST_FILES, folder);
  });
});

/** @returns code in it, and in its folders */
function filesOf(floor: string): string[] {
  const names = readdirSync(path.join(bench, floor), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(floor, name));
}

it('a duration may not be measured by a clock that can be set', async () => {
  assert.deepEqual(await refusals('export const startedMs = Date.now();\n', 'measure/x.ts'), ['no-restricted-properties']);
  assert.deepEqual(await refusals('export const startedMs = performance.now();\n', 'measure/x.ts'), []);
});
