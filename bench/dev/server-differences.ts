/** How the servers of the targets differ: one table for the test that asks them and for docs/dev/interfaces.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../record/catalogue.ts';

/** `request`: in words, as Markdown; `tomcat` and `netty`: the statuses of all answers, `problem` where one has the body of section 6, and whether the
 * connection is then kept or closed */
type Difference = { request: string; tomcat: string; netty: string };

/** `shapes`: the requests that the test sends */
type JettyDifference = { request: string; tomcat: string; jetty: string; shapes: string[] };

const FOLDER = 'services/conformance/src/main/resources/stackbench/conformance';
const OF_NETTY = ['| request | Tomcat | Netty |', '| --- | --- | --- |'];
const OF_JETTY = ['| request | Tomcat | Jetty |', '| --- | --- | --- |'];

/** @returns by name */
export function readServerDifferences(): Record<string, Difference> {
  return JSON.parse(readFileSync(path.join(root, FOLDER, 'server-differences.json'), 'utf8'));
}

export function readJettyDifferences(): JettyDifference[] {
  return JSON.parse(readFileSync(path.join(root, FOLDER, 'jetty-differences.json'), 'utf8'));
}

/** @param page text of docs/dev/interfaces.md @returns with a row for each */
export function interfacesText({ netty, jetty }: { netty: Record<string, Difference>; jetty: JettyDifference[] }, page: string): string {
  const ofNetty = Object.values(netty).map((each) => `| ${each.request} | ${each.tomcat} | ${each.netty} |`);
  const ofJetty = jetty.map((each) => `| ${each.request} | ${each.tomcat} | ${each.jetty} |`);
  return withTable(withTable(page, OF_NETTY, ofNetty), OF_JETTY, ofJetty);
}

/** @param head of a table */
function withTable(page: string, head: string[], rows: string[]) {
  const lines = page.split('\n');
  const start = lines.indexOf(head[0]);
  const end = lines.indexOf('', start);
  return [...lines.slice(0, start), ...head, ...rows, ...lines.slice(end)].join('\n');
}
