/** The strip of figures on top of the page: what a glance must show, in large type. */
import { colouredNames, influx, influxTable, prometheus, tile } from './panels.js';
import { cores, failures, loadOf, percentiles, series, throughput, underLoad, users } from './queries.js';

/** Long enough for points to arrive, short enough that a figure does not outlive its load. */
const NOW = '15s';
const NOTHING = '–';

/** Some versions of Grafana put the measurement before the name. @param {string} names separated by `|` */
const columns = (names) => `/(^|\\.)(${names})$/`;

/**
 * @param {import('./panels.js').Catalogue} catalogue
 * @returns {import('./panels.js').Json[]}
 */
export function strip(catalogue) {
  const ofLoad = loadOf('targets');
  return [
    tile(catalogue, {
      title: 'The run',
      description: 'What the runner does, or did last. It says nothing of a load that was started by hand.',
      noValue: NOTHING,
      targets: [influxTable('SELECT last("text") AS "now" FROM "activity" WHERE "run" =~ /^${run:regex}$/ AND $timeFilter')],
      fields: columns('now'),
      unit: 'string',
      width: 14,
      height: 3,
    }),
    tile(catalogue, {
      title: 'Under load',
      description: 'Scenario and target of the newest request.',
      noValue: NOTHING,
      targets: [influxTable(`SELECT "scenario", "target", "value" FROM "http_reqs" WHERE ${ofLoad} ORDER BY time DESC LIMIT 1`)],
      fields: columns('scenario|target'),
      range: NOW,
      unit: 'string',
      width: 10,
      height: 3,
      overrides: [colouredNames(catalogue)],
    }),
    ...figures(catalogue),
  ];
}

/** @param {import('./panels.js').Catalogue} catalogue */
function figures(catalogue) {
  const small = { noValue: NOTHING, width: 4, height: 3 };
  const limit = `(${series('cgroup_cpu_limit_cores', 'targets')} > 0 or on (target) ${series('system_cpu_count', 'targets')})`;
  return [
    tile(catalogue, {
      ...small,
      title: 'Virtual users',
      description: 'Active virtual users. Each sends its next request as soon as the previous one is answered.',
      targets: [influx(users(), 'users')],
      range: NOW,
      unit: 'none',
    }),
    tile(catalogue, {
      ...small,
      title: 'Requests/s',
      description: 'Successful requests per second.',
      targets: [influx(throughput('targets', { byTarget: false }), 'requests/s')],
      range: NOW,
      unit: 'none',
      decimals: 0,
    }),
    tile(catalogue, {
      ...small,
      title: 'p95',
      description: 'p95 of the successful requests that ended in the last second.',
      targets: percentiles(95, 'targets', false).map((query) => influx(query, 'p95')),
      range: NOW,
      unit: 'ms',
    }),
    tile(catalogue, {
      ...small,
      title: 'Failed',
      description: 'Failed requests in the whole time range of the page.',
      noValue: '0',
      targets: [influx(failures('GROUP BY time($__interval)'), 'failed')],
      calc: 'sum',
      unit: 'none',
      decimals: 0,
      steps: [{ color: 'red', value: 1 }],
    }),
    tile(catalogue, {
      ...small,
      title: 'Threads',
      description: 'Live platform threads of the target under load or in its warm-up, not counting virtual threads.',
      targets: [prometheus(`max(${underLoad(series('jvm_threads_live_threads', 'targets'), 'targets')})`, 'threads')],
      range: NOW,
      unit: 'none',
    }),
    tile(catalogue, {
      ...small,
      title: 'CPU of its limit',
      description:
        'CPU that the target uses under load or in its warm-up, as a share of its quota, or of its processors if the kernel enforces no quota.',
      targets: [prometheus(`max(${underLoad(`${cores('targets')} / on (target) ${limit}`, 'targets')})`, 'CPU')],
      range: NOW,
      unit: 'percentunit',
      max: 1,
      decimals: 0,
    }),
  ];
}
