/** What axe finds on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} violations of any rule, and where */
export async function violations(page) {
  await page.evaluate(axe);
  const found = /** @type {{ violations: { id: string, nodes: { html: string, failureSummary: string }[] }[] }} */ (
    await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`),
  );
}
