/** @param {{ name: string, before: string | null, now: string | null }} change null: there was none @returns {string} a clause */
export function changeText({ name, before, now }) {
  return `${name} was ${before ?? 'none'}, is ${now ?? 'none'}`;
}
