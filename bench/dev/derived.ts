#!/usr/bin/env node
/** Files that say what the catalogue or the table of differences says: `make format` writes them, tests hold them to it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue, root, type Catalogue } from '../record/catalogue.ts';
import { prometheusConfiguration } from '../engines/native/services/time-series.ts';
import { TARGETS, TEMPLATE, targetManifests } from './kubernetes.ts';
import { interfacesText, readJettyDifferences, readServerDifferences } from './server-differences.ts';

/**
 * A row that is there keeps its words; one that is missing gets those of the catalogue.
 * @param text a Markdown table's rows among other lines
 * @param row matches a row, its first group is the name
 * @returns with the wanted rows, in their order, and no other
 */
function withRows(text: string, row: RegExp, wanted: [name: string, row: string][]): string {
  const lines = text.split('\n');
  const known = new Map(lines.flatMap((line) => (row.exec(line) ? [[String(row.exec(line)?.[1]), line] as [string, string]] : [])));
  const first = lines.findIndex((line) => row.test(line));
  const others = lines.filter((line) => !row.test(line));
  return [...others.slice(0, first), ...wanted.map(([name, initial]) => known.get(name) ?? initial), ...others.slice(first)].join('\n');
}

/** @param page text of docs/usage.md @returns with a row for each target and scenario */
export function usageText({ targets, scenarios }: Catalogue, page: string): string {
  const ofTargets = Object.entries(targets).map(([name, { port, managementPort, stack }]) => {
    return [name, `| \`${name}\` | ${port} | ${managementPort} | ${stack} |`] as [string, string];
  });
  const ofScenarios = Object.entries(scenarios).map(([name, { request, does }]) => {
    return [name, `| \`${name}\` | \`${request.method} ${request.path}\` | ${does} |`] as [string, string];
  });
  const withTargets = withRows(page, /^\| `([\w-]+)` \| \d+ \| \d+ \|/, ofTargets);
  return withRows(withTargets, /^\| `([\w-]+)` \| `(?:GET|POST|PUT|PATCH|DELETE) .+?` \|/, ofScenarios);
}

/** @param template text of prometheus/native.yml @returns with everybody who has metrics */
export function nativeScrapes({ targets, dependencies }: Catalogue, template: string): string {
  const measurable = Object.entries(dependencies).filter(([, { managementPort }]) => managementPort);
  return prometheusConfiguration(template, { ...targets, ...Object.fromEntries(measurable) });
}

/** In prometheus/prometheus.yml a target that shows its metrics elsewhere has a line of this form. */
const ELSEWHERE = /^ +- \{ targets: \[/;

/** @param text of prometheus/prometheus.yml @returns with a line for each container that is not of the core */
export function containerScrapes({ targets, dependencies }: Catalogue, text: string): string {
  const elsewhere = Object.entries(targets).flatMap(([name, { managementPort, metricsPath }]) => {
    const labels = `{ target: ${name}, __metrics_path__: ${metricsPath} }`;
    return metricsPath ? [`      - { targets: ['${name}:${managementPort}'], labels: ${labels} }`] : [];
  });
  const lines = withNames({ targets, dependencies }, text)
    .split('\n')
    .filter((line) => !ELSEWHERE.test(line));
  const end = lines.findIndex((line) => /^ +# Those of other profiles/.test(line));
  return [...lines.slice(0, end), ...elsewhere, ...lines.slice(end)].join('\n');
}

function withNames({ targets, dependencies }: Pick<Catalogue, 'targets' | 'dependencies'>, text: string) {
  const scraped = Object.entries(dependencies).map(([name, { managementPort }]) => ({ name, managementPort }));
  const extended = Object.entries(targets).filter(([, { extended: is, metricsPath }]) => is && !metricsPath);
  const others = [...extended.map(([name, { managementPort }]) => ({ name, managementPort })), ...scraped].flatMap(
    ({ name, managementPort }) => {
      return managementPort ? [{ name, port: managementPort }] : [];
    },
  );
  const rows = others.map(({ name, port }) => {
    return [name, `      - { names: [${name}], type: A, port: ${port}, refresh_interval: 5s }`] as [string, string];
  });
  return withRows(text, /^ +- \{ names: \[([\w-]+)\], /, rows);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const catalogue = readCatalogue();
  const files = { 'docs/usage.md': usageText, 'prometheus/native.yml': nativeScrapes, 'prometheus/prometheus.yml': containerScrapes };
  for (const [name, derive] of Object.entries(files)) {
    const file = path.join(root, name);
    writeFileSync(file, derive(catalogue, readFileSync(file, 'utf8')));
  }
  writeFileSync(path.join(root, TARGETS), targetManifests(catalogue, readFileSync(path.join(root, TEMPLATE), 'utf8')));
  const interfaces = path.join(root, 'docs', 'dev', 'interfaces.md');
  writeFileSync(
    interfaces,
    interfacesText({ netty: readServerDifferences(), jetty: readJettyDifferences() }, readFileSync(interfaces, 'utf8')),
  );
}
