import { TOLERANCE } from '../analyse/cell/littles-law.js';
import { expectations } from './expectation.js';
import { count, fixed, list, percent, plural } from '../util/text.js';

/** After which answers are called late: more than a request of a second takes that has just begun. */
const LATE_SECONDS = 5;

/**
 * What is to be said about a scenario beside its verdicts: what arithmetic predicts, and how well it was measured.
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
  const valid = groups.filter(({ isVoid }) => !isVoid);
  return [
    ...expectations(run, valid).map(({ sentence }) => sentence),
    stock(groups),
    neighbour(groups),
    backlog(run, groups),
    littlesLaw(valid),
    ...measurement(groups),
  ].filter((sentence) => sentence !== null);
}

/** @param {Figures['run']} run @param {Group[]} groups @returns {string | null} of targets on which requests had piled up */
function backlog({ catalogue }, groups) {
  const late = groups.flatMap(({ target, good }) => {
    const seconds = Math.max(...good.map(({ lastAnswerSeconds }) => lastAnswerSeconds ?? 0));
    return seconds > LATE_SECONDS ? [`on ${catalogue.targets[target].label} up to ${seconds} s`] : [];
  });
  if (late.length === 0) return null;
  return `Requests had piled up: the last answers came after the load had ended, ${list(late)} later. They count in no stage, the users' time counts in all.`;
}

/** @param {Group[]} groups @returns {string | null} of all cells that sell places; one in which they do not agree has failed */
function stock(groups) {
  const cells = groups.flatMap(({ good }) => good.flatMap(({ cell }) => cell?.stock ?? []));
  if (cells.length === 0) return null;
  const [least, most] = [Math.min, Math.max].map((of) => of(...cells.map(({ accepted }) => accepted)));
  const accepted = least === most ? count(most) : `${count(least)} to ${count(most)}`;
  return `Never oversold: in each of ${plural(cells.length, 'cell')} ${accepted} of ${count(cells[0].places)} places were accepted, as many rows were stored, and none but the rest was left.`;
}

/** @param {Group[]} groups @returns {string | null} of the service that is called */
function neighbour(groups) {
  const seen = groups.flatMap(({ good }) => good.flatMap(({ neighbours }) => neighbours)).filter((each) => each !== null);
  const means = seen.flatMap(({ meanMs }) => meanMs ?? []);
  if (means.length === 0) return null;
  const shares = seen.flatMap(({ cpu }) => (cpu ? cpu.used / cpu.share : []));
  const cpu = shares.length > 0 ? `, with at most ${percent(Math.max(...shares))} of the CPU that was left to it` : '';
  return `The service that is called took ${fixed(Math.min(...means), 1)} to ${fixed(Math.max(...means), 1)} ms where ${seen[0].askedMs} ms were asked for${cpu}.`;
}

/** @param {Group[]} groups @returns {string | null} of all plateaus of the scenario */
function littlesLaw(groups) {
  const laws = groups.flatMap(({ good }) => good.flatMap((cell) => cell.littlesLaw)).filter((law) => law !== null);
  if (laws.length === 0) return null;
  const holds = laws.filter((law) => law.holds).length;
  const explained = laws.filter((law) => !law.holds && law.explanation !== null);
  const left = laws.length - holds - explained.length;
  const reasons = explained.length > 0 ? `; ${explained.length} more ${explained.length === 1 ? 'is' : 'are'} explained below` : '';
  const open = left > 0 ? `; ${left} ${left === 1 ? 'is' : 'are'} not explained` : '';
  const between = laws.filter(({ betweenRequests }) => betweenRequests > TOLERANCE).length;
  const generator =
    between > 0
      ? ` On ${between} the generator took more than ${percent(TOLERANCE)} of the users' time, between their requests: the target had fewer users than the stage.`
      : '';
  return `Little's law (users = iterations/s × their mean duration): holds within ${percent(TOLERANCE)} on ${holds} of ${plural(laws.length, 'plateau')}${reasons}${open}.${generator}`;
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
  const warmUps = cells.flatMap(({ cell }) => cell?.warmup ?? []);
  if (warmUps.length === 0) return 'No warm-up.';
  const seconds = warmUps.map((each) => each.seconds);
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)].map((each) => fixed(each, 0));
  const vus = [...new Set(warmUps.map((each) => [each.vus].flat().join(' and ')))].join(', ');
  const others = [...new Set(cells.flatMap(({ planned, cell }) => foreignRequests(planned, cell)))];
  const by = others.length > 0 ? `, with the requests of ${others.join(', ')}` : '';
  const limit = limitWords(warmUps);
  const tested = warmUps.filter(({ steady }) => steady !== undefined);
  const steady = tested.filter((each) => each.steady).length;
  const ended = tested.length > 0 ? `; steady at its end in ${steady} of ${tested.length}` : '; whether that was enough was not tested';
  return `Warm-up of each new JVM: ${least === most ? least : `${least} to ${most}`} s at ${vus} VUs${by}${limit}${ended}.`;
}

/** @param {{ quotaLifted: boolean, limitInTurn?: boolean }[]} warmUps */
function limitWords(warmUps) {
  if (!warmUps.every(({ quotaLifted }) => quotaLifted)) return '';
  return warmUps.every(({ limitInTurn }) => limitInTurn) ? ', without and with the CPU limit in turn' : ', CPU limit lifted';
}

/** @param {CellFigures['planned']} planned @param {CellFigures['cell']} cell @returns {string[]} the scenario that warmed it up, where that is another one */
function foreignRequests({ scenario: own }, cell) {
  const { scenario = own } = cell?.warmup ?? {};
  return scenario === own ? [] : [scenario];
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
