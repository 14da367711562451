import { sum } from '../../util/math.js';
import { blocksOf, countedCells, groupsOf, okSequences, ofTarget } from './scopes.js';

/**
 * How well a scenario was measured.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('./types.js').Finding} Finding
 */

/** After which answers are called late: more than a request of a second takes that has just begun. */
const LATE_SECONDS = 5;

/** @param {Figures} figures @returns {Finding[]} */
export function scenarios(figures) {
  return countedCells(figures).flatMap(({ scenario, cells }) => {
    const measured = { scenario, cells, slices: blocksOf(figures, scenario).flatMap(({ good }) => good), figures };
    const isEmpty = cells.length === 0 && measured.slices.length === 0;
    return [
      ...stockSold(scenario, cells),
      ...downstreamDelay(measured),
      ...lateAnswers(figures, scenario),
      ...(isEmpty ? [nothing(scenario)] : [scrapes(measured), checks(measured)]),
    ];
  });
}

/** @typedef {{ scenario: string, cells: CellFigures[], slices: import('../types.js').SliceFigures[], figures: Figures }} Measured what the figures are made of */

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

/** @param {Measured} measured @returns {Finding[]} */
function downstreamDelay({ scenario, cells, slices }) {
  const seen = [...cells, ...slices].flatMap(({ downstream }) => downstream).filter((each) => each !== null);
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
    const seconds = group.cell?.lastAnswerSeconds ?? 0;
    return seconds > LATE_SECONDS ? [{ ...ofTarget(group), kind: /** @type {const} */ ('late-answers'), seconds }] : [];
  });
}

/** @param {Measured} measured @returns {Finding} */
function scrapes({ scenario, cells, slices }) {
  const counted = [...cells.flatMap(({ cell }) => cell?.scrapes ?? []), ...slices.map((slice) => slice.scrapes)];
  return {
    scope: 'scenario',
    scenario,
    kind: 'scrapes',
    ok: sum(counted.map(({ ok }) => ok)),
    expected: sum(counted.map(({ expected }) => expected)),
    leastShare: Math.min(...counted.map(({ ok, expected }) => ok / expected)),
  };
}

/** @param {Measured} measured @returns {Finding} */
function checks({ scenario, cells, figures }) {
  const ofSequences = okSequences(figures, scenario).flatMap(({ sequence }) => sequence?.checks ?? []);
  const all = [...cells.flatMap(({ cell }) => cell?.checks ?? []), ...ofSequences];
  return { scope: 'scenario', scenario, kind: 'checks', checks: all.length, failed: all.filter(({ ok }) => !ok).length };
}
