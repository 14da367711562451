#!/usr/bin/env node
/** Files that say what the catalogue or the tables of differences say: `make format` writes them, a test holds them to it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dashboardFiles, dashboardsDir } from '../dashboards/files.ts';
import { prometheusConfiguration } from '../engines/native/services/time-series.ts';
import { readCatalogue, root, type Catalogue, type Settings, type Target } from '../record/catalogue.ts';
import { LIMITS } from '../record/json/limits.ts';

/** `request`: in words, as Markdown; `tomcat` and the other: the statuses of all answers, `problem` where one has the body of section 6, and whether the
 * connection is then kept or closed; `shapes`: the requests that the test sends */
type Difference<Server extends string> = Record<'request' | 'tomcat' | Server, string> & { shapes: string[] };

const DIFFERENCES = 'services/conformance/src/main/resources/stackbench/conformance';

/** Made from the second. */
export const TARGETS = 'deploy/kubernetes/base/targets.yaml';
export const TEMPLATE = 'deploy/kubernetes/target.yaml';

const HEADER = '# Made by `make format` from ../target.yaml and catalogue.json.\n';

/** Files of docker-compose.yml, as Compose reads no JSON. */
export const SETTINGS = 'bench/engines/docker/settings';
/** The variables of the limits, as .env has these. */
const LIMITED = Object.fromEntries(
  Object.values(LIMITS).flatMap((knob) => ('variable' in knob ? [[knob.variable, `\${${knob.option}}`]] : [])),
);
const DEFAULT: Settings['environment'] = { tomcat: {}, jetty: {}, jdbc: LIMITED, r2dbc: LIMITED };

