/** What is judged of the claims of a study. */
import { count, number } from '../../util/text.ts';
import { byKind } from './names.ts';
import { BECAUSE, factor, notComparedText } from './verdicts.ts';
import { discardText } from './discarded.ts';
import type { Why, ByVerdict, Unusable, Judgement } from '../../studies/judging/judgement.ts';

export const whyText = byKind<Why>({
  'not measured': () => 'not measured',
  unusable: ({ targets }) => targets.map(unusableText).join('; '),
  'not compared': ({ why }) => notComparedText(why),
  verdict: (why) => `${ruleText(why)} in ${why.rounds} rounds`,
  'too close': ({ bound, times, rounds, roundsForVerdict }) =>
    `fewer than ${roundsForVerdict} rounds decide only beyond ${boundText(bound, times)} in every one (there ${rounds === 1 ? 'is' : 'are'} ${rounds})`,
  unexplained: () => 'nothing that was recorded explains it',
  cold: ({ bound, times }) =>
    `the slower one had no CPU left while its JVM was not warm, which decides only beyond ${boundText(bound, times)} in every round`,
  clear: ({ bound, times, rounds }) =>
    `beyond ${boundText(bound, times)} in ${rounds === 1 ? 'the one round' : `each of ${rounds} rounds`}`,
  counted: ({ from, to }) => `counted; ${count(from)} to ${count(to)} counts as that`,
  'requests not recorded': () => 'its requests were not recorded',
  'threads not recorded': () => 'the threads were not recorded',
  threads: ({ bound, isClear }) => `threads are counted; ${isClear ? '' : 'not '}beyond ×${bound}`,
  'threads grow': ({ more, than }) => `threads are counted; it grows threads, ${count(more)} more than ${than}`,
  'threads level': ({ atMost }) => `threads are counted; up to ${count(atMost)} more count as none`,
});

function ruleText({ rule, times, level, verdict, because }: ByVerdict) {
  const texts = {
    'at least': `at least ×${times}`,
    'less than': `less than ×${times}`,
    'factor inside the interval': `×${times} is inside the interval`,
    level: `more than ×${level} is excluded`,
    'no difference': `no difference was shown${because ? ` (${BECAUSE[because]})` : ''}`,
    'level inside the interval': `${verdict}, but ×${level} is inside the interval`,
    difference: verdict,
  };
  return texts[rule];
}

function boundText(bound: number, times: number) {
  return times === 1 ? `×${bound}` : `×${bound} of the ×${times} claimed`;
}

function unusableText(target: Unusable) {
  if (target.kind === 'unfit') return `${target.label} is not measured at ${target.scenario}: ${target.reason}`;
  if (target.kind === 'not measured') return `${target.label} at ${target.scenario} was not measured`;
  return target.kind === 'discarded'
    ? `${target.label} is discarded: ${discardText(target.reason)}`
    : `${target.label} failed: ${target.reason}`;
}

/** @returns such as 'MVC 196/s' */
export function oursText(ours: Judgement['ours'][number]): string {
  if (ours.kind === 'rate') return `${ours.label} ${number(ours.rps)}/s`;
  if (ours.kind === 'threads') return `${ours.label} ${count(ours.threads)} threads`;
  return `${ours.label} ${count(ours.answered)} answered`;
}

/** @returns 'A ÷ B ×1.20 [1.15, 1.25]', or the range of the rounds where they are too few for an interval */
export function measuredText(measured: Judgement['measured']): string {
  if (measured === null) return '';
  const { label, than, ratio, low, high, roundRatios } = measured;
  const pair = `${label} ÷ ${than}`;
  if (low !== null && high !== null) return `${pair} ×${factor(ratio)} [${factor(low)}, ${factor(high)}]`;
  const [least, most] = [Math.min(...roundRatios), Math.max(...roundRatios)].map(factor);
  return least === most ? `${pair} ×${least}` : `${pair} ×${least}–${most}`;
}
