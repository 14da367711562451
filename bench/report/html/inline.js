import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { forestStyle } from '../forest/style.js';

/** @param {string} name file of report/html/script */
function pageFile(name) {
  return fileURLToPath(new URL(`script/${name}`, import.meta.url));
}

/** @type {Map<string, string>} */
const kept = new Map();

/** For what is the same on every page. @param {string} name @param {() => string} make @returns {string} made at the first call */
export function once(name, make) {
  const text = kept.get(name) ?? make();
  kept.set(name, text);
  return text;
}

/**
 * @returns {string} one classic script of script/page.js, the modules it imports and what these use of Apache ECharts, minified, with the licence header of
 *   ECharts: a browser loads no modules from file://
 */
export function pageScript() {
  return once('page', () => {
    const whole = readFileSync(createRequire(import.meta.url).resolve('echarts/dist/echarts.min.js'), 'utf8');
    const [licence] = /\/\*[^]*?\*\//.exec(whole) ?? [''];
    const { outputFiles } = buildSync({
      ...{ entryPoints: [pageFile('page.js')], bundle: true, format: 'iife', charset: 'utf8', minify: true, write: false },
      ...{ legalComments: 'none', banner: { js: licence } },
    });
    return outputFiles[0].text.replaceAll('</script', '<\\/script');
  });
}

/** @returns {string} */
export function pageStyle() {
  return once('style', () => readFileSync(pageFile('page.css'), 'utf8') + forestStyle());
}

/** @param {unknown} data @returns {string} JSON that cannot end a script element */
export function inlineJson(data) {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
