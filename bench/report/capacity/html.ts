import { RAMP_SECONDS } from '../../../k6/lib/profiles.js';
import { fixed, number } from '../../util/text.ts';
import { document, type Section } from '../html/document.ts';
import { chart, table } from '../html/parts.ts';
import { html } from '../html/template.ts';
import { noteText } from '../words/notes.ts';
import { latencyOverRate } from './chart.ts';
import { marksText, outsideText } from '../words/capacity.ts';
import { bottleneckOfTrial, outsideBottlenecks } from './bottleneck.ts';
import { calibrationDoubt, rankingTexts } from './ranking.ts';
import { resultText, searchesOf } from './searches.ts';
import type { CapacityRecord, Capacity } from '../../record/capacity.ts';
import type { Table } from '../tables/table.ts';

/** One page that needs no other file. */
export function capacityPage(record: CapacityRecord): string {
  const { id, sloP99Ms, scenarios, startedAt, endedAt } = record;
  return document({
    title: id,
    heading: `Capacity within p99 ≤ ${sloP99Ms} ms`,
    answer: null,
    lead: `${id}: ${startedAt} to ${endedAt ?? 'not finished'}`,
    intro: html`${circumstances(record)}${notes(record)}`,
    sections: [
      { id: 'summary', title: 'Highest rate that holds', content: summary(record) },
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

function summary(record: CapacityRecord) {
  const { targets, scenarios, results, catalogue } = record;
  const capacities = {
    caption: 'By scenario and target',
    columns: [{ head: 'Scenario', rowHead: true }, ...targets.map((target) => ({ head: catalogue.targets[target].label, target }))],
    rows: scenarios.map((scenario) => [{ text: scenario }, ...targets.map((target) => ({ text: resultText(record, scenario, target) }))]),
  };
  const marks = marksText(outsideBottlenecks(results, record)).map((text) => `${text}.`);
  return html`${table(capacities, catalogue.targets)}${[...marks, ...rankingTexts(record)].map((text) => html`<p>${text}</p>`)}`;
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
  const numeric = (head: string, unit: string) => ({ head, unit, numeric: true });
  return {
    caption: 'Every trial, in the order of the targets',
    columns: [
      { head: 'Target', rowHead: true },
      numeric('Rate', 'requests/s'),
      numeric('Successes', '1/s'),
      ...['p50', 'p95', 'p99'].map((name) => numeric(name, 'ms')),
      numeric('Failures', 'requests'),
      numeric('Dropped', 'requests'),
      { head: 'Holds' },
      { head: 'Generator' },
    ],
    rows: searches.flatMap((search) =>
      search.trials.map((trial) => {
        const bottleneck = trial.holds ? null : bottleneckOfTrial(trial, search, record);
        const why = [...trial.why, ...(bottleneck === null ? [] : [outsideText(bottleneck)])];
        return [
          { text: record.catalogue.targets[search.target].label, target: search.target },
          { text: fixed(trial.rate, 0) },
          ...[trial.rps, trial.p50Ms, trial.p95Ms, trial.p99Ms].map((value) => ({ text: number(value) })),
          { text: fixed(trial.failures, 0) },
          { text: fixed(trial.dropped, 0) },
          { text: trial.holds ? 'yes' : `no: ${why.join(', ')}` },
          { text: trial.generator.detail },
        ];
      }),
    ),
  };
}
