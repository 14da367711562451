/** What targets, places in a run and measures of its machine are called in sentences, and texts by kind. */
import type { Run } from '../../record/run.ts';
import type { Measure } from '../../analyse/comparison/machine-speed.ts';

/** a part, a target in a scenario, or a scenario */
type Place = { scenario: string; target?: string; round?: number; number?: number };

/** `machine`: on which it was measured */
export type Names = { label: (target: string) => string; where: (place: Place) => string; machine: { cores: number } };

/** @returns such as 'MVC', 'read · round 1 · part 1' and 'read · MVC' */
export function namesOf({ catalogue, machine }: Pick<Run, 'catalogue' | 'machine'>): Names {
  const label = (target: string) => catalogue.targets[target].label;
  return { label, where: (place) => placeText(place, label), machine };
}

/** @param change null: there was none @returns a clause */
export function changeText({ name, before, now }: { name: string; before: string | null; now: string | null }): string {
  return `${name} was ${before ?? 'none'}, is ${now ?? 'none'}`;
}

export function placeText({ scenario, target, round, number }: Place, label = (name: string) => name) {
  const words = [scenario, target && label(target), round && `round ${round}`, number && `measurement ${number}`];
  return words.filter(Boolean).join(' · ');
}

/** What the machine's speed is measured by. */
export const MEASURES: Record<Measure, string> = { memory: 'a memory access', loop: 'a loop iteration without one' };

/** A text for each kind of something. */
type ByKind<T extends { kind: string }, More extends unknown[] = []> = {
  [K in T['kind']]: (one: Extract<T, { kind: K }>, ...more: More) => string;
};

/** @returns what makes the text of its kind; the compiler cannot follow that a kind and its text go together */
export function byKind<T extends { kind: string }, More extends unknown[] = []>(words: ByKind<T, More>): (one: T, ...more: More) => string {
  return (one, ...more) => (words as unknown as Record<string, (one: T, ...more: More) => string>)[one.kind](one, ...more);
}
