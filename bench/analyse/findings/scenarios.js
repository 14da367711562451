import { sum } from '../../util/math.js';
import { countedCells, groupsOf, ofTarget } from './scopes.js';

/**
 * How well a scenario was measured.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('./types.js').Finding} Finding
 */

/** After which answers are called late: more than a request of a second takes that has just begun. */
const LATE_SECONDS = 5;

/** @type {import('./types.js').Family} */
export const SCENARIOS = {
  kinds: ['nothing-measured', 'stock-sold', 'downstream-delay', 'late-answers', 'scrapes', 'checks'],
  find: (figures) =>
    countedCells(figures).flatMap(({ scenario, cells }) => [
      ...stockSold(scenario, cells),
      ...downstreamDelay(scenario, cells),
      ...lateAnswers(figures, scenario),
      ...(cells.length === 0 ? [nothing(scenario)] : [scrapes(scenario, cells), checks(scenario, cells)]),
    ]),
};

/** @param {string} scenario @returns {Finding} */
function nothing(scenario) {
  return { scope: 'scenario', scenario, kind: 'nothing-measured' };
}

/** A cell in which accepted places, rows and the rest do not agree has failed. @param {string} scenario @param {CellFigures[]} cells @returns {Finding[]} */
function stockSold(scenario, cells) {
  const stocks = cells.flatMap(({ cell }) => cell?.stock ?? []);
  if (stocks.length === 0) return [];
  const accepted = stocks.map((stock) => stock.accepted);
  const [leastAccepted, mostAccepted] = [Math.min(...accepted), Math.max(...accepted)];
  return [{ scope: 'scenario', scenario, kind: 'stock-sold', cells: stocks.length, places: stocks[0].places, leastAccepted, mostAccepted }];
}

/** @param {string} scenario @param {CellFigures[]} cells @returns {Finding[]} */
function downstreamDelay(scenario, cells) {
  const seen = cells.flatMap(({ downstream }) => downstream).filter((each) => each !== null);
  const means = seen.flatMap(({ meanMs }) => meanMs ?? []);
  if (means.length === 0) return [];
  const shares = seen.flatMap(({ cpu }) => (cpu ? cpu.used / cpu.share : []));
  return [
    {
      scope: 'scenario',
      scenario,
      kind: 'downstream-delay',
      leastMs: Math.min(...means),
      mostMs: Math.max(...means),
      requestedMs: seen[0].requestedMs,
      cpuShare: shares.length > 0 ? Math.max(...shares) : null,
    },
  ];
}

/** @param {Figures} figures @param {string} scenario @returns {Finding[]} of targets on which requests had piled up */
function lateAnswers(figures, scenario) {
  return groupsOf(figures, scenario).flatMap((group) => {
    const seconds = Math.max(...group.good.map(({ lastAnswerSeconds }) => lastAnswerSeconds ?? 0));
    return seconds > LATE_SECONDS ? [{ ...ofTarget(group), kind: /** @type {const} */ ('late-answers'), seconds }] : [];
  });
}

/** @param {string} scenario @param {CellFigures[]} cells @returns {Finding} */
function scrapes(scenario, cells) {
  const counted = cells.flatMap(({ cell }) => cell?.scrapes ?? []);
  return {
    scope: 'scenario',
    scenario,
    kind: 'scrapes',
    ok: sum(counted.map(({ ok }) => ok)),
    expected: sum(counted.map(({ expected }) => expected)),
    leastShare: Math.min(...counted.map(({ ok, expected }) => ok / expected)),
  };
}

/** @param {string} scenario @param {CellFigures[]} cells @returns {Finding} */
function checks(scenario, cells) {
  const all = cells.flatMap(({ cell }) => cell?.checks ?? []);
  return { scope: 'scenario', scenario, kind: 'checks', checks: all.length, failed: all.filter(({ ok }) => !ok).length };
}
