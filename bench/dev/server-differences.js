/** How the servers of the targets differ: one table for the test that asks them and for docs/interfaces.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../record/catalogue.js';

/**
 * @typedef {{ request: string, tomcat: string, netty: string }} Difference `request`: in words, as Markdown; `tomcat` and `netty`: the
 *   statuses of all answers, `problem` where one has the body of section 6, and whether the connection is then kept or closed
 */

const FILE = 'services/conformance/src/main/resources/stackbench/conformance/server-differences.json';
const HEAD = ['| request | Tomcat | Netty |', '| --- | --- | --- |'];

/** @returns {Record<string, Difference>} by name */
export function readServerDifferences() {
  return JSON.parse(readFileSync(path.join(root, FILE), 'utf8'));
}

/** @param {Record<string, Difference>} differences @param {string} page text of docs/interfaces.md @returns {string} with a row for each */
export function interfacesText(differences, page) {
  const lines = page.split('\n');
  const start = lines.indexOf(HEAD[0]);
  const end = lines.indexOf('', start);
  const rows = Object.values(differences).map(({ request, tomcat, netty }) => `| ${request} | ${tomcat} | ${netty} |`);
  return [...lines.slice(0, start), ...HEAD, ...rows, ...lines.slice(end)].join('\n');
}
