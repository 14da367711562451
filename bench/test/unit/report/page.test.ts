import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { options } from '../../../report/charts/options.ts';
import { caveatItems, chart, swatch } from '../../../report/html/parts.ts';
import { document, pageScript, pageStyle } from '../../../report/html/document.ts';
import { html, trusted } from '../../../report/html/template.ts';
import type { Target, Plot } from '../../../report/charts/plot.ts';

/** WCAG 2.2, 1.4.11: graphics against their background. */
const GRAPHICS_CONTRAST = 3;

/** Relative luminance as WCAG defines it. */
function luminance(hex: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours of the light and of the dark theme. */
function themes(name: string) {
  return [...pageStyle().matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, 'g'))].map(([, colour]) => colour);
}

describe('the colours of the page', () => {
  for (const [name, { colour }] of Object.entries(readCatalogue().targets)) {
    it(`let ${name} stand out on the light and on the dark background and panel`, () => {
      const grounds = [...themes('background'), ...themes('band')];
      assert.equal(grounds.length, 4);
      for (const ground of grounds) assert.ok(contrast(colour, ground) >= GRAPHICS_CONTRAST, `${colour} on ${ground}`);
    });
  }
});

const LOOK = { width: 800, text: '#111111', faint: '#222222', grid: '#333333', background: '#555555' };

const MINE: Target = { name: 'mine', label: 'Mine', colour: '#000000', symbol: 'circle', line: 'solid' };

/** @returns its figures at two values */
function plotOf(target: Target): Plot {
  const points = [
    { x: 0, y: 3, words: '3, the default', isOpen: true },
    { x: 1, y: 2, low: 1.5, high: 2.5, words: '×2.00 [1.50, 2.50]' },
  ];
  const panel = { x: { name: 'connections' }, y: { unit: 'requests/s' }, series: [{ target: target.name, points }] };
  const words = { kind: 'sweepCurve', place: 'read', title: 'Against <b>', how: 'faint & <i>' };
  return { ...words, style: 'points', targets: [target], panels: [panel] };
}

/** @returns its points in the chart */
function pointsOf(target: Target): any {
  const { series } = options(plotOf(target), LOOK);
  return series.find(({ type, name }: any) => type === 'line' && name === target.label);
}

describe('targets in charts and tables', () => {
  it('have points that are hollow for want of a verdict alone', () => {
    const { symbol, data, itemStyle } = pointsOf({ ...MINE, symbol: 'emptyCircle' });
    assert.deepEqual([symbol, itemStyle.color, data[1].itemStyle], ['circle', '#000000', undefined]);
    assert.deepEqual([data[0].itemStyle.color, data[0].itemStyle.borderColor], [LOOK.background, '#000000']);
  });

  it('are escaped in the tables, whatever they say', () => {
    const markup: any = '"><script>';
    const drawn = [
      swatch({ colour: markup, symbol: markup, line: [markup] }),
      swatch({ colour: markup, symbol: 'emptyCircle', line: markup }),
    ];
    assert.doesNotMatch(drawn.join(''), /"><script>|undefined/);
    assert.match(swatch(MINE).text, /<path d="M0 6h34"[^>]*\/><g [^>]+><circle /);
  });
});

describe('what is put into the page', () => {
  it('is one script without imports, exports and ends of script elements', () => {
    const script = pageScript();
    assert.doesNotMatch(script, /^(import|export) /m);
    assert.doesNotMatch(script, /<\/script/);
    assert.match(script, /^\/\*[^]*?Licensed to the Apache Software Foundation/);
  });

  it('has titles of charts as text, not as HTML', () => {
    const page = String(chart(plotOf({ ...MINE, label: '<img src=x>' })));
    assert.match(page, /<strong>Against &lt;b&gt;<\/strong><span class="how">faint &amp; &lt;i&gt;<\/span>/);
    assert.match(page, /aria-label="Against &lt;b&gt;, read; /);
    assert.match(page, /<\/svg>&lt;img src=x&gt;<\/button>/);
  });

  it('has labels as text in tooltips, which ECharts takes for HTML', () => {
    const { tooltip, data } = pointsOf({ ...MINE, label: '<img src=x>' });
    assert.equal(tooltip.formatter({ data: data[1] }), '&lt;img src=x&gt; ×2.00 [1.50, 2.50]');
  });
});

it('a template of HTML says texts, keeps HTML as it is, and puts lists and nothing where they belong', () => {
  const items = ['a & b', '"<i>"'].map((text) => html`<li>${text}</li>`);
  assert.equal(html`<ul>${items}${null}${undefined}${false}${0}</ul>`.text, '<ul><li>a &amp; b</li><li>&quot;&lt;i&gt;&quot;</li>0</ul>');
  assert.equal(String(html`${trusted('<b>')}${'<b>'}`), '<b>&lt;b&gt;');
});

it('a page names its scripts and its style by their hash, and allows nothing else to run; its title and its data are text', () => {
  const texts = { title: '<b>', heading: '<b>', answer: null, lead: null, footer: html`.`, sections: [] };
  const page = document({ ...texts, plots: [plotOf({ ...MINE, label: '</script>' })] });
  assert.ok(page.includes('<title>stackbench &lt;b&gt;</title>'));
  assert.ok(page.includes('"label":"\\u003c/script>"'), 'no data ends its script element');
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const inline = (tag: string) => [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text]) => hashOf(text));
  assert.equal(inline('script').length, 1);
  assert.doesNotMatch(document(texts), /<script/, 'without charts it has none');
  assert.match(document({ ...texts, choices: {} }), /<script>/, 'but for what the plot can be switched to');
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? [];
  const ours = `default-src 'none'; script-src ${inline('script').join(' ')}; style-src-elem ${inline('style').join()}`;
  assert.equal(policy, `${ours}; style-src-attr 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`);
});

it('the box of what a run cannot say shows a short list, and folds a long one behind its number', () => {
  const page = (length: number) =>
    caveatItems([{ title: 'Discarded.', text: 'They decide nothing.', items: Array.from({ length }, (_, index) => `cell <${index}>`) }])
      .text;
  assert.doesNotMatch(page(5), /<details>/);
  assert.match(page(6), /<details><summary>which 6<\/summary><ul>(<li>cell &lt;\d&gt;<\/li>){6}<\/ul><\/details>/);
});