/** In prometheus/prometheus.yml a target that shows its metrics elsewhere has a line of this form. */
const ELSEWHERE = /^ +- \{ targets: \[/;

/** By path from the root: the text that the file must have, made of the one that it has. */
export const DERIVED: Record<string, (catalogue: Catalogue, text: string) => string> = {
  'docs/usage.md': usageText,
  'prometheus/native.yml': nativeScrapes,
  'prometheus/prometheus.yml': containerScrapes,
  [TARGETS]: (catalogue) => targetManifests(catalogue, read(TEMPLATE)),
  'docs/dev/interfaces.md': (_, page) => interfacesText({ netty: readDifferences('netty'), jetty: readDifferences('jetty') }, page),
};

function read(file: string) {
  return readFileSync(path.join(root, file), 'utf8');
}

/** @returns by path from the root */
function settingsFiles({ settings }: Catalogue): Record<string, string> {
  const files = Object.entries({ default: { environment: DEFAULT }, ...settings }).flatMap(([name, { environment: parts }]) =>
    Object.entries(parts).map(([part, variables = {}]) => {
      const lines = Object.entries(variables).map(([variable, value]) => `${variable}=${value}\n`);
      return [`${SETTINGS}/${name}/${part}.env`, `# Made by \`make format\` from catalogue.json: \`settings\`.\n${lines.join('')}`];
    }),
  );
  return Object.fromEntries(files);
}

/** @returns how a server differs from Tomcat: for the test that asks them, and for docs/dev/interfaces.md */
export function readDifferences<Server extends 'netty' | 'jetty'>(server: Server): Difference<Server>[] {
  return JSON.parse(read(`${DIFFERENCES}/${server}-differences.json`));
}

/** A row that is there keeps its words. @param row matches one, its first group is the name @returns with the wanted rows, in their order, and no other */
function withRows(text: string, row: RegExp, wanted: (readonly [name: string, row: string])[]): string {
  const lines = text.split('\n');
  const known = new Map(lines.map((line) => [row.exec(line)?.[1], line]));
  const first = lines.findIndex((line) => row.test(line));
  const others = lines.filter((line) => !row.test(line));
  return others.toSpliced(first, 0, ...wanted.map(([name, initial]) => known.get(name) ?? initial)).join('\n');
}

/** @param page text of docs/usage.md @returns with a row for each target and scenario */
export function usageText({ targets, scenarios }: Catalogue, page: string): string {
  const ofTargets = Object.entries(targets).map(([name, { port, managementPort, stack }]) => {
    return [name, `| \`${name}\` | ${port} | ${managementPort} | ${stack} |`] as const;
  });
  const ofScenarios = Object.entries(scenarios).map(([name, { request, does }]) => {
    return [name, `| \`${name}\` | \`${request.method} ${request.path}\` | ${does} |`] as const;
  });
  const withTargets = withRows(page, /^\| `([\w-]+)` \| \d+ \| \d+ \|/, ofTargets);
  return withRows(withTargets, /^\| `([\w-]+)` \| `(?:GET|POST|PUT|PATCH|DELETE) .+?` \|/, ofScenarios);
}

/** @param template text of prometheus/native.yml @returns with everybody who has metrics */
function nativeScrapes({ targets, dependencies }: Catalogue, template: string): string {
  const measurable = Object.entries(dependencies).filter(([, { managementPort }]) => managementPort);
  return prometheusConfiguration(template, { ...targets, ...Object.fromEntries(measurable) });
}

/** @param text of prometheus/prometheus.yml @returns with a line for each container that is not of the core */
export function containerScrapes({ targets, dependencies }: Catalogue, text: string): string {
  const elsewhere = Object.entries(targets).flatMap(([name, { managementPort, metricsPath }]) => {
    const labels = `{ target: ${name}, __metrics_path__: ${metricsPath} }`;
    return metricsPath ? [`      - { targets: ['${name}:${managementPort}'], labels: ${labels} }`] : [];
  });
  const extended = Object.entries(targets).filter(([, { extended: is, metricsPath }]) => is && !metricsPath);
  const rows = [...extended, ...Object.entries(dependencies)].flatMap(([name, { managementPort: port }]) => {
    return port ? [[name, `      - { names: [${name}], type: A, port: ${port}, refresh_interval: 5s }`] as const] : [];
  });
  const named = withRows(text, /^ +- \{ names: \[([\w-]+)\], /, rows).split('\n');
  const lines = named.filter((line) => !ELSEWHERE.test(line));
  const end = lines.findIndex((line) => /^ +# Those of other profiles/.test(line));
  return lines.toSpliced(end, 0, ...elsewhere).join('\n');
}

/** @param page text of docs/dev/interfaces.md @returns with a row for each difference */
export function interfacesText({ netty, jetty }: { netty: Difference<'netty'>[]; jetty: Difference<'jetty'>[] }, page: string): string {
  const ofNetty = netty.map((each) => [each.request, each.tomcat, each.netty]);
  const ofJetty = jetty.map((each) => [each.request, each.tomcat, each.jetty]);
  return withTable(withTable(page, 'Netty', ofNetty), 'Jetty', ofJetty);
}

/** @param server in the last column */
function withTable(page: string, server: string, rows: string[][]) {
  const lines = page.split('\n');
  const table = [['request', 'Tomcat', server], ['---', '---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const start = lines.indexOf(table[0]);
  return lines.toSpliced(start, lines.indexOf('', start) - start, ...table).join('\n');
}

/** The targets' manifests for Kubernetes, without commands and containers of their own, which have no image. @param template text of TEMPLATE, a comment first @returns text of TARGETS */
export function targetManifests({ targets, settings }: Catalogue, template: string): string {
  const body = template.slice(template.indexOf('\n') + 1);
  const modules = Object.entries(targets).filter(([, { module }]) => module);
  const parts = new Set(Object.values(settings).flatMap((variables) => Object.keys(variables.environment)));
  return HEADER + modules.map(([name, target]) => manifest(name, target, body, parts)).join('');
}

/** @param body of the template @param parts servers and drivers for which there are settings */
function manifest(name: string, target: Target, body: string, parts: Set<string>) {
  const { module, port, managementPort, extended, healthPath = '/actuator/health' } = target;
  const values: Record<string, string> = {
    name,
    module: String(module),
    port: String(port),
    managementPort: String(managementPort),
    // Not of the core: measured by name only.
    replicas: extended ? '0' : '1',
    healthPath,
    settings: settingsOf(target, parts),
    environment: environment(name, target),
  };
  const filled = body.replaceAll(/<(\w+)>/g, (_, placeholder) => values[placeholder]);
  // Of the keys whose lists begin in the next line.
  return filled.replaceAll(/ +$/gm, '');
}

function settingsOf({ server, database }: Target, parts: Set<string>) {
  const own = [server, database].filter((part) => part && parts.has(part)).map((part) => `settings-${part}`);
  return yamlList(['target-environment', ...own].map((name) => `- configMapRef: { name: ${name} }`));
}

function environment(name: string, { port, managementPort, environment: own }: Target) {
  const values = { TARGET: name, SERVER_PORT: String(port), MANAGEMENT_SERVER_PORT: String(managementPort), ...own };
  return yamlList([
    ...Object.entries(values).map(([variable, value]) => `- { name: ${variable}, value: '${value.replaceAll("'", "''")}' }`),
    '- name: DB_PASSWORD',
    '  valueFrom: { secretKeyRef: { name: passwords, key: MARIADB_PASSWORD } }',
  ]);
}

/** @param lines of a list that begins below its key, at the template's depth */
function yamlList(lines: string[]) {
  return lines.map((line) => `\n            ${line}`).join('');
}

/** @returns all of them, by path from the root */
export function derivedFiles(catalogue: Catalogue): Record<string, string> {
  const ofText = Object.entries(DERIVED).map(([file, derive]) => [file, derive(catalogue, read(file))]);
  const dashboards = Object.entries(dashboardFiles(catalogue)).map(([name, text]) => [path.join(dashboardsDir, name), text]);
  return { ...Object.fromEntries([...ofText, ...dashboards]), ...settingsFiles(catalogue) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(derivedFiles(readCatalogue()))) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
