/** What the samples of a scenario say, in sentences. */
import { differenceFrom } from '../../analyse/cpu/request.ts';
import { fixed, list, number, percent, signedPercent } from '../../util/text.ts';
import { namesOf } from '../words/names.ts';
import { factor } from '../words/verdicts.ts';
import { sampledIn } from './sampled.ts';
import type { Figures } from '../../analyse/types.ts';

/** Below that two services take as much CPU: one JVM of each was sampled, and two JVMs of one service differ by as much. */
const SAME = 0.05;
const MOST_REASONS = 4;
const WORTH_A_WORD = 0.05;

/** @returns one for each target but the baseline; none where that was not sampled */
export function cpuSentences(figures: Figures, scenario: string): string[] {
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

/** @param method with its packages @returns 'SessionImpl.flush' */
function shortName(method: string): string {
  return method.split('.').slice(-2).join('.');
}

/** @param scenario with samples @returns how they came about, and what that cost */
export function howSampled(figures: Figures, scenario: string): string {
  const sampled = sampledIn(figures, scenario);
  const [{ profile }] = sampled;
  const range = (values: number[], text: (value: number) => string) =>
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
