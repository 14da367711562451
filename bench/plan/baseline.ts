const PREFERRED = 'mvc';

/** @param targets at least one @returns the target that the others are compared with, where none is named */
export function defaultBaseline(targets: string[]): string {
  return targets.includes(PREFERRED) ? PREFERRED : targets[0];
}
