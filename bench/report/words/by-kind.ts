/** A text for each kind of something. */
export type ByKind<T extends { kind: string }, More extends unknown[] = []> = {
  [K in T['kind']]: (one: Extract<T, { kind: K }>, ...more: More) => string;
};

export function say<T extends { kind: string }, More extends unknown[]>(words: ByKind<T, More>, one: T, ...more: More): string {
  return (words as unknown as Record<string, (one: T, ...more: More) => string>)[one.kind](one, ...more);
}
