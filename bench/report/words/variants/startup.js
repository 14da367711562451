import { fixed, mebibytes, plural } from '../../../util/text.js';
import { factor, noDifferenceText, ratioText } from '../verdicts.js';

/**
 * What is said of starts.
 *
 * @typedef {import('../../../analyse/startup.js').StartFigure} StartFigure
 * @typedef {import('../../../analyse/startup.js').StartMean} StartMean
 * @typedef {import('../../../analyse/startup.js').StartComparison} StartComparison
 * @typedef {{ name: string, unit: string, scale: number, text: (value: number) => string, verdicts: { less: string, more: string },
 *   definition: string }} FigureWords `scale`: the figure's value that is one unit
 */

const seconds = (/** @type {number} */ value) => fixed(value, 2);

/** @type {Record<StartFigure, FigureWords>} */
export const START_FIGURES = {
  answerSeconds: {
    ...{ name: 'First answer', unit: 's', scale: 1, text: seconds, verdicts: { less: 'faster', more: 'slower' } },
    definition:
      'from the start of the process to its first right answer to the first request of read: JVM, Spring, pool, web server and one query',
  },
  readySeconds: {
    ...{ name: 'Ready', unit: 's', scale: 1, text: seconds, verdicts: { less: 'faster', more: 'slower' } },
    definition: 'what Spring Boot says of itself (application_ready_time_seconds): without the start of the JVM, and without a request',
  },
  cpuSeconds: {
    ...{ name: 'CPU', unit: 's', scale: 1, text: seconds, verdicts: { less: 'less CPU', more: 'more CPU' } },
    definition: 'CPU time of the process until its first answer: what a start costs, however much CPU it gets at a time',
  },
  restRssBytes: {
    ...{ name: 'RSS at rest', unit: 'MiB', scale: 2 ** 20, text: mebibytes, verdicts: { less: 'less memory', more: 'more memory' } },
    definition:
      'resident memory of the process two seconds after the first answer. A heap of fixed size is resident only where it has been used; pages of mapped files count, such as those of a cache',
  },
};

/** @param {StartFigure} figure @param {Pick<StartMean, 'mean' | 'low' | 'high'>} found @returns {string} '3.21 s [3.15, 3.27]' */
export function meanText(figure, { mean, low, high }) {
  const { text, unit } = START_FIGURES[figure];
  return `${text(mean)} ${unit}${low === null || high === null ? '' : ` [${text(low)}, ${text(high)}]`}`;
}

/** @param {StartComparison} comparison @returns {string} '×0.62 [0.60, 0.65]' */
export function startRatioText(comparison) {
  return ratioText(comparison);
}

/** @param {StartFigure} figure @param {StartComparison} comparison @param {number} starts @returns {string} */
export function startVerdictText(figure, { verdict, low, high }, starts) {
  if (verdict === 'indicative') return `indicative (${plural(starts, 'start')})`;
  if (verdict !== 'same') return START_FIGURES[figure].verdicts[verdict];
  if (low === null || high === null || low > 1 || high < 1) return '~ (not significant)';
  return `~ ${noDifferenceText(Math.max(1 - low, high - 1))}`;
}

/**
 * What the page says first.
 * @param {StartMean[]} means of the first answer
 * @param {Record<string, { label: string }>} targets by name
 * @returns {string | null} null where the baseline has no start
 */
export function startupAnswer(means, targets) {
  const baseline = means.find(({ comparison }) => comparison === null);
  if (!baseline) return null;
  const others = means.flatMap(({ target, comparison }) => (comparison ? [{ label: targets[target].label, ...comparison }] : []));
  const of = (/** @type {StartComparison['verdict']} */ wanted) =>
    others.filter(({ verdict }) => verdict === wanted).toSorted((a, b) => a.ratio - b.ratio);
  const parts = [
    ...decidedStarts(of('less'), 'faster'),
    ...decidedStarts(of('more').reverse(), 'slower'),
    ...openStarts(of('same'), 'no difference was shown for'),
    ...openStarts(of('indicative'), 'no verdict for'),
  ];
  const first = `${targets[baseline.target].label}: first answer after ${seconds(baseline.mean)} s.`;
  return parts.length > 0 ? `${first} Against it ${parts.join('; ')}.` : first;
}

/** @param {{ label: string, ratio: number }[]} found the farthest from the baseline first @param {string} word @returns {string[]} a part, or none */
function decidedStarts(found, word) {
  if (found.length === 0) return [];
  const [{ label, ratio }] = found;
  const share = `×${factor(ratio)} of its time`;
  return [found.length === 1 ? `${label} is ${word} (${share})` : `${found.length} targets are ${word}, up to ${share} (${label})`];
}

/** @param {{ label: string }[]} found @param {string} words @returns {string[]} */
function openStarts(found, words) {
  if (found.length === 0) return [];
  return [`${words} ${found.length === 1 ? found[0].label : plural(found.length, 'target')}`];
}

/** @param {import('../../../record/startup/record.js').StartupRecord} record @returns {string} how it was measured */
export function startupHow({ starts, limits, cold, caches, targets }) {
  return [
    `${plural(starts, 'start')} of each of ${plural(targets.length, 'target')}, one at a time, in a new random order in each round, after one start that does not count.`,
    `A target is held to its CPU limit from the start of its process on: ${limits.method}.`,
    cold ? 'The disk’s caches were emptied before each start.' : 'What a start reads from the disk was in memory (warm disk).',
    ...(caches.length > 1 || caches[0] !== 'none'
      ? [
          'Caches were made by a training run on this machine: a start and ten seconds of requests. The application is taken apart for all variants, as a cache needs it.',
        ]
      : []),
    'Ratios are to the baseline, paired within rounds: bootstrap-t on the log of the ratio, with verdicts corrected for several comparisons, as in other reports. Figures in brackets are 95 % intervals. Small dots: the single starts.',
  ].join(' ');
}
