/** A word further from what was meant than this is another one. */
const MOST_EDITS = 2;

/** @returns the one that was probably meant; null if none is near */
export function nearest(word: string, known: readonly string[]): string | null {
  const [best] = known.map((each) => ({ each, edits: editsBetween(word, each) })).sort((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= MOST_EDITS ? best.each : null;
}

/** Levenshtein's distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let place = 1; place <= other.length; place++) {
      const replaced = row[place - 1] + (other[place - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, row[place] + 1, next[place - 1] + 1));
    }
    row = next;
  }
  return row[other.length];
}
