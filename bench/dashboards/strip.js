/** The strip of figures on top of the page: what a glance must show, in large type. */
import { line } from './frame.js';
import { colouredNames } from './overrides.js';
import { panel } from './panels.js';
import { cores, failures, influx, influxTable, loadOf, percentiles, prometheus, series, throughput, underLoad, users } from './queries.js';

/** @typedef {import('./panels.js').Json} Json */

/** Long enough for points to arrive, short enough that a figure does not outlive its load. */
const NOW = '15s';
const LARGE = {
  orientation: 'vertical',
  textMode: 'value',
  wideLayout: true,
  colorMode: 'value',
  graphMode: 'none',
  justifyMode: 'center',
};

/**
 * One figure.
 * @param {import('./panels.js').Panel & { ofPage?: boolean, calc?: string, fields?: string, steps?: Json[] }} options `ofPage`: of the whole time
 *   range of the page, not of the present; `calc`: how a series becomes one figure; `fields`: regular expression between slashes, for the columns
 *   that it shows, without it those that are numbers; `steps` of its colour, from the lowest
 */
function tile({ ofPage, calc = 'lastNotNull', fields = '', steps = [], noValue = '–', ...options }) {
  const { unit = 'none', max, decimals } = options;
  const thresholds = { mode: 'absolute', steps: [{ color: 'text', value: null }, ...steps] };
  const defaults = { unit, max, min: max && 0, decimals, color: { mode: 'thresholds' }, thresholds };
  const reduceOptions = { calcs: [calc], fields, values: false };
  const made = panel('stat', { ...options, noValue }, defaults, { reduceOptions, ...LARGE, showPercentChange: false });
  return ofPage ? made : { ...made, timeFrom: NOW, hideTimeOverride: true };
}

/** Some versions of Grafana put the measurement before the name. @param {string} names separated by `|` */
const columns = (names) => `/(^|\\.)(${names})$/`;

/** @param {import('../record/catalogue.js').Catalogue} catalogue */
export function strip(catalogue) {
  return [...line(3, words(catalogue)), ...line(3, FIGURES)];
}

/** @param {import('../record/catalogue.js').Catalogue} catalogue */
function words(catalogue) {
  return [
    tile({
      title: 'The run',
      description: 'What the runner does, or did last. It says nothing of a load that was started by hand.',
      targets: [influxTable('SELECT last("text") AS "now" FROM "activity" WHERE "run" =~ /^${run:regex}$/ AND $timeFilter')],
      fields: columns('now'),
      ofPage: true,
      unit: 'string',
      width: 14,
    }),
    tile({
      title: 'Under load',
      description: 'Scenario and target of the newest request.',
      targets: [influxTable(`SELECT "scenario", "target", "value" FROM "http_reqs" WHERE ${loadOf()} ORDER BY time DESC LIMIT 1`)],
      fields: columns('scenario|target'),
      unit: 'string',
      width: 10,
      overrides: [colouredNames(catalogue)],
    }),
  ];
}

const LIMIT = `(${series('cgroup_cpu_limit_cores')} > 0 or on (target) ${series('system_cpu_count')})`;

const FIGURES = [
  tile({
    title: 'Virtual users',
    description: 'Active virtual users. Each sends its next request as soon as the previous one is answered.',
    targets: [users()],
  }),
  tile({
    title: 'Requests/s',
    description: 'Successful requests per second.',
    targets: [influx(throughput('targets', false), 'requests/s')],
    decimals: 0,
  }),
  tile({
    title: 'p95',
    description: 'p95 of the successful requests that ended in the last second.',
    targets: percentiles(95, 'p95', 'targets', false),
    unit: 'ms',
  }),
  tile({
    title: 'Failed',
    description: 'Failed requests in the whole time range of the page.',
    noValue: '0',
    ofPage: true,
    targets: [influx(failures(), 'failed')],
    calc: 'sum',
    decimals: 0,
    steps: [{ color: 'red', value: 1 }],
  }),
  tile({
    title: 'Threads',
    description: 'Live platform threads of the target under load or in its warm-up, not counting virtual threads.',
    targets: [prometheus(`max(${underLoad(series('jvm_threads_live_threads'))})`, 'threads')],
  }),
  tile({
    title: 'CPU of its limit',
    description:
      'CPU that the target uses under load or in its warm-up, as a share of its quota, or of its processors if the kernel enforces no quota.',
    targets: [prometheus(`max(${underLoad(`${cores()} / on (target) ${LIMIT}`)})`, 'CPU')],
    unit: 'percentunit',
    max: 1,
    decimals: 0,
  }),
];
