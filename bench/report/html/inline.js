import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const IMPORT = /^import \{[^}]*\} from '(\.[^']+)';\n/gm;
const HERE = dirname(fileURLToPath(import.meta.url));

/** @param {string} name file of report/html/script */
function pageFile(name) {
  return resolve(HERE, 'script', name);
}

/**
 * One classic script from script/page.js and the modules it imports: a browser loads no modules from file://.
 * Imports come first, each file once; only relative imports by name and `export function|const` are understood.
 * @returns {string}
 */
export function pageScript() {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @param {string} file @returns {string[]} */
  const withImports = (file) => {
    if (seen.has(file)) return [];
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    const imported = [...source.matchAll(IMPORT)].flatMap(([, path]) => withImports(resolve(dirname(file), path)));
    return [...imported, source.replaceAll(IMPORT, '').replaceAll(/^export /gm, '')];
  };
  return inScript(withImports(pageFile('page.js')).join('\n'));
}

/** @returns {string} */
export function pageStyle() {
  return readFileSync(pageFile('page.css'), 'utf8');
}

/** @returns {string} Apache ECharts, minified, with its licence header */
export function echartsScript() {
  return inScript(readFileSync(createRequire(import.meta.url).resolve('echarts/dist/echarts.min.js'), 'utf8'));
}

/** @param {unknown} data @returns {string} JSON that cannot end a script element */
export function inlineJson(data) {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** @param {string} code */
function inScript(code) {
  return code.replaceAll('</script', '<\\/script');
}
