import assert from 'node:assert/strict';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { writeReport } from '../report/index.js';
import { makeBundle } from './fixtures/make-bundle.js';

const CHARTS = 5 * 3;
const TARGETS = 4;
/** 210 mm without margins of 14 mm, at 96 px per inch. */
const PAPER_WIDTH = 688;

/** @returns {string} path of the browser @throws {Error} where there is none */
function browserPath() {
  if (process.env.CHROMIUM_BIN) return process.env.CHROMIUM_BIN;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, 'chromium');
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  throw new Error('no Chromium: set CHROMIUM_BIN to its path, or install it so that `chromium` is on the PATH');
}

describe('report.html in Chromium', () => {
  const dir = mkdtempSync(join(tmpdir(), 'stackbench browser '));
  /** @type {import('playwright-core').Browser | undefined} */
  let browser;
  before(async () => {
    makeBundle(dir);
    writeReport(dir);
    browser = await chromium.launch({ executablePath: browserPath() });
  });
  after(async () => {
    await browser?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  /**
   * @param {number} width
   * @param {'light' | 'dark'} colorScheme
   * @param {(page: import('playwright-core').Page, seen: {messages: string[], requests: string[]}) => Promise<void>} use
   */
  async function withPage(width, colorScheme, use) {
    assert.ok(browser);
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    /** @type {{messages: string[], requests: string[]}} */
    const seen = { messages: [], requests: [] };
    page.on('console', (message) => seen.messages.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => seen.messages.push(`error: ${error.message}`));
    page.on('request', (request) => seen.requests.push(request.url()));
    await page.goto(pathToFileURL(join(dir, 'report.html')).href);
    await use(page, seen);
    await page.close();
  }

  /**
   * Runs in the page: for each chart the targets whose line is there, known by their colour and by being longer than a legend's.
   * @param {import('playwright-core').Page} page
   */
  function drawnLines(page) {
    return page.$$eval('[data-chart]', (/** @type {any[]} */ charts) => {
      const { targets } = JSON.parse(charts[0].ownerDocument.getElementById('data').textContent)[0];
      const colours = targets.map((/** @type {any} */ data) => data.target.colour.toLowerCase());
      return charts.map((chart) => {
        const lines = [...chart.querySelectorAll('svg path[fill="none"]')].filter((path) => path.getTotalLength() > 60);
        return colours.filter((/** @type {string} */ colour) =>
          lines.some((line) => line.getAttribute('stroke')?.toLowerCase() === colour),
        );
      });
    });
  }

  for (const width of [390, 1400]) {
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
      it(`draws all charts at ${width} px, ${scheme}, asks for nothing else and says nothing`, async () => {
        await withPage(width, scheme, async (page, seen) => {
          const lines = await drawnLines(page);
          assert.equal(lines.length, CHARTS);
          lines.forEach((targets, index) => assert.equal(targets.length, TARGETS, `chart ${index}`));
          const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.ok(Number(overflow) <= 0, `the page is ${overflow} px too wide`);
          assert.deepEqual(seen.messages, []);
          assert.equal(seen.requests.length, 1);
        });
      });
    }
  }

  it('has no label of a chart cut off on a phone', async () => {
    await withPage(390, 'light', async (page) => {
      const cut = await page.$$eval('[data-chart] .canvas', (/** @type {any[]} */ canvases) =>
        canvases.flatMap((canvas) => {
          const frame = canvas.getBoundingClientRect();
          const outside = (/** @type {any} */ box) =>
            box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
          return [...canvas.querySelectorAll('svg text')]
            .filter((text) => outside(text.getBoundingClientRect()))
            .map((text) => text.textContent);
        }),
      );
      assert.deepEqual(cut, []);
    });
  });

  it('changes its charts with the theme while it is open', async () => {
    await withPage(1400, 'light', async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      const faint = await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--faint')");
      assert.equal(faint, '#9aa4af');
      await page.locator(`[data-chart="latencyPerStage"] svg text[fill="${faint}"]`).first().waitFor({ state: 'attached', timeout: 5000 });
    });
  });

  it('shows a single round when asked', async () => {
    await withPage(1400, 'light', async (page) => {
      const line = () => page.$eval('[data-chart="throughputOverTime"] svg', (/** @type {any} */ svg) => svg.innerHTML);
      const mean = await line();
      await page.click('[data-scenario="read"] button:has-text("round 2")');
      assert.notEqual(await line(), mean);
    });
  });

  it('has no table wider than an A4 page', async () => {
    await withPage(PAPER_WIDTH, 'light', async (page) => {
      await page.emulateMedia({ media: 'print' });
      await page.$$eval('details', (/** @type {any[]} */ all) => all.forEach((details) => (details.open = true)));
      const widths = await page.$$eval('table', (/** @type {any[]} */ tables) => tables.map((table) => table.offsetWidth));
      assert.ok(Math.max(...widths) <= PAPER_WIDTH, `${Math.max(...widths)} px on a page of ${PAPER_WIDTH} px`);
    });
  });

  it('prints to paper with every table open, in light colours, and comes back', async () => {
    await withPage(1400, 'dark', async (page, seen) => {
      const onScreen = await page.$eval('[data-chart] svg', (/** @type {any} */ svg) => svg.outerHTML);
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
      assert.equal(await page.$$eval('details:not([open])', (closed) => closed.length), 0);
      assert.equal(await page.$eval('[data-chart] svg', (/** @type {any} */ svg) => svg.outerHTML), onScreen);
      assert.deepEqual(seen.messages, []);
    });
  });
});
