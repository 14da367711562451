import { fixed, mebibytes, plural } from '../../util/text.ts';
import { factor, noDifferenceText } from './verdicts.ts';
import type { StartFigure, StartMean, StartComparison } from '../../analyse/startup.ts';
import type { StartupRecord } from '../../record/startup/record.ts';

const seconds = (value: number) => fixed(value, 2);

/** `scale`: the figure's value that is one unit */
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
} satisfies Record<StartFigure, object>;

export type FigureWords = (typeof START_FIGURES)[StartFigure];

/** @returns '3.21 s [3.15, 3.27]' */
export function meanText(figure: StartFigure, { mean, low, high }: Pick<StartMean, 'mean' | 'low' | 'high'>): string {
  const { text, unit } = START_FIGURES[figure];
  return `${text(mean)} ${unit}${low === null || high === null ? '' : ` [${text(low)}, ${text(high)}]`}`;
}

export function startVerdictText(figure: StartFigure, { verdict, low, high }: StartComparison, starts: number): string {
  if (verdict === 'indicative') return `indicative (${plural(starts, 'start')})`;
  if (verdict !== 'same') return START_FIGURES[figure].verdicts[verdict];
  if (low === null || high === null || low > 1 || high < 1) return '~ (not significant)';
  return `~ ${noDifferenceText(Math.max(1 - low, high - 1))}`;
}

/** What the page says first. @param means of the first answer @param targets by name @returns null where the baseline has no start */
export function startupAnswer(means: StartMean[], targets: Record<string, { label: string }>): string | null {
  const baseline = means.find(({ comparison }) => comparison === null);
  if (!baseline) return null;
  const others = means.flatMap(({ target, comparison }) => (comparison ? [{ label: targets[target].label, ...comparison }] : []));
  const of = (wanted: StartComparison['verdict']) =>
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

/** @param found the farthest from the baseline first @returns a part, or none */
function decidedStarts(found: { label: string; ratio: number }[], word: string): string[] {
  if (found.length === 0) return [];
  const [{ label, ratio }] = found;
  const share = `×${factor(ratio)} of its time`;
  return [found.length === 1 ? `${label} is ${word} (${share})` : `${found.length} targets are ${word}, up to ${share} (${label})`];
}

function openStarts(found: { label: string }[], words: string): string[] {
  if (found.length === 0) return [];
  return [`${words} ${found.length === 1 ? found[0].label : plural(found.length, 'target')}`];
}

export function startupHow({ starts, limits, cold, caches, targets }: StartupRecord): string {
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
