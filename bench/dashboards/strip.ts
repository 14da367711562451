/** The strip of figures on top of the page: what a glance must show, in large type. */
import { line } from './frame.ts';
import { override, panel, type Json, type Options } from './panels.ts';
import { CORES, failures, influx, influxTable, OF_LOAD, ofMostLoaded, ofNow, percentiles, series, throughput, users } from './queries.ts';
import type { Catalogue } from '../record/catalogue.ts';

const LARGE = {
  orientation: 'vertical',
  textMode: 'value',
  wideLayout: true,
  colorMode: 'value',
  graphMode: 'none',
  justifyMode: 'center',
};

interface OfTiles extends Options {
  /** how a series becomes one figure */
  calc?: string;
  /** regular expression between slashes, for the columns that it shows; without it those that are numbers */
  fields?: string;
  /** of its colour, from the lowest */
  steps?: Json[];
  /** of the letters; without it as large as the tile */
  size?: number;
}

function tile(title: string, description: string, options: OfTiles, ...queries: Json[]) {
  const { calc = 'lastNotNull', fields = '', steps = [], noValue = '–', size, unit = 'none', max, decimals } = options;
  const thresholds = { mode: 'absolute', steps: [{ color: 'text', value: null }, ...steps] };
  const defaults = { unit, max, min: max && 0, decimals, color: { mode: 'thresholds' }, thresholds };
  const reduceOptions = { calcs: [calc], fields, values: false };
  const shown = { reduceOptions, ...LARGE, text: size && { valueSize: size }, showPercentChange: false };
  return panel('stat', [title, description, { ...options, noValue }, ...queries], defaults, shown);
}

/** Some versions of Grafana put the measurement before the name. @param names separated by `|` */
const columns = (names: string) => `/(^|\\.)(${names})$/`;

export function strip(catalogue: Catalogue) {
  return [...line(3, words(catalogue)), ...line(3, FIGURES)];
}

function words({ targets }: Catalogue) {
  const colours = Object.fromEntries(Object.entries(targets).map(([name, { colour }], index) => [name, { color: colour, index }]));
  return [
    tile(
      'The run',
      'What the runner does, or did last. It says nothing of a load that was started by hand.',
      // The longest words have room at 1280 pixels.
      { noValue: 'no run; a load may be by hand', fields: columns('now'), unit: 'string', size: 18, width: 14 },
      influxTable('SELECT last("text") AS "now" FROM "activity" WHERE "run" =~ /^${run:regex}$/ AND $timeFilter'),
    ),
    tile(
      'Under load',
      'Scenario and target of the newest request. Empty, as all figures of the present are, where nothing is loaded now.',
      {
        fields: columns('scenario|target'),
        unit: 'string',
        width: 10,
        overrides: [override('/(^|\\.)target$/', { mappings: [{ type: 'value', options: colours }] })],
      },
      ofNow(influxTable(`SELECT "scenario", "target", "value" FROM "http_reqs" WHERE ${OF_LOAD} ORDER BY time DESC LIMIT 1`)),
    ),
  ];
}

const LIMIT = `(${series('cgroup_cpu_limit_cores')} > 0 or on (target) ${series('system_cpu_count')})`;

const FIGURES = [
  tile('Virtual users', 'Active virtual users. Each sends its next request as soon as the previous one is answered.', {}, ofNow(users())),
  tile('Requests/s', 'Successful requests per second.', { decimals: 0 }, ofNow(influx(throughput(''), 'requests/s'))),
  tile('p95', 'p95 of the successful requests that ended in the last second.', { unit: 'ms' }, ...percentiles(95, 'p95', '').map(ofNow)),
  tile(
    'Failed',
    'Failed requests in the whole time range of the page.',
    { noValue: '0', calc: 'sum', decimals: 0, steps: [{ color: 'red', value: 1 }] },
    influx(failures(), 'failed'),
  ),
  tile(
    'Threads',
    'Live platform threads of the target under load or in its warm-up, not counting virtual threads.',
    {},
    ofMostLoaded(series('jvm_threads_live_threads'), 'threads'),
  ),
  tile(
    'CPU of its limit',
    'CPU that the target uses under load or in its warm-up, as a share of its quota, or of its processors if the kernel enforces no quota.',
    { unit: 'percentunit', max: 1, decimals: 0 },
    ofMostLoaded(`${CORES} / on (target) ${LIMIT}`, 'CPU'),
  ),
];
