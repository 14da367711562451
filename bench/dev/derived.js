#!/usr/bin/env node
/** Files that say what the catalogue or the table of differences says: `make format` writes them, tests hold them to it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue, root } from '../record/catalogue.js';
import { prometheusConfiguration } from '../engines/native/services/prometheus.js';
import { TARGETS, TEMPLATE, targetManifests } from './kubernetes.js';
import { interfacesText, readJettyDifferences, readServerDifferences } from './server-differences.js';

/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

/**
 * A row that is there keeps its words; one that is missing gets those of the catalogue.
 * @param {string} text a Markdown table's rows among other lines
 * @param {RegExp} row matches a row, its first group is the name
 * @param {[name: string, row: string][]} wanted
 * @returns {string} with the wanted rows, in their order, and no other
 */
function withRows(text, row, wanted) {
  const lines = text.split('\n');
  const known = new Map(
    lines.flatMap((line) => (row.exec(line) ? [/** @type {[string, string]} */ ([String(row.exec(line)?.[1]), line])] : [])),
  );
  const first = lines.findIndex((line) => row.test(line));
  const others = lines.filter((line) => !row.test(line));
  return [...others.slice(0, first), ...wanted.map(([name, initial]) => known.get(name) ?? initial), ...others.slice(first)].join('\n');
}

/** @param {Catalogue} catalogue @param {string} page text of docs/usage.md @returns {string} with a row for each target and scenario */
export function usageText({ targets, scenarios }, page) {
  const ofTargets = Object.entries(targets).map(([name, { port, managementPort, stack }]) => {
    return /** @type {[string, string]} */ ([name, `| \`${name}\` | ${port} | ${managementPort} | ${stack} |`]);
  });
  const ofScenarios = Object.entries(scenarios).map(([name, { request, does }]) => {
    return /** @type {[string, string]} */ ([name, `| \`${name}\` | \`${request.method} ${request.path}\` | ${does} |`]);
  });
  const withTargets = withRows(page, /^\| `([\w-]+)` \| \d+ \| \d+ \|/, ofTargets);
  return withRows(withTargets, /^\| `([\w-]+)` \| `(?:GET|POST|PUT|PATCH|DELETE) .+?` \|/, ofScenarios);
}

/** @param {Catalogue} catalogue @param {string} template text of prometheus/native.yml @returns {string} with everybody who has metrics */
export function nativeScrapes({ targets, dependencies }, template) {
  const measurable = Object.entries(dependencies).filter(([, { managementPort }]) => managementPort);
  return prometheusConfiguration(template, { ...targets, ...Object.fromEntries(measurable) });
}

/** In prometheus/prometheus.yml a target that shows its metrics elsewhere has a line of this form. */
const ELSEWHERE = /^ +- \{ targets: \[/;

/**
 * @param {Catalogue} catalogue
 * @param {string} text of prometheus/prometheus.yml
 * @returns {string} with a line for each container that is not of the core
 */
export function containerScrapes({ targets, dependencies }, text) {
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

/** @param {Pick<Catalogue, 'targets' | 'dependencies'>} catalogue @param {string} text */
function withNames({ targets, dependencies }, text) {
  const scraped = Object.entries(dependencies).map(([name, { managementPort }]) => ({ name, managementPort }));
  const extended = Object.entries(targets).filter(([, { extended: is, metricsPath }]) => is && !metricsPath);
  const others = [...extended.map(([name, { managementPort }]) => ({ name, managementPort })), ...scraped].flatMap(
    ({ name, managementPort }) => {
      return managementPort ? [{ name, port: managementPort }] : [];
    },
  );
  const rows = others.map(({ name, port }) => {
    return /** @type {[string, string]} */ ([name, `      - { names: [${name}], type: A, port: ${port}, refresh_interval: 5s }`]);
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
