import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

function fileOf(name: string) {
  return fileURLToPath(new URL(name, import.meta.url));
}

const kept = new Map<string, string>();

/** For what is the same on every page. @returns made at the first call */
export function once(name: string, make: () => string): string {
  const text = kept.get(name) ?? make();
  kept.set(name, text);
  return text;
}

/** @returns script/page.ts and what it uses of Apache ECharts, with the licence header of ECharts */
export function pageScript(): string {
  return once('page', () => {
    const whole = readFileSync(createRequire(import.meta.url).resolve('echarts/dist/echarts.min.js'), 'utf8');
    const [licence] = /\/\*[^]*?\*\//.exec(whole) ?? [''];
    return bundled(fileOf('script/page.ts'), licence);
  });
}

/** @returns one classic script of the module and of what it imports, minified: a browser loads no modules from file:// */
export function bundled(file: string, licence = ''): string {
  const { outputFiles } = buildSync({
    ...{ entryPoints: [file], bundle: true, format: 'iife', charset: 'utf8', minify: true, write: false },
    ...{ legalComments: 'none', banner: { js: licence } },
  });
  return outputFiles[0].text.replaceAll('</script', '<\\/script');
}

export function pageStyle(): string {
  return once('style', () => readFileSync(fileOf('script/page.css'), 'utf8') + forestStyle());
}

/** @returns style sheet of the plot, for the page and for the picture */
export function forestStyle(): string {
  return readFileSync(fileOf('../forest/forest.css'), 'utf8');
}

/** @returns JSON that cannot end a script element */
export function inlineJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
