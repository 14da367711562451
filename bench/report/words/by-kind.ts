/** A text for each kind of something. */
type ByKind<T extends { kind: string }, More extends unknown[] = []> = {
  [K in T['kind']]: (one: Extract<T, { kind: K }>, ...more: More) => string;
};

/** @returns what makes the text of its kind */
export function byKind<T extends { kind: string }, More extends unknown[] = []>(words: ByKind<T, More>): (one: T, ...more: More) => string {
  return (one, ...more) => (words as unknown as Record<string, (one: T, ...more: More) => string>)[one.kind](one, ...more);
}
