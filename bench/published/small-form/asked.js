/** Which samples the figures of a bundle are made of: whatever is never asked for can be left out. */
import { publicCell, publicRun, publicSequence } from './records.js';

/**
 * @typedef {import('../../record/raw-cell.js').Bundle} Bundle
 * @typedef {import('../../record/raw-cell.js').LabelledSample} LabelledSample
 * @typedef {Map<string, LabelledSample[]>} Samples by metric
 */

/** Samples by metric that note which metrics were asked for. @extends {Map<string, LabelledSample[]>} */
class NotedSamples extends Map {
  /** @param {Samples} samples @param {Set<string>} asked */
  constructor(samples, asked) {
    super(samples);
    this.asked = asked;
  }

  /** @override @param {string} metric */
  get(metric) {
    this.asked.add(metric);
    return super.get(metric);
  }
}

/**
 * @param {Bundle} bundle
 * @param {import('./private.js').Private} found
 * @returns {{ bundle: Bundle, asked: Set<string> }} the same without what is private; `asked`: metrics, of targets and the downstream service alike
 */
export function publicBundle(bundle, found) {
  /** @type {Set<string>} */
  const asked = new Set();
  const noted = (/** @type {Samples | null} */ samples) => samples && new NotedSamples(samples, asked);
  return {
    asked,
    bundle: {
      run: publicRun(bundle.run, found),
      readCell: (planned) => {
        const raw = publicCell(bundle.readCell(planned), found);
        return { ...raw, server: noted(raw.server), downstream: noted(raw.downstream) };
      },
      readSequence: (planned) => {
        const raw = publicSequence(bundle.readSequence(planned), found);
        const servers = new Map([...raw.servers].map(([target, samples]) => [target, new NotedSamples(samples, asked)]));
        return { ...raw, servers, downstream: noted(raw.downstream) };
      },
    },
  };
}
