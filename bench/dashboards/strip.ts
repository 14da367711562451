/** The strip of figures on top of the page: what a glance must show, in large type. */
import { line } from './frame.ts';
import { colouredNames } from './overrides.ts';
import { panel, type Panel, type Json } from './panels.ts';
import {
  CORES,
  failures,
  influx,
  influxTable,
  mostLoaded,
  OF_LOAD,
  ofNow,
  percentiles,
  prometheus,
  series,
  throughput,
  users,
} from './queries.ts';
import type { Catalogue } from '../record/catalogue.ts';

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
 * @param options `calc`: how a series becomes one
 * figure; `fields`: regular expression between slashes, for the columns that it shows, without it those that are numbers; `steps` of its
 * colour, from the lowest; `size` of the letters, without it as large as the tile
 */
function tile({
  calc = 'lastNotNull',
  fields = '',
  steps = [],
  noValue = '–',
  size,
  ...options
}: Panel & { calc?: string; fields?: string; steps?: Json[]; size?: number }) {
  const { unit = 'none', max, decimals } = options;
  const thresholds = { mode: 'absolute', steps: [{ color: 'text', value: null }, ...steps] };
  const defaults = { unit, max, min: max && 0, decimals, color: { mode: 'thresholds' }, thresholds };
  const reduceOptions = { calcs: [calc], fields, values: false };
  return panel('stat', { ...options, noValue }, defaults, {
    reduceOptions,
    ...LARGE,
    text: size && { valueSize: size },
    showPercentChange: false,
  });
}

/** Some versions of Grafana put the measurement before the name. @param names separated by `|` */
const columns = (names: string) => `/(^|\\.)(${names})$/`;

export function strip(catalogue: Catalogue) {
  return [...line(3, words(catalogue)), ...line(3, FIGURES)];
}

function words(catalogue: Catalogue) {
  return [
    tile({
      title: 'The run',
      description: 'What the runner does, or did last. It says nothing of a load that was started by hand.',
      noValue: 'no run; a load may be by hand',
      targets: [influxTable('SELECT last("text") AS "now" FROM "activity" WHERE "run" =~ /^${run:regex}$/ AND $timeFilter')],
      fields: columns('now'),
      unit: 'string',
      // The longest words have room at 1280 pixels.
      size: 18,
      width: 14,
    }),
    tile({
      title: 'Under load',
      description: 'Scenario and target of the newest request. Empty, as all figures of the present are, where nothing is loaded now.',
      targets: [ofNow(influxTable(`SELECT "scenario", "target", "value" FROM "http_reqs" WHERE ${OF_LOAD} ORDER BY time DESC LIMIT 1`))],
      fields: columns('scenario|target'),
      unit: 'string',
      width: 10,
      overrides: [colouredNames(catalogue)],
    }),
  ];
}

const LIMIT = `(${series('cgroup_cpu_limit_cores')} > 0 or on (target) ${series('system_cpu_count')})`;

/** At the end of the time range. */
const ofInstant = (expr: string, name: string) => ({ ...prometheus(expr, name), range: false, instant: true });

const FIGURES = [
  tile({
    title: 'Virtual users',
    description: 'Active virtual users. Each sends its next request as soon as the previous one is answered.',
    targets: [ofNow(users())],
  }),
  tile({
    title: 'Requests/s',
    description: 'Successful requests per second.',
    targets: [ofNow(influx(throughput(false), 'requests/s'))],
    decimals: 0,
  }),
  tile({
    title: 'p95',
    description: 'p95 of the successful requests that ended in the last second.',
    targets: percentiles(95, 'p95', false).map(ofNow),
    unit: 'ms',
  }),
  tile({
    title: 'Failed',
    description: 'Failed requests in the whole time range of the page.',
    noValue: '0',
    targets: [influx(failures(), 'failed')],
    calc: 'sum',
    decimals: 0,
    steps: [{ color: 'red', value: 1 }],
  }),
  tile({
    title: 'Threads',
    description: 'Live platform threads of the target under load or in its warm-up, not counting virtual threads.',
    targets: [ofInstant(`max(${mostLoaded(series('jvm_threads_live_threads'))})`, 'threads')],
  }),
  tile({
    title: 'CPU of its limit',
    description:
      'CPU that the target uses under load or in its warm-up, as a share of its quota, or of its processors if the kernel enforces no quota.',
    targets: [ofInstant(`max(${mostLoaded(`${CORES} / on (target) ${LIMIT}`)})`, 'CPU')],
    unit: 'percentunit',
    max: 1,
    decimals: 0,
  }),
];
