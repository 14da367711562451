import { sum } from '../../util/math.js';
import { groupBy } from '../../util/group.js';
import { blockGroupOf, blocksOf, countedCells, groupsOf, okCells, okSequences, ofTarget } from './scopes.js';

/**
 * How well a scenario was measured.
 *
 * @typedef {import('../types.js').FiguresToJudge} Figures
 * @typedef {import('../types.js').CellFigures} CellFigures
 * @typedef {import('./types.js').Finding} Finding
 */

/** After which answers are called late: more than a request of a second takes that has just begun. */
const LATE_SECONDS = 5;

/** Rounds of one target that differ by more were not made in the same state; a busy machine makes 1.1 to 1.2. */
const MOST_RATIO = 1.3;

/** @param {Figures} figures @returns {Finding[]} */
export function scenarios(figures) {
  const ofEach = countedCells(figures).flatMap(({ scenario, cells }) => {
    const measured = { scenario, cells, slices: blocksOf(figures, scenario).flatMap(({ good }) => good), figures };
    const isEmpty = cells.length === 0 && measured.slices.length === 0;
    return [
      ...stockSold(scenario, cells),
      ...downstreamDelay(measured),
      ...lateAnswers(figures, scenario),
      ...(isEmpty ? [nothing(scenario)] : [scrapes(measured), checks(measured)]),
    ];
  });
  return [...differing(figures), ...interrupted(figures), ...ofEach];
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

/** @param {Figures} figures @returns {Finding[]} the fastest round of blocks by the slowest */
function differing({ blocks }) {
  return blocks.flatMap((group) => {
    const { rpsRange, rpsByRound } = group.stage;
    if (!rpsRange || rpsRange[0] === 0) return [];
    const ratio = rpsRange[1] / rpsRange[0];
    return ratio > MOST_RATIO ? [{ ...ofTarget(group), kind: /** @type {const} */ ('rounds-differ'), ratio, rpsByRound }] : [];
  });
}

/** Blocks are compared within themselves. @param {Figures} figures @returns {Finding[]} scenarios of cells alone in whose midst the run was resumed */
function interrupted(figures) {
  const resumedMs = figures.run.resumedAt.map((at) => Date.parse(at));
  const alone = okCells(figures).filter(({ planned }) => !blockGroupOf(figures, planned));
  return [...groupBy(alone, ({ planned }) => planned.scenario)].flatMap(([scenario, cells]) => {
    const startsMs = cells.flatMap(({ cell }) => cell?.startMs ?? []);
    const isInMidst = resumedMs.some((at) => Math.min(...startsMs) < at && at < Math.max(...startsMs));
    return isInMidst ? [{ scope: /** @type {const} */ ('scenario'), scenario, kind: /** @type {const} */ ('interrupted-scenario') }] : [];
  });
}
