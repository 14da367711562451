import { factor } from '../verdicts.js';
import { count, list, number, plural } from '../../../util/text.js';
import { predictionText } from '../prediction.js';

/**
 * Of findings about a target in a scenario.
 *
 * @typedef {import('../../../analyse/findings/types.js').OfTarget} OfTarget
 * @typedef {Exclude<Extract<import('../../../analyse/findings/types.js').Finding, OfTarget>['kind'], import('./slices.js').SliceKind>} TargetKind
 */

/** @type {{ [K in TargetKind]: import('./index.js').WordsOf<K> }} Bottlenecks and what is not compared are in the sentences about verdicts. */
export const TARGET_WORDS = {
  bottleneck: {},
  'not-compared': {},
  'little-cpu': {
    doubt: (found, { label }) =>
      `Hardly any CPU was used (${list(found.map(({ target, cores }) => `${label(target)} ${number(cores)} cores`))}). ` +
      'Much of it went to scrapes, timers and compilers, so CPU per request does not show what a request costs.',
  },
  'no-warm-up': {
    caveat: (found, { pair }) => ({
      title: `No warm-up: ${plural(found.length, 'target')}.`,
      text: 'A JVM that is still compiling can reverse the order of targets.',
      items: found.map(pair),
    }),
  },
  'rounds-differ': {
    caveat: (found, { pair }) => ({
      title: `Rounds differ by more than 30 % for ${plural(found.length, 'target')}.`,
      text:
        'At the last stage the fastest round has more than 1.3 times the throughput of the slowest. Either the target was not warm in one of them, or the ' +
        'machine was disturbed.',
      items: found.map((each) => `${pair(each)}: ${each.rpsByRound.map((rps) => count(rps)).join(', ')} requests/s`),
    }),
    doubt: (found, { label }) =>
      `Rounds differ: ${list(found.map(({ target, ratio }) => `${label(target)} ×${factor(ratio)}`))} between the slowest and the fastest.`,
  },
  prediction: {
    statements: (found, names) => found.map((each) => predictionText(each, names)),
  },
  'prediction-off': {
    caveat: (found, names) => ({
      title: `Throughput differs from the prediction for ${plural(found.length, 'target')}.`,
      text: 'Either our model of this target is wrong, or the measurement is.',
      items: found.map((each) => `${each.scenario} · ${predictionText(each, names)}`),
    }),
  },
  'late-answers': {
    statements: (found, { label }) => [
      `Requests piled up: the last answers came after the end of the load, ${list(found.map(({ target, seconds }) => `up to ${seconds} s later on ${label(target)}`))}. ` +
        "No stage counts them, but the users' time counts in every stage.",
    ],
  },
};
