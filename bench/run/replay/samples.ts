/** The server side of a run, made again from its bundle, as promtool reads it: OpenMetrics text with times. */
import type { LabelledSample } from '../../record/raw-part.ts';

/** samples of one target by metric name */
export type Server = Map<string, LabelledSample[]>;

/** What Prometheus accepts. A bundle may come from anybody. */
const METRIC = /^[A-Za-z_:][\w:]*$/;
const LABEL = /^[A-Za-z_]\w*$/;

export class Samples {
  /** Values by epoch milliseconds, by name with labels. */
  #series = new Map<string, Map<number, number>>();

  add(target: string, byMetric: Server) {
    for (const [metric, samples] of byMetric) {
      if (!METRIC.test(metric)) continue;
      for (const { timeMs, labels, value } of samples) {
        const name = `${metric}{${labelText(target, labels)}}`;
        const values = this.#series.get(name) ?? new Map();
        this.#series.set(name, values.set(timeMs, value));
      }
    }
  }

  text(): string {
    const lines = [...this.#series].flatMap(([name, values]) =>
      [...values].sort(([one], [other]) => one - other).map(([timeMs, value]) => `${name} ${value} ${timeMs / 1000}`),
    );
    return [...lines, '# EOF', ''].join('\n');
  }
}

/** @param labels such as `area=heap;id=Eden Space` */
function labelText(target: string, labels: string) {
  const pairs = labels.split(';').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]);
  const known = [...pairs.filter(([name]) => LABEL.test(name) && name !== 'target'), ['target', target]];
  return known.map(([name, value = '']) => `${name}="${value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`).join(',');
}
