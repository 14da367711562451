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

/** @returns {string} one classic script of script/page.js and the modules it imports: a browser loads no modules from file:// */
export function pageScript() {
  return once('page', () => bundled('page.js', {}));
}

/** @returns {string} */
export function pageStyle() {
  return once('style', () => readFileSync(pageFile('page.css'), 'utf8') + forestStyle());
}

/** @returns {string} what the charts use of Apache ECharts, minified, with its licence header */
export function echartsScript() {
  return once('echarts', () => {
    const whole = readFileSync(createRequire(import.meta.url).resolve('echarts/dist/echarts.min.js'), 'utf8');
    const [licence] = /\/\*[^]*?\*\//.exec(whole) ?? [''];
    return bundled('echarts.js', { globalName: 'echarts', minify: true, legalComments: 'none', banner: { js: licence } });
  });
}

/** @param {string} name file of report/html/script @param {import('esbuild').BuildOptions} options @returns {string} */
function bundled(name, options) {
  const { outputFiles } = buildSync({
    entryPoints: [pageFile(name)],
    bundle: true,
    format: 'iife',
    charset: 'utf8',
    ...options,
    write: false,
  });
  return inScript(outputFiles[0].text);
}

/** @param {unknown} data @returns {string} JSON that cannot end a script element */
export function inlineJson(data) {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** @param {string} code */
function inScript(code) {
  return code.replaceAll('</script', '<\\/script');
}
