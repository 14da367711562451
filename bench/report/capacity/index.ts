/** The report of `make capacity`: one page and one table, made from capacity.json alone. */
import { join } from 'node:path';
import { RAMP_SECONDS } from '../../../k6/lib/profiles.js';
import { CAPACITY_FILE, readCapacity, type CapacityRecord, type Capacity } from '../../record/capacity.ts';
import { madeOf } from '../../record/json/file.ts';
import { fixed, number } from '../../util/text.ts';
import { document, type Section } from '../html/document.ts';
import { chart, table } from '../html/parts.ts';
import { html } from '../html/template.ts';
import { writeAll } from '../index.ts';
import { figureColumn, tableLines, tableOf, targetColumn, type Table } from '../tables/table.ts';
import { noteText } from '../words/notes.ts';
import { calibrationDoubt, holdsText, latencyOverRate, marks, rankingTexts, searchesOf, summaryTable } from './searches.ts';

/** @param dir folder with capacity.json @returns the page that was written */
export function writeCapacityReport(dir: string): string {
  const record = readCapacity(dir);
  const [page] = writeAll(dir, { 'capacity.html': madeOf(join(dir, CAPACITY_FILE), () => capacityPage(record)) });
  return page;
}

/** @returns a line per scenario, and what may be read from it, for the terminal */
export function capacityTable(record: CapacityRecord): string {
  const head = `highest rate with p99 ≤ ${record.sloP99Ms} ms, failures < 0.1 %, nothing dropped (resolved to ±3 %)`;
  const lines = tableLines(summaryTable(record), { right: (column) => column > 0 });
  const read = [...marks(record), ...rankingTexts(record), calibrationDoubt(record)].filter((note) => note !== null);
  return [head, ...lines, ...read].join('\n');
}

/** One page that needs no other file. */
function capacityPage(record: CapacityRecord): string {
  const { id, sloP99Ms, scenarios, startedAt, endedAt, catalogue } = record;
  const read = [...marks(record).map((text) => `${text}.`), ...rankingTexts(record)];
  return document({
    title: id,
    heading: `Capacity within p99 ≤ ${sloP99Ms} ms`,
    answer: null,
    lead: `${id}: ${startedAt} to ${endedAt ?? 'not finished'}`,
    intro: html`${circumstances(record)}${notes(record)}`,
    sections: [
      {
        id: 'summary',
        title: 'Highest rate that holds',
        content: html`${table(summaryTable(record), catalogue.targets)}${read.map((text) => html`<p>${text}</p>`)}`,
      },
      ...scenarios.map((scenario) => section(record, scenario)),
    ],
    footer: html`This page was made only from capacity.json beside it. Charts: Apache ECharts.`,
    plots: scenarios.map((scenario) => latencyOverRate(record, scenario)),
  });
}

function circumstances({ trialSeconds, machine, limits, engine, versions, commit }: CapacityRecord) {
  return html`<p>Open model: requests begin at a fixed rate, however long the answers take. A latency here is therefore what a user sees at that rate. A trial takes ${trialSeconds} s
and is judged by its last ${trialSeconds - RAMP_SECONDS} s, after a ramp. Its rate holds if the 99th percentile of all requests is within the limit, fewer than 0.1 % fail, no
request is dropped because too many are under way, and k6 begins none so late that the limit would be exceeded. A rate that does not hold is tried once more. The search resolves
capacity to ±3 %; repeated searches may vary more.</p>
<p>Limits: ${limits.method}. A process that has used up its quota waits for the next period, and these percentiles include that wait. ${machine.cpuModel}, ${machine.cores} cores,
${machine.kernel}; engine ${engine}, Java ${String(versions.java)}, k6 ${String(versions.k6)}, commit ${String(commit)}.</p>`;
}

/** @param record what a reader must know beside the figures */
function notes(record: CapacityRecord) {
  const { notes: noted, settings, databaseRttMs, machine } = record;
  const given = [
    settings && `${settings.title} (SETTINGS=${settings.name})`,
    databaseRttMs && `the round trip to the database takes ${databaseRttMs} ms (DB_RTT_MS)`,
    ...noted.map((note) => noteText(note, machine)),
    calibrationDoubt(record),
  ].filter(Boolean);
  return given.length > 0 && html`<p class="notes">Notes: ${given.join('; ')}.</p>`;
}

function section(record: CapacityRecord, scenario: string): Section {
  const { targets, scenarios } = record.catalogue;
  const { title, does } = scenarios[scenario];
  const searches = searchesOf(record, scenario);
  const unsteady = searches.filter(({ warmup }) => warmup && !warmup.steady).map(({ target }) => targets[target].label);
  const failed = searches.filter(({ failure }) => failure !== null);
  const content = html`<p class="lead">${does}</p>
${unsteady.length > 0 && html`<p>Not steady when the search began: ${unsteady.join(', ')}.</p>`}
${failed.map(({ target, failure }) => html`<p>${target} failed: ${failure}</p>`)}
${chart(latencyOverRate(record, scenario))}
<details><summary>Every trial</summary>${table(trialsTable(record, searches), targets)}</details>`;
  return { id: `scenario-${scenario}`, title, link: scenario, content };
}

function trialsTable(record: CapacityRecord, searches: Capacity[]): Table {
  const trials = searches.flatMap((search) => search.trials.map((trial) => ({ search, target: search.target, ...trial })));
  return tableOf('Every trial, in the order of the targets', trials, [
    targetColumn(record.catalogue.targets),
    figureColumn('Rate', 'requests/s', ({ rate }) => fixed(rate, 0)),
    figureColumn('Successes', '1/s', ({ rps }) => number(rps)),
    figureColumn('p50', 'ms', ({ p50Ms }) => number(p50Ms)),
    figureColumn('p95', 'ms', ({ p95Ms }) => number(p95Ms)),
    figureColumn('p99', 'ms', ({ p99Ms }) => number(p99Ms)),
    figureColumn('Failures', 'requests', ({ failures }) => fixed(failures, 0)),
    figureColumn('Dropped', 'requests', ({ dropped }) => fixed(dropped, 0)),
    { head: 'Holds', of: ({ search, ...trial }) => holdsText(trial, search, record) },
    { head: 'Generator', of: ({ generator }) => generator.detail },
  ]);
}
