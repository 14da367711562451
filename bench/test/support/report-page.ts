/** Opens a report in Chromium, as its readers do, and tells what was drawn. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findPrograms } from '../../util/programs.ts';

/** what the page said on its console, and asked for */
type Seen = { messages: string[]; requests: string[] };

/** window and theme in which a page is opened */
export type Look = { width: number; colorScheme: 'light' | 'dark' };

/** Of a phone and a screen, in both themes. */
export const LOOKS: Look[] = [390, 1400].flatMap((width) => [
  { width, colorScheme: 'light' },
  { width, colorScheme: 'dark' },
]);

/** 210 mm without margins of 14 mm, at 96 px per inch. */
export const PAPER_WIDTH = 688;

/** @returns CHROMIUM_BIN with what CHROMIUM_ENV adds to its environment, else `chromium` on PATH @throws {Error} where there is none */
export async function launchBrowser(): Promise<Browser> {
  const added = JSON.parse(process.env.CHROMIUM_ENV ?? '{}');
  const executablePath = process.env.CHROMIUM_BIN || (await findPrograms(['chromium']))[0];
  assert.ok(executablePath, 'no Chromium: set CHROMIUM_BIN to its path, or install it so that `chromium` is on the PATH');
  return chromium.launch({ executablePath, env: { ...(process.env as Record<string, string>), ...added } });
}

/** @returns of one that is open while the tests of the file run */
export function browserOfTests(): () => Browser {
  let browser: Browser | undefined;
  before(async () => void (browser = await launchBrowser()));
  after(() => browser?.close());
  return () => browser ?? assert.fail('no browser yet');
}

/** @returns pixels that the page is wider than its window */
export async function overflowOf(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
}

export const openDetails = (page: Page) => page.$$eval('details', (all: any[]) => all.forEach((details) => (details.open = true)));

/** @param page as wide as paper */
export async function assertTablesFitPaper(page: Page) {
  await page.emulateMedia({ media: 'print' });
  await openDetails(page);
  const widths = await page.$$eval('table', (tables: any[]) => tables.map((table) => table.offsetWidth));
  assert.ok(Math.max(...widths) <= PAPER_WIDTH, `${Math.max(...widths)} px on a page of ${PAPER_WIDTH} px`);
}

/** Opens a page that says nothing on its console, opens no dialog and asks for nothing but itself. @param look if it is not a light screen */
export async function withReport(browser: Browser, file: string, look: Partial<Look>, use: (page: Page) => Promise<void>) {
  await withPage(browser, file, look, async (page, { messages, requests }) => {
    await use(page);
    assert.deepEqual(messages, []);
    assert.deepEqual([...new Set(requests)], [pathToFileURL(file).href]);
  });
}

/** @param use of a page, and what it said and asked for */
export async function withPage(
  browser: Browser,
  file: string,
  { width = 1400, colorScheme = 'light' }: Partial<Look>,
  use: (page: Page, seen: Seen) => Promise<void>,
) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const seen: Seen = { messages: [], requests: [] };
  page.on('console', (message) => seen.messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => seen.messages.push(`error: ${error.message}`));
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('dialog', (dialog) => {
    seen.messages.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(file).href);
  await use(page, seen);
  await page.close();
}

/** @param selector of charts @returns for each chart the colours of the targets whose line is there, known by being longer than a symbol */
export function drawnLines(page: Page, selector: string): Promise<string[][]> {
  return page.$$eval(selector, (charts: any[]) => {
    const { targets } = JSON.parse(charts[0].ownerDocument.getElementById('data').textContent)[0];
    const colours = targets.map(({ colour }: any) => colour.toLowerCase());
    return charts.map((chart) => {
      const lines = [...chart.querySelectorAll('.canvas svg path[fill="none"]')].filter((path) => path.getTotalLength() > 60);
      return colours.filter((colour: string) => lines.some((line) => line.getAttribute('stroke')?.toLowerCase() === colour));
    });
  });
}

/** Every target's line in every chart, nothing wider than the page. @param scenarios those with several numbers of users */
export async function assertWhole(page: Page, { scenarios, targets }: { scenarios: number; targets: number }) {
  const lines = await drawnLines(page, '[data-chart="levels"]');
  assert.equal(lines.length, scenarios);
  lines.forEach((drawn, index) => assert.equal(drawn.length, targets, `chart ${index}`));
  const empty = await page.$$eval('[data-chart]', (charts: any[]) => {
    return charts.filter((chart) => !chart.querySelector('.canvas svg path')).map((chart) => chart.dataset.chart);
  });
  assert.deepEqual(empty, [], 'a chart without a single line');
  const overflow = await overflowOf(page);
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
}

/** @returns violations of any rule that axe finds, and where */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await page.evaluate<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>('axe.run(document, { resultTypes: ["violations"] })');
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`),
  );
}
