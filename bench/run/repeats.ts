/** Blocks that something around the run spoiled, and that are measured once more. */
import { partFigures } from '../analyse/slice/index.ts';
import { hasBlocks } from '../record/catalogue.ts';
import { comparedVus, type PlannedPart } from '../record/run.ts';
import { targetsOf } from './costs.ts';
import type { Bundle } from '../record/bundle-reader.ts';
import type { DiscardReason } from '../analyse/slice/health.ts';

/** What happened around a slice, whatever its figures: repeating it chooses no results, as it would where a target was too fast for k6. */
const REPEATED = ['other processes', 'overlap', 'generators apart', 'compilers at work'];
/** A machine that stays busy would disturb them without end. */
const MOST_ATTEMPTS = 4;
/** Of a part that may cost its target the JVM, and decides nothing. */
const MOST_ATTEMPTS_ALONE = 2;

/** @param how `onlyIf`: none unless a block is discarded for it @returns the slices that something around the run disturbed, with their partners; or null */
export function partToRepeat(
  { run, readPart }: Bundle,
  { scenario, round, number: place }: Pick<PlannedPart, 'scenario' | 'round' | 'number'>,
  { onlyIf }: { onlyIf?: DiscardReason['kind'] } = {},
): PlannedPart | null {
  const ofRound = run.parts.filter((each) => each.scenario === scenario && each.round === round);
  const planned = ofRound.find((each) => each.number === place);
  const most = hasBlocks(run.catalogue, scenario) ? MOST_ATTEMPTS : MOST_ATTEMPTS_ALONE;
  if (!planned || planned.state !== 'ok' || planned.attempt >= most) return null;
  const compared = comparedBlocks({ run, readPart }, planned);
  const reasons = compared.flatMap(({ slices }) => slices.map(({ discardedFor }) => discardedFor).filter(isToBeRepeated)).flat();
  if (onlyIf && !reasons.some(({ kind }) => kind === onlyIf)) return null;
  const blocks = compared.flatMap(({ vus, targets, slices }) => {
    const again = targets.filter((_, index) => isToBeRepeated(slices[index].discardedFor));
    return again.length > 0 ? [{ vus, targets: withPartners(targets, again, run.baseline) }] : [];
  });
  if (blocks.length === 0) return null;
  const next = { number: ofRound.length + 1, attempt: planned.attempt + 1, order: run.parts.length + 1 };
  return { scenario, round, ...next, blocks, state: 'pending', reason: null };
}

/** @returns with their slices: those at which targets are compared. What is missing with fewer users leaves a gap in a chart, and costs no round */
function comparedBlocks({ run, readPart }: Pick<Bundle, 'run' | 'readPart'>, part: PlannedPart) {
  const { slices } = partFigures(readPart(part), run);
  let next = 0;
  const all = part.blocks.map((block) => ({ ...block, slices: slices.slice(next, (next += block.targets.length)) }));
  return all.filter(({ vus }) => vus === comparedVus(run, part.scenario));
}

/** @returns has a target of the scenario no valid block with the baseline in that round? Then its warm-up was in vain */
export function lacksBlocks({ run, readPart }: Bundle, { scenario, round }: Pick<PlannedPart, 'scenario' | 'round'>): boolean {
  const measured = run.parts.filter((each) => each.scenario === scenario && each.round === round && each.state === 'ok');
  const blocks = measured.flatMap((part) => comparedBlocks({ run, readPart }, part));
  const valid = blocks.map(({ targets, slices }) => targets.filter((_, index) => slices[index].discardedFor.length === 0));
  const common = valid.filter((targets) => targets.includes(run.baseline));
  return targetsOf(measured).some((target) => !common.some((targets) => targets.includes(target)));
}

/** A slice is compared with the baseline's of its block, the baseline's with all. @param targets of a block @param again to be repeated */
export function withPartners(targets: string[], again: string[], baseline: string): string[] {
  return again.includes(baseline) ? targets : targets.filter((target) => again.includes(target) || target === baseline);
}

/** @returns is it discarded, and only for what happened around it? */
export function isToBeRepeated(discardedFor: DiscardReason[]): boolean {
  return discardedFor.length > 0 && discardedFor.every(({ kind }) => REPEATED.includes(kind));
}
