/** Which scenarios the next round measures, and with how many blocks each: where the remaining time narrows the intervals most. */
import { sum } from '../util/math.ts';

export interface ScenarioState {
  scenario: string;
  /** that are compared, the baseline included */
  targets: number;
  /** scenarios of the same table */
  others: number;
  /** variance of the log ratio of one block; null while it is not known */
  sigma2Block: number | null;
  /** variance of the log ratio of a round's JVMs; null while it is not known */
  sigma2Round: number | null;
  /** so far that count for every target */
  rounds: number;
  /** in these rounds, of the target that has the fewest */
  blocksSoFar: number;
  /** share, of the widest interval; null without one */
  halfWidth: number | null;
  /** warm-up and what else the scenario needs once a round */
  costRoundSeconds: number;
  costBlockSeconds: number;
}

export interface Limits {
  remainingSeconds: number;
  /** share; null: none */
  targetHalfWidth: number | null;
  /** start of the JVMs, once a round */
  jvmSeconds: number;
  /** for a verdict */
  leastRounds: number;
}

const MOST_BLOCKS = 10;
/** Until the least rounds are measured, the noise is not known well enough; more blocks than these add little where JVMs differ too. */
const BLOCKS_BEFORE_NOISE_IS_KNOWN = 5;

/** @returns null where no scenario needs a round, or not even one block of one scenario fits */
export function nextRound(states: ScenarioState[], limits: Limits) {
  const { leastRounds, remainingSeconds, targetHalfWidth: aim } = limits;
  const open = states.filter(({ rounds, halfWidth }) => rounds < leastRounds || halfWidth === null || aim === null || halfWidth > aim);
  const chosen = fitting(open, limits);
  if (chosen.length === 0) return null;
  const roundsToShare = Math.max(1, ...chosen.map((state) => missingRounds(state, limits)));
  const wanted = chosen.map((state) =>
    state.rounds < leastRounds ? BLOCKS_BEFORE_NOISE_IS_KNOWN : bestBlocks(state, chosen.length, limits),
  );
  const blocks = shrunk(chosen, wanted, remainingSeconds / roundsToShare, limits);
  return {
    scenarios: chosen.map((state, index) => ({ ...state, blocks: blocks[index] })),
    seconds: secondsOf(chosen, limits, blocks),
  };
}

/**
 * A round that no verdict follows is time lost, so a scenario is chosen only if all the rounds fit that it still needs for one.
 * @returns those nearest to a verdict first, then those with the widest intervals, as long as they fit with a block a round. Where not
 * one scenario can have its verdict, those of which a round fits: it may take less time than planned
 */
function fitting(states: ScenarioState[], limits: Limits): ScenarioState[] {
  const needs = (state: ScenarioState) => missingRounds(state, limits);
  const lacksNone = (state: ScenarioState) => Number(needs(state) === 0);
  // Finite, so that two can be subtracted.
  const width = ({ halfWidth }: ScenarioState) => halfWidth ?? Number.MAX_VALUE;
  const ranked = states.toSorted((a, b) => lacksNone(a) - lacksNone(b) || needs(a) - needs(b) || width(b) - width(a));
  const withVerdicts = greedily(ranked, (chosen) => secondsToVerdicts(chosen, limits) <= limits.remainingSeconds);
  const withARound = () => greedily(ranked, (chosen) => secondsOf(chosen, limits) <= limits.remainingSeconds);
  const chosen = withVerdicts.length > 0 ? withVerdicts : withARound();
  return states.filter((state) => chosen.includes(state));
}

/** @returns that it needs for a verdict */
function missingRounds({ rounds }: ScenarioState, { leastRounds }: Limits): number {
  return Math.max(0, leastRounds - rounds);
}

/** @returns each that fits beside those chosen before */
function greedily<T>(items: T[], fits: (chosen: T[]) => boolean): T[] {
  const chosen: T[] = [];
  for (const item of items) if (fits([...chosen, item])) chosen.push(item);
  return chosen;
}

/** @returns of all rounds that they need for verdicts, with one block each; of one round for those that have theirs */
function secondsToVerdicts(states: ScenarioState[], limits: Limits): number {
  const needed = (state: ScenarioState) => Math.max(1, missingRounds(state, limits));
  const rounds = Array.from({ length: Math.max(0, ...states.map(needed)) }, (_, index) => states.filter((state) => needed(state) > index));
  return sum(rounds.map((members) => secondsOf(members, limits)));
}

/** The optimal number of repetitions of a level (Kalibera & Jones, 'Rigorous Benchmarking in Reasonable Time', ISMM 2013). */
function bestBlocks(state: ScenarioState, scenarios: number, { jvmSeconds }: Limits) {
  const { sigma2Block, sigma2Round, costRoundSeconds, costBlockSeconds } = state;
  if (sigma2Block === null || sigma2Round === null) return BLOCKS_BEFORE_NOISE_IS_KNOWN;
  if (sigma2Round === 0) return sigma2Block === 0 ? 1 : MOST_BLOCKS;
  const costRatio = (costRoundSeconds + jvmSeconds / scenarios) / costBlockSeconds;
  const blocks = Math.round(Math.sqrt(costRatio * (sigma2Block / sigma2Round)));
  return Math.min(MOST_BLOCKS, Math.max(1, blocks));
}

/** @param seconds for the round @returns blocks, one taken from the scenario with most of them until they fit, but never the last */
function shrunk(states: ScenarioState[], wanted: number[], seconds: number, limits: Limits): number[] {
  const blocks = [...wanted];
  while (secondsOf(states, limits, blocks) > seconds && Math.max(...blocks) > 1) blocks[blocks.lastIndexOf(Math.max(...blocks))]--;
  return blocks;
}

/** @param blocks one of each by default */
function secondsOf(states: ScenarioState[], { jvmSeconds }: Limits, blocks = states.map(() => 1)) {
  const each = states.map(({ costRoundSeconds, costBlockSeconds }, index) => costRoundSeconds + blocks[index] * costBlockSeconds);
  return jvmSeconds + sum(each);
}
