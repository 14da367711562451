/** @param change null: there was none @returns a clause */
export function changeText({ name, before, now }: { name: string; before: string | null; now: string | null }): string {
  return `${name} was ${before ?? 'none'}, is ${now ?? 'none'}`;
}
