import { RAMP_SECONDS } from '../../../k6/lib/profiles.js';
import { fixed, number } from '../../util/text.js';
import { document } from '../html/document.js';
import { chart, table } from '../html/parts.js';
import { html } from '../html/template.js';
import { noteText } from '../words/notes.js';
import { latencyOverRate } from './chart.js';
import { marksText, outsideText } from '../words/capacity.js';
import { bottleneckOfTrial, outsideBottlenecks } from './bottleneck.js';
import { calibrationDoubt, rankingTexts } from './ranking.js';
import { resultText, searchesOf } from './searches.js';

/**
 * @typedef {import('../../record/capacity.js').Capacity} Capacity
 * @typedef {import('../../record/capacity.js').CapacityRecord} CapacityRecord
 * @typedef {import('../html/document.js').Section} Section
 * @typedef {import('../html/parts.js').Table} Table
 */

/** One page that needs no other file. @param {CapacityRecord} record @returns {string} */
export function capacityPage(record) {
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

/** @param {CapacityRecord} record */
function circumstances({ trialSeconds, machine, limits, engine, versions, commit }) {
  return html`<p>Open model: requests begin at a fixed rate, however long the answers take. A latency here is therefore what a user sees at that rate. A trial takes ${trialSeconds} s
and is judged by its last ${trialSeconds - RAMP_SECONDS} s, after a ramp. Its rate holds if the 99th percentile of all requests is within the limit, fewer than 0.1 % fail, no
request is dropped because too many are under way, and k6 begins none so late that the limit would be exceeded. A rate that does not hold is tried once more. The search resolves
capacity to ±3 %; repeated searches may vary more.</p>
<p>Limits: ${limits.method}. A process that has used up its quota waits for the next period, and these percentiles include that wait. ${machine.cpuModel}, ${machine.cores} cores,
${machine.kernel}; engine ${engine}, Java ${String(versions.java)}, k6 ${String(versions.k6)}, commit ${String(commit)}.</p>`;
}

/** @param {CapacityRecord} record what a reader must know beside the figures */
function notes(record) {
  const { notes: noted, settings, databaseRttMs, machine } = record;
  const given = [
    settings && `${settings.title} (SETTINGS=${settings.name})`,
    databaseRttMs && `the round trip to the database takes ${databaseRttMs} ms (DB_RTT_MS)`,
    ...noted.map((note) => noteText(note, machine)),
    calibrationDoubt(record),
  ].filter(Boolean);
  return given.length > 0 && html`<p class="notes">Notes: ${given.join('; ')}.</p>`;
}

/** @param {CapacityRecord} record */
function summary(record) {
  const { targets, scenarios, results, catalogue } = record;
  const capacities = {
    caption: 'By scenario and target',
    columns: [{ head: 'Scenario', rowHead: true }, ...targets.map((target) => ({ head: catalogue.targets[target].label, target }))],
    rows: scenarios.map((scenario) => [{ text: scenario }, ...targets.map((target) => ({ text: resultText(record, scenario, target) }))]),
  };
  const marks = marksText(outsideBottlenecks(results, record)).map((text) => `${text}.`);
  return html`${table(capacities, catalogue.targets)}${[...marks, ...rankingTexts(record)].map((text) => html`<p>${text}</p>`)}`;
}

/** @param {CapacityRecord} record @param {string} scenario @returns {Section} */
function section(record, scenario) {
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

/** @param {CapacityRecord} record @param {Capacity[]} searches @returns {Table} */
function trialsTable(record, searches) {
  const numeric = (/** @type {string} */ head, /** @type {string} */ unit) => ({ head, unit, numeric: true });
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
