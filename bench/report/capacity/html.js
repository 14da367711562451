import { RAMP_SECONDS } from '../../../k6/lib/profiles.js';
import { fixed, number } from '../../util/text.js';
import { document } from '../html/document.js';
import { chart, escape } from '../html/parts.js';
import { swatch } from '../html/swatch.js';
import { noteText } from '../words/notes.js';
import { capacityData } from './chart.js';
import { marksText, outsideText } from '../words/capacity.js';
import { bottleneckOfTrial, outsideBottlenecks } from './bottleneck.js';
import { calibrationDoubt, rankingTexts } from './ranking.js';
import { resultText, searchesOf } from './searches.js';

/** @typedef {import('../../record/capacity.js').Capacity} Capacity */
/** @typedef {import('../../record/capacity.js').CapacityRecord} CapacityRecord */

const HOW =
  'p99 of each rate; hollow: the rate did not hold, because of its p99, of failed or dropped requests or of requests that k6 began late; where a line rises above the SLO, the rate exceeds the capacity';

/**
 * One page that needs no other file.
 * @param {CapacityRecord} record
 * @returns {string}
 */
export function capacityPage(record) {
  const data = record.scenarios.map((scenario) => capacityData(record, scenario));
  const body = [head(record), notes(record), summary(record), ...record.scenarios.map((scenario) => section(record, scenario))];
  return document({ title: record.id, body, data });
}

/** @param {CapacityRecord} record */
function head({ id, sloP99Ms, trialSeconds, machine, limits, engine, versions, commit, startedAt, endedAt }) {
  return `<header><h1>Capacity within p99 ≤ ${sloP99Ms} ms</h1><p class="lead"><code>${escape(id)}</code>: ${escape(startedAt)} to ${escape(endedAt ?? 'not finished')}</p></header>
<p>Open model: requests begin at a fixed rate, however long the answers take. A latency here is therefore what a user sees at that rate. A trial takes ${trialSeconds} s
and is judged by its last ${trialSeconds - RAMP_SECONDS} s, after a ramp. Its rate holds if the 99th percentile of all requests is within the limit, fewer than 0.1 % fail, no
request is dropped because too many are under way, and k6 begins none so late that the limit would be exceeded. A rate that does not hold is tried once more. The search resolves
capacity to ±3 %; repeated searches may vary more.</p>
<p>Limits: ${escape(limits.method)}. A process that has used up its quota waits for the next period, and these percentiles include that wait. ${escape(machine.cpuModel)}, ${machine.cores} cores,
${escape(machine.kernel)}; engine ${escape(engine)}, Java ${escape(String(versions.java))}, k6 ${escape(String(versions.k6))}, commit ${escape(String(commit))}.</p>`;
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
  return given.length > 0 ? `<p class="notes">Notes: ${escape(given.join('; '))}.</p>` : '';
}

/** @param {CapacityRecord} record */
function summary(record) {
  const { targets, scenarios, results, catalogue } = record;
  const columns = targets.map(
    (target) => `<th scope="col">${swatch(catalogue.targets[target])} ${escape(catalogue.targets[target].label)}</th>`,
  );
  const rows = scenarios.map((scenario) => {
    const cells = targets.map((target) => `<td>${escape(resultText(record, scenario, target))}</td>`);
    return `<tr><th scope="row">${escape(scenario)}</th>${cells.join('')}</tr>`;
  });
  const marks = marksText(outsideBottlenecks(results, record)).map((text) => `${text}.`);
  const notesBelow = [...marks, ...rankingTexts(record)].map((text) => `<p>${escape(text)}</p>`);
  return `<section id="summary"><h2>Highest rate that holds</h2>${scrolled(`<thead><tr><th></th>${columns.join('')}</tr></thead><tbody>${rows.join('')}</tbody>`)}${notesBelow.join('')}</section>`;
}

/** @param {CapacityRecord} record @param {string} scenario */
function section(record, scenario) {
  const { title, does } = record.catalogue.scenarios[scenario];
  const searches = searchesOf(record, scenario);
  const unsteady = searches.filter(({ warmup }) => warmup && !warmup.steady).map(({ target }) => record.catalogue.targets[target].label);
  const warning = unsteady.length > 0 ? `<p>Not steady when the search began: ${escape(unsteady.join(', '))}.</p>` : '';
  const failures = searches
    .filter(({ failure }) => failure !== null)
    .map(({ target, failure }) => `<p>${escape(target)} failed: ${escape(String(failure))}</p>`);
  return `<section id="scenario-${escape(scenario)}"><h2>${escape(title)}</h2><p class="lead">${escape(does)}</p>${warning}${failures.join('')}
${chart('latencyOverRate', scenario, 'Latency over rate', HOW)}
<details><summary>Every trial</summary>${scrolled(trialsTable(record, searches))}</details></section>`;
}

/** @param {CapacityRecord} record @param {Capacity[]} searches */
function trialsTable(record, searches) {
  const columns = [
    'Target',
    'requests/s requested',
    'successes/s',
    'p50, ms',
    'p95, ms',
    'p99, ms',
    'failures',
    'dropped',
    'holds',
    'generator',
  ];
  const rows = searches.flatMap((search) =>
    search.trials.map((trial) => {
      const figures = [trial.rps, trial.p50Ms, trial.p95Ms, trial.p99Ms].map((value) => `<td>${number(value)}</td>`).join('');
      const bottleneck = trial.holds ? null : bottleneckOfTrial(trial, search, record);
      const verdict = trial.holds ? 'yes' : `no: ${[...trial.why, ...(bottleneck === null ? [] : [outsideText(bottleneck)])].join(', ')}`;
      return `<tr><th scope="row">${escape(record.catalogue.targets[search.target].label)}</th><td>${fixed(trial.rate, 0)}</td>${figures}<td>${fixed(trial.failures, 0)}</td><td>${fixed(trial.dropped, 0)}</td><td>${escape(verdict)}</td><td>${escape(trial.generator.detail)}</td></tr>`;
    }),
  );
  return `<thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody>`;
}

/** @param {string} content of a table */
function scrolled(content) {
  return `<div class="scroll" tabindex="0"><table>${content}</table></div>`;
}
