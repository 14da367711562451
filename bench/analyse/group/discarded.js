/**
 * Why slices are discarded, counted.
 *
 * @typedef {import('../slice/health.js').DiscardReason} DiscardReason
 */

/**
 * @param {{ discardedFor: DiscardReason[] }[]} slices
 * @returns {{ reason: DiscardReason, slices: number }[]} of each kind the first, and in how many slices it occurs; the most frequent first
 */
export function countedByKind(slices) {
  /** @type {Map<string, { reason: DiscardReason, slices: number }>} */
  const byKind = new Map();
  for (const reason of slices.flatMap(({ discardedFor }) => discardedFor)) {
    const counted = byKind.get(reason.kind) ?? { reason, slices: 0 };
    byKind.set(reason.kind, { ...counted, slices: counted.slices + 1 });
  }
  return [...byKind.values()].sort((one, other) => other.slices - one.slices);
}
