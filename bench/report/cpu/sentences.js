/** What the samples of a scenario say, in sentences. */
import { differenceFrom } from '../../analyse/cpu/request.js';
import { fixed, list, number, percent, signedPercent } from '../../util/text.js';
import { namesOf } from '../words/names.js';
import { factor } from '../words/verdicts.js';
import { sampledIn } from './sampled.js';

/** @typedef {import('./sampled.js').Figures} Figures */

/** Below that two services take as much CPU: one JVM of each was sampled, and two JVMs of one service differ by as much. */
const SAME = 0.05;
const MOST_REASONS = 4;
const WORTH_A_WORD = 0.05;

/** @param {Figures} figures @param {string} scenario @returns {string[]} one for each target but the baseline; none where that was not sampled */
export function cpuSentences(figures, scenario) {
  const { label } = namesOf(figures.run);
  const sampled = sampledIn(figures, scenario);
  const base = sampled.find(({ target }) => target === figures.baseline);
  if (!base) return [];
  return sampled
    .filter((each) => each !== base)
    .map(({ target, cpu }) => {
      const ratio = cpu.ms / base.cpu.ms;
      const figuresText = `${number(cpu.ms)} against ${number(base.cpu.ms)} ms`;
      if (Math.abs(ratio - 1) < SAME)
        return `${label(target)} takes about as much CPU for a request as ${label(base.target)}: ${figuresText}.`;
      const reasons = differenceFrom(cpu, base.cpu)
        .filter(({ share }) => share >= WORTH_A_WORD)
        .slice(0, MOST_REASONS);
      const named = reasons.map(
        ({ part, share, method }, index) => `${part} ${percent(share, 0)}${index === 0 && method ? ` (mostly ${shortName(method)})` : ''}`,
      );
      return `${label(target)} takes ×${factor(ratio)} the CPU of ${label(base.target)} for a request (${figuresText}). Of that difference: ${list(named)}.`;
    });
}

/** @param {string} method with its packages @returns {string} 'SessionImpl.flush' */
function shortName(method) {
  return method.split('.').slice(-2).join('.');
}

/** @param {Figures} figures @param {string} scenario with samples @returns {string} how they came about, and what that cost */
export function howSampled(figures, scenario) {
  const sampled = sampledIn(figures, scenario);
  const [{ profile }] = sampled;
  const range = (/** @type {number[]} */ values, /** @type {(value: number) => string} */ text) =>
    [...new Set([Math.min(...values), Math.max(...values)].map(text))].join(' to ');
  const cost = range(
    sampled.map(({ cpu }) => cpu.ms / cpu.unsampledMs - 1),
    signedPercent,
  );
  const covered = range(
    sampled.map(({ cpu }) => cpu.covered),
    (share) => percent(share, 0),
  );
  return (
    `One warm JVM of each, for ${profile.sampled.seconds} s after the run: a sample (${profile.event}) every ${fixed(profile.periodMs, 0)} ms of CPU time. ` +
    `What the JDK does is counted for the code that called it. Sampling itself cost ${cost} of CPU; samples cover ${covered} of it. No verdict is made of this.`
  );
}
