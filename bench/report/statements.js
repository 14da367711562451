import { indicativeRounds } from './caveats.js';
import { expectations } from './expectation.js';
import { fixed, number, percent, plural, span } from './format.js';

/**
 * What is to be said about a scenario in sentences.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Group} Group
 * @typedef {import('../analyse/types.js').CellFigures} CellFigures
 */

/**
 * @param {Figures} figures
 * @param {Group[]} groups of one scenario
 * @returns {string[]}
 */
export function statements({ run }, groups) {
  return [order(run, groups), ...expectations(run, groups), ...measurement(groups)].filter((sentence) => sentence !== null);
}

/**
 * The targets by throughput at the last stage, `~` where the ranges of neighbours overlap.
 * @param {Figures['run']} run
 * @param {Group[]} groups
 */
function order(run, groups) {
  const known = groups.flatMap((group) => {
    const stage = group.stages[group.stages.length - 1];
    return stage?.rps !== null && stage?.rpsRange ? [{ group, stage, rps: Number(stage.rps), range: stage.rpsRange }] : [];
  });
  if (known.length < 2) return null;
  known.sort((a, b) => b.rps - a.rps);
  const spread = known.every(({ stage }) => stage.rounds > 1);
  const chain = known.map(({ group, rps, range }, index) => {
    const label = `${run.catalogue.targets[group.target].label} ${number(rps)}${spread ? ` (${span(range)})` : ''}`;
    if (index === 0) return label;
    const overlap = range[1] >= known[index - 1].range[0];
    return `${spread ? (overlap ? '~' : '>') : '·'} ${label}`;
  });
  const { vus } = known[0].stage;
  const legend = spread ? ' ~: the ranges of the rounds overlap.' : '';
  const sentence = `Requests/s on the plateau at ${vus} VUs: ${chain.join(' ')}.${legend}`;
  return [sentence, indicativeRounds(groups)].filter((part) => part !== null).join(' ');
}

/** @param {Group[]} groups @returns {string[]} how well it was measured */
function measurement(groups) {
  const cells = groups.flatMap(({ good }) => good);
  if (cells.length === 0) return ['No cell of this scenario was measured to its end.'];
  return [`${coverage(cells)} ${warmUp(cells)} ${checks(cells)}`];
}

/** @param {CellFigures[]} cells */
function coverage(cells) {
  const scrapes = cells.flatMap(({ cell }) => (cell?.scrapes ? [cell.scrapes] : []));
  const expected = scrapes.reduce((sum, each) => sum + each.expected, 0);
  if (expected === 0) return 'Scrapes were not counted.';
  const ok = scrapes.reduce((sum, each) => sum + each.ok, 0);
  const least = Math.min(...scrapes.map((each) => each.ok / each.expected));
  if (ok === expected) return 'Scrapes: all of the expected 1 s samples are there.';
  return `Scrapes: ${percent(ok / expected)} of the expected 1 s samples are there, at least ${percent(least)} in every cell.`;
}

/** @param {CellFigures[]} cells */
function warmUp(cells) {
  const kinds = new Set(
    cells.flatMap(({ cell }) => {
      if (!cell?.warmup) return [];
      const { vus, seconds, quotaLifted } = cell.warmup;
      return [`${fixed(seconds, 0)} s at ${vus} VUs${quotaLifted ? ', CPU limit lifted' : ''}`];
    }),
  );
  return kinds.size > 0 ? `Warm-up of each JVM: ${[...kinds].join('; ')}.` : 'No warm-up.';
}

/** @param {CellFigures[]} cells */
function checks(cells) {
  const all = cells.flatMap(({ cell }) => cell?.checks ?? []);
  if (all.length === 0) return 'No checks were recorded.';
  const failed = all.filter(({ ok }) => !ok).length;
  return failed === 0
    ? `All ${plural(all.length, 'check')} of the measurement passed.`
    : `${failed} of ${all.length} checks of the measurement failed.`;
}
