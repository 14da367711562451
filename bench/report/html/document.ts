import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { html, trusted, type Html } from './template.ts';
import type { Plot } from '../charts/plot.ts';

/** `title`: null where the page's heading says it; `link`: its shorter name in the list of contents */
export type Section = { id: string; title: string | null; link?: string; content: Html };

interface Page {
  title: string;
  heading: string;
  answer: string | null;
  lead: string | null;
  intro?: Html;
  sections: Section[];
  footer: Html;
  plots?: Plot[];
  /** what the plot at the top can be switched to; with neither it needs no script */
  choices?: unknown;
}

/** A report: its answer, then what it is to be read with, a list of contents, and sections. */
export function document({ title, heading, answer, lead, intro, sections, footer, plots = [], choices }: Page): string {
  const body = html`<main>
<header><h1>${heading}</h1>${answer && html`<p class="answer" id="answer" aria-live="polite">${answer}</p>`}${lead && html`<p class="lead imprint">${lead}</p>`}</header>
${intro}${sections.length > 1 && contents(sections)}
${sections.map((section) => html`<section id="${section.id}">${section.title && html`<h2>${section.title}</h2>`}${section.content}</section>\n`)}</main>
<footer>${footer}</footer>
${plots.length > 0 && json('data', plots)}${choices && json('choices', choices)}`;
  return pageOf({ title, body, style: pageStyle(), scripts: plots.length > 0 || choices ? [pageScript()] : [] });
}

function contents(sections: Section[]) {
  return html`<nav aria-label="Contents">${sections.map(({ id, title, link }) => html`<a href="#${id}">${link ?? title}</a>`)}</nav>`;
}

/** Data that cannot end its script element. */
function json(id: string, data: unknown) {
  return html`<script type="application/json" id="${id}">${trusted(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>`;
}

/** A page that needs no other file. What a bundle says is text in it, and no script but those of this project runs: should a text ever not be escaped, the
 * browser still refuses what it would start. */
export function pageOf({ title, body, style, scripts }: { title: string; body: Html; style: string; scripts: string[] }): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy(scripts, style))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">
<title>stackbench ${title}</title><style>${trusted(style)}</style></head><body>
${body}
${scripts.map((script) => html`<script>${trusted(script)}</script>`)}</body></html>\n`.text;
}

/** Nothing is fetched from anywhere, not even by mistake. ECharts gives its elements a style attribute each, which a hash cannot name.
 * @returns https://www.w3.org/TR/CSP3/ */
function policy(scripts: string[], style: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hash).join(' ') || "'none'"}`,
    `style-src-elem ${hash(style)}`,
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** @param text of an inline element @returns as a policy names it */
function hash(text: string): string {
  return once(text, () => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

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
