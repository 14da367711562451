import { factor } from '../analyse/statistics/verdict.js';
import { precision, whyNotCompared } from '../analyse/comparison/comparison.js';
import { limiterOfRounds } from '../analyse/bottleneck/limiter.js';
import { doubts } from './doubts.js';
import { list, percent, plural } from '../util/text.js';
import { groupsOf } from './groups.js';
import { comparisonOf, inWords, isDecided } from './tables/verdicts.js';

/**
 * What a person can act on: one paragraph per scenario, from the verdicts at the last stage, what held the targets there, and the caveats
 * that apply to exactly these figures.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Group} Group
 * @typedef {import('../analyse/types.js').Comparison} Comparison
 * @typedef {import('../analyse/bottleneck/limiter.js').Limiter} Limiter
 */

const ACTIONS = /** @type {Record<Limiter['kind'], string>} */ ({
  'target CPU': 'Less CPU per request or a larger share would raise throughput there; a larger pool or more threads would not.',
  'request threads': 'More threads, or virtual ones, would serve those who wait.',
  'connection pool': 'There the size of the pool decides, not the stack.',
  'event loop': 'A call that blocks does not belong on an event loop: give it a scheduler of its own, or a thread.',
  'offload scheduler': 'More threads of the scheduler, or virtual ones, would serve those who wait.',
  database: 'There the database decides, not the stack.',
  neighbour: 'There the service that is called decides, not the stack.',
  'users waiting': 'No limit was reached there: a stage with more users would show one.',
  generator: 'This says nothing about the target.',
  unknown: 'No cause should be named until that is known.',
});

/**
 * @param {Figures} figures
 * @param {string} scenario
 * @returns {string}
 */
export function paragraph(figures, scenario) {
  const groups = groupsOf(figures, scenario);
  if (groups.every(({ good }) => good.length === 0)) return 'No cell of this scenario was measured to its end: nothing can be said.';
  return [throughput(figures, groups), cpu(figures, groups), ...limits(figures, groups), ...doubts(figures, groups)]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

/** @param {Figures} figures @param {Group[]} groups */
function throughput(figures, groups) {
  const compared = against(figures, groups, 'throughput');
  const { vus } = figures.run.stages[figures.run.stages.length - 1];
  const base = label(figures, figures.baseline);
  if (compared.length === 0) return `At ${vus} VUs nothing can be compared with ${base}.`;
  return `At ${vus} VUs, in requests/s against ${base}: ${[said(compared), ...leftOut(figures, groups)].join('; ')}.`;
}

/** @param {Figures} figures @param {Group[]} groups @returns {string[]} who is not compared although it was measured */
function leftOut(figures, groups) {
  const base = groups.find(({ target }) => target === figures.baseline);
  const stage = figures.run.stages.length - 1;
  return groups.flatMap((group) => {
    const why = base && group !== base && !group.isVoid ? whyNotCompared(group, base, stage) : null;
    return why === null ? [] : [`${label(figures, group.target)} is not compared (${why})`];
  });
}

/** @param {Figures} figures @param {Group[]} groups */
function cpu(figures, groups) {
  const compared = against(figures, groups, 'cpu');
  return compared.length > 0 ? `CPU per request: ${said(compared)}.` : null;
}

/** @typedef {{name: string, comparison: Comparison}} Named */

/** @param {Figures} figures @param {Group[]} groups @param {'throughput' | 'cpu'} metric @returns {Named[]} at the last stage */
function against(figures, groups, metric) {
  const stage = figures.run.stages.length - 1;
  return groups.flatMap(({ scenario, target }) => {
    const comparison = comparisonOf(figures, { scenario, target, stage, metric });
    return comparison ? [{ name: label(figures, target), comparison }] : [];
  });
}

/** @param {Named[]} compared @returns {string} verdicts, then what was not told apart, then what has too few rounds for either */
function said(compared) {
  const of = (/** @type {(comparison: Comparison) => boolean} */ wanted) => compared.filter(({ comparison }) => wanted(comparison));
  const decided = of(isDecided).map(({ name, comparison }) => `${name} ${inWords(comparison)}`);
  const parts = [
    list(decided),
    notToldApart(of(({ kind, because }) => kind === 'same' && because === null)),
    list(of(({ kind, because }) => kind === 'same' && because !== null).map(({ name, comparison }) => `${name} ${inWords(comparison)}`)),
    ...tooFewRounds(of(({ kind }) => kind === 'indicative')),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** @param {Named[]} same their intervals hold 1 */
function notToldApart(same) {
  if (same.length === 0) return '';
  const known = Math.max(...same.map(({ comparison }) => precision(comparison) ?? 0));
  return `no difference was shown for ${list(same.map(({ name }) => name))} (~, known to ±${percent(known)})`;
}

/** @param {Named[]} few @returns {string[]} those whose ratio is none to go by apart, with the reason */
function tooFewRounds(few) {
  const reasons = [...new Set(few.map(({ comparison }) => comparison.because))];
  return reasons.map((because) => {
    const alike = few.filter(({ comparison }) => comparison.because === because);
    const rounds = Math.min(...alike.map(({ comparison }) => comparison.rounds));
    const why = because === null ? 'no verdict' : `no verdict; ${because}`;
    return `indicative only (${plural(rounds, 'round')}, ${why}): ${list(alike.map(({ name, comparison }) => `${name} ×${factor(comparison.ratio)}`))}`;
  });
}

/** @param {Figures} figures @param {Group[]} groups @returns {string[]} what held the targets at the last stage, like ones together; void cells name no cause */
function limits(figures, groups) {
  const held = groups.flatMap(({ target, good, isVoid }) => {
    const name = label(figures, target);
    const found = isVoid ? null : limiterOfRounds(good, figures.run.stages.length - 1, name);
    return found ? [{ name, ...found, rounds: found.rounds < found.of ? `in ${found.rounds} of ${found.of} rounds` : null }] : [];
  });
  const kinds = [...new Set(held.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const members = held.filter((each) => each.kind === kind);
    const together =
      members.length > 1 && kind === 'target CPU'
        ? `${list(members.map(({ name, rounds }) => (rounds ? `${name} (${rounds})` : name)))} are held by their CPU.`
        : null;
    const sentences = members.map(({ sentence, rounds }) => (rounds ? `${sentence} (So ${rounds}.)` : sentence));
    return `${together ?? sentences.join(' ')} ${ACTIONS[kind]}`;
  });
}

/** @param {Figures} figures @param {string} target */
function label({ run }, target) {
  return run.catalogue.targets[target].label;
}
