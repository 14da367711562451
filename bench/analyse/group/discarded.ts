/** Why slices are discarded, counted. */
import type { DiscardReason } from '../slice/health.ts';

/** @returns of each kind the first, and in how many slices it occurs; the most frequent first */
export function countedByKind(slices: { discardedFor: DiscardReason[] }[]): { reason: DiscardReason; slices: number }[] {
  const byKind = new Map<string, { reason: DiscardReason; slices: number }>();
  for (const reason of slices.flatMap(({ discardedFor }) => discardedFor)) {
    const counted = byKind.get(reason.kind) ?? { reason, slices: 0 };
    byKind.set(reason.kind, { ...counted, slices: counted.slices + 1 });
  }
  return [...byKind.values()].sort((one, other) => other.slices - one.slices);
}
