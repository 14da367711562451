/** What differs between the environments of two runs, and what their comparison leaves out. */
import { plural } from '../../util/text.ts';
import { MEASURES, placeText } from './names.ts';
import { notComparedText } from './verdicts.ts';
import { discardText } from './discarded.ts';
import type { Difference, Omission } from '../../analyse/comparison/diff.ts';

export function differenceTexts(difference: Difference): [name: string, a: string, b: string] {
  if (difference.kind === 'definition') return [difference.name, 'one definition', 'another, see its run.json'];
  if (difference.kind === 'speed') {
    const [a, b] = [difference.aNs, difference.bNs].map((ns) => `${ns.toFixed(1)} ns`);
    return [`machine: ${MEASURES[difference.measure]}, median of all times`, a, b];
  }
  const { name, a, b } = difference;
  return [name, a ?? 'not recorded', b ?? 'not recorded'];
}

export function omissionText(omission: Omission): string {
  if (omission.kind === 'in one run only') {
    const { what, names } = omission;
    return `${what} in one run only, not compared: ${names.join(', ')}`;
  }
  if (omission.kind === 'found') return foundText(omission);
  const { runId, scenario, target, vus, why } = omission;
  return `${runId}: ${scenario} · ${target} at ${plural(vus, 'user')}: ${notComparedText(why)}`;
}

function foundText({ runId, found }: Extract<Omission, { kind: 'found' }>) {
  const where = `${runId}: ${placeText(found, (target) => target)}`;
  if (found.kind === 'failed') return `${where} failed: ${found.reason ?? 'no reason recorded'}`;
  if (found.kind === 'pending') return `${where} was not measured`;
  return `${where}: ${found.slices} of ${plural(found.of, 'slice')} discarded: ${found.reasons.map(({ reason }) => discardText(reason)).join('; ')}`;
}
