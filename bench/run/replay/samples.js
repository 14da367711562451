/** The server side of a run, made again from its bundle, as promtool reads it: OpenMetrics text with times. */

/**
 * @typedef {import('../../record/raw-cell.js').Bundle} Bundle
 * @typedef {import('../../record/raw-cell.js').LabelledSample} LabelledSample
 * @typedef {Map<string, Map<number, number>>} Series values by epoch milliseconds, by name with labels
 */

/** What Prometheus accepts. A bundle may come from anybody. */
const METRIC = /^[A-Za-z_:][\w:]*$/;
const LABEL = /^[A-Za-z_]\w*$/;

/** @param {Bundle} bundle @returns {string} */
export function openMetrics({ run, readCell, readSequence }) {
  /** @type {Series} */
  const series = new Map();
  for (const planned of run.cells) add(series, planned.target, readCell(planned).server);
  for (const planned of run.sequences) {
    for (const [target, samples] of readSequence(planned).servers) add(series, target, samples);
  }
  const lines = [...series].flatMap(([name, values]) =>
    [...values].sort(([one], [other]) => one - other).map(([timeMs, value]) => `${name} ${value} ${timeMs / 1000}`),
  );
  return [...lines, '# EOF', ''].join('\n');
}

/**
 * @param {Series} series
 * @param {string} target
 * @param {Map<string, LabelledSample[]> | null} byMetric
 */
function add(series, target, byMetric) {
  for (const [metric, samples] of byMetric ?? []) {
    if (!METRIC.test(metric)) continue;
    for (const { timeMs, labels, value } of samples) {
      const name = `${metric}{${labelText(target, labels)}}`;
      const values = series.get(name) ?? new Map();
      series.set(name, values.set(timeMs, value));
    }
  }
}

/** @param {string} target @param {string} labels such as `area=heap;id=Eden Space` */
function labelText(target, labels) {
  const pairs = labels.split(';').map((pair) => /** @type {[string, string]} */ (pair.split(/=(.*)/s).slice(0, 2)));
  const known = [...pairs.filter(([name]) => LABEL.test(name) && name !== 'target'), ['target', target]];
  return known.map(([name, value = '']) => `${name}="${value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`).join(',');
}
