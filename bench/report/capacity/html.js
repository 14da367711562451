import { RAMP_SECONDS } from '../../../k6/lib/profiles.js';
import { fixed, number } from '../../util/text.js';
import { POLICY, chart, escape } from '../html/parts.js';
import { echartsScript, inlineJson, pageScript, pageStyle } from '../html/inline.js';
import { swatch } from '../html/swatch.js';
import { noteText } from '../notes.js';
import { capacityData } from './chart.js';
import { LIMITS, limitOf, marks } from './held-by.js';
import { foundText, searchesOf } from './searches.js';
import { calibrationDoubts, toldApart } from './told-apart.js';

/** @typedef {import('../../record/capacity.js').Capacity} Capacity */
/** @typedef {import('../../record/capacity.js').CapacityRecord} CapacityRecord */

const HOW =
  'p99 of each rate that was tried; hollow: the rate did not hold, whether for its p99, for failed or dropped requests or for requests that k6 began late; a line that leaves the SLO upwards has left its capacity';

/**
 * One page that needs no other file.
 * @param {CapacityRecord} record
 * @returns {string}
 */
export function capacityPage(record) {
  const data = record.scenarios.map((scenario) => capacityData(record, scenario));
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">`,
    `<title>stackbench ${escape(record.id)}</title><style>${pageStyle()}</style></head><body>`,
    head(record),
    notes(record),
    summary(record),
    ...record.scenarios.map((scenario) => section(record, scenario)),
    `<script type="application/json" id="data">${inlineJson(data)}</script>`,
    `<script>${echartsScript()}</script><script>${pageScript()}</script></body></html>\n`,
  ].join('\n');
}

/** @param {CapacityRecord} record */
function head({ id, sloP99Ms, trialSeconds, machine, limits, engine, versions, commit, startedAt, endedAt }) {
  return `<header><h1>Capacity within p99 ≤ ${sloP99Ms} ms</h1><p class="lead"><code>${escape(id)}</code>: ${escape(startedAt)} to ${escape(endedAt ?? 'not finished')}</p></header>
<p>Open model: requests begin at a fixed rate, however long the answers take, so that a latency here is what a user sees at that rate. A rate holds if
in the last ${trialSeconds - RAMP_SECONDS} s of a trial of ${trialSeconds} s, after a ramp, the 99th percentile of all requests is within the limit, fewer than 0.1 % fail, and no
request is dropped because too many are under way, nor begun so late by k6 that the limit would be passed; one that does not hold is tried once more. The capacity is known to ±3 % by the search, and not
better than one such search repeats itself.</p>
<p>Limits: ${escape(limits.method)}; a process that has used up its quota waits for the rest of a period, which is in these percentiles. ${escape(machine.cpuModel)}, ${machine.cores} cores,
${escape(machine.kernel)}; engine ${escape(engine)}, Java ${escape(String(versions.java))}, k6 ${escape(String(versions.k6))}, commit ${escape(String(commit))}.</p>`;
}

/** @param {CapacityRecord} record what a reader must know beside the figures */
function notes(record) {
  const { notes: noted, settings, databaseRttMs } = record;
  const given = [
    settings && `${settings.title} (SETTINGS=${settings.name})`,
    databaseRttMs && `the database is ${databaseRttMs} ms away, there and back (DB_RTT_MS)`,
    ...noted.map(noteText),
    calibrationDoubts(record),
  ].filter(Boolean);
  return given.length > 0 ? `<p class="notes">Noted: ${escape(given.join('; '))}.</p>` : '';
}

/** @param {CapacityRecord} record */
function summary(record) {
  const { targets, scenarios, results, catalogue } = record;
  const columns = targets.map(
    (target) => `<th scope="col">${swatch(catalogue.targets[target])} ${escape(catalogue.targets[target].label)}</th>`,
  );
  const rows = scenarios.map((scenario) => {
    const cells = targets.map((target) => `<td>${escape(foundText(record, scenario, target))}</td>`);
    return `<tr><th scope="row">${escape(scenario)}</th>${cells.join('')}</tr>`;
  });
  const apart = scenarios.flatMap((scenario) => toldApart(record, scenario) ?? []);
  const said = [...marks(results, record).map((text) => `${text}.`), ...apart].map((text) => `<p>${escape(text)}</p>`);
  return `<section id="summary"><h2>Highest rate that holds</h2>${scrolled(`<thead><tr><th></th>${columns.join('')}</tr></thead><tbody>${rows.join('')}</tbody>`)}${said.join('')}</section>`;
}

/** @param {CapacityRecord} record @param {string} scenario */
function section(record, scenario) {
  const { title, does } = record.catalogue.scenarios[scenario];
  const own = searchesOf(record, scenario);
  const unsteady = own.filter(({ warmup }) => warmup && !warmup.steady).map(({ target }) => record.catalogue.targets[target].label);
  const warning = unsteady.length > 0 ? `<p>Not steady when the search began: ${escape(unsteady.join(', '))}.</p>` : '';
  const failures = own
    .filter(({ failure }) => failure !== null)
    .map(({ target, failure }) => `<p>${escape(target)} failed: ${escape(String(failure))}</p>`);
  return `<section id="scenario-${escape(scenario)}"><h2>${escape(title)}</h2><p class="lead">${escape(does)}</p>${warning}${failures.join('')}
${chart('latencyOverRate', scenario, 'Latency over rate', HOW)}
<details><summary>Every trial</summary>${scrolled(trialsTable(record, own))}</details></section>`;
}

/** @param {CapacityRecord} record @param {Capacity[]} own */
function trialsTable(record, own) {
  const columns = [
    'Target',
    'requests/s asked',
    'successes/s',
    'p50, ms',
    'p95, ms',
    'p99, ms',
    'failures',
    'dropped',
    'holds',
    'generator',
  ];
  const rows = own.flatMap((found) =>
    found.trials.map((trial) => {
      const figures = [trial.rps, trial.p50Ms, trial.p95Ms, trial.p99Ms].map((value) => `<td>${number(value)}</td>`).join('');
      const limit = trial.holds ? null : limitOf(trial, found, record);
      const verdict = trial.holds ? 'yes' : `no: ${[...trial.why, ...(limit === null ? [] : [LIMITS[limit]])].join(', ')}`;
      return `<tr><th scope="row">${escape(record.catalogue.targets[found.target].label)}</th><td>${fixed(trial.rate, 0)}</td>${figures}<td>${fixed(trial.failures, 0)}</td><td>${fixed(trial.dropped, 0)}</td><td>${escape(verdict)}</td><td>${escape(trial.generator.detail)}</td></tr>`;
    }),
  );
  return `<thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody>`;
}

/** @param {string} content of a table */
function scrolled(content) {
  return `<div class="scroll" tabindex="0"><table>${content}</table></div>`;
}
