/** Panels that show whether the measurement itself can be trusted. */
import { DASHED, override } from './overrides.ts';
import { chart } from './panels.ts';
import { influx, OF_K6, prometheus, RATE, series } from './queries.ts';

const NO_ROLLUP = 'Only the rollup output writes this';

export const health = [
  chart({
    title: 'Scrapes missing',
    description: 'Share of the scrapes that failed or took longer than 0.9 s. The server-side metrics of those moments are missing.',
    targets: [prometheus(`1 - avg_over_time(${series('up')}[${RATE}])`)],
    unit: 'percentunit',
    max: 1,
  }),
  chart({
    title: 'Scrape duration',
    description: 'How long a target took to answer Prometheus. A scrape is cancelled after 0.9 s.',
    targets: [prometheus(`max_over_time(${series('scrape_duration_seconds')}[${RATE}])`)],
    unit: 's',
  }),
  chart({
    title: 'Points dropped by the rollup output',
    description:
      'Since the start of k6. Solid: points that InfluxDB never received. Dashed: failed requests to InfluxDB, and late samples, which still count.',
    noValue: NO_ROLLUP,
    targets: [
      influx(ofAllInstances('max("pointsDropped")'), 'dropped'),
      influx(ofAllInstances('max("writeErrors")'), 'write errors'),
      influx(ofAllInstances('max("lateSamples")'), 'late samples'),
    ],
    softMax: 1,
    decimals: 0,
    overrides: [override('/ errors$/', DASHED), override('/ samples$/', DASHED)],
  }),
  chart({
    title: 'CPU of the load generator',
    description: 'Cores that k6 uses, all its instances together. If k6 uses all that it can get, k6 is the bottleneck, not the target.',
    noValue: NO_ROLLUP,
    targets: [influx(ofAllInstances('non_negative_derivative(max("cpuSeconds"), 1s)'), 'k6')],
    axisLabel: 'cores',
  }),
];

/** The output's account is cumulative, and each process has its own. @param figure of one process */
function ofAllInstances(figure: string) {
  const processes = '"scenario", "round", "instance"';
  const ofEach = `SELECT ${figure} AS "figure" FROM "rollup" WHERE ${OF_K6} GROUP BY time($__interval), ${processes} fill(none)`;
  return `SELECT sum("figure") FROM (${ofEach}) WHERE $timeFilter GROUP BY time($__interval) fill(null)`;
}
