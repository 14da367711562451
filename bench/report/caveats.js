import { TOLERANCE } from '../analyse/cell/littles-law.js';
import { machineSpeed } from '../analyse/comparison/machine-speed.js';
import { COMPILING, isCompiling } from '../analyse/cell/steady.js';
import { ROUNDS_FOR_VERDICT } from '../analyse/statistics/verdict.js';
import { calibrationCaveat } from './calibration-caveat.js';
import { expectations } from './expectation.js';
import { unlikeRounds } from './groups.js';
import { noteText } from './notes.js';
import { count, fixed, list, percent, plural } from '../util/text.js';

/**
 * What the reader must know before concluding anything, made from the data alone.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').CellFigures} CellFigures
 * @typedef {{title: string, text: string, items: string[]}} Caveat
 */

/** What the runner checked and the analysis judges again from the raw files: a cell that fails in these is void. Counts without InfluxDB's are told as such. */
const JUDGED_AGAIN = ['generator', 'scrapes'];

/** @param {Figures} figures @returns {Caveat[]} those that apply, the general ones first */
export function caveats(figures) {
  return [
    standIns(figures),
    rounds(figures),
    closedLoop(),
    settings(figures),
    farDatabase(figures),
    quota(figures),
    calibrationCaveat(figures.run),
    failedCells(figures),
    voidCells(figures),
    pendingCells(figures),
    failedRequests(figures),
    failedChecks(figures),
    withoutLiveData(figures),
    withoutWarmUp(figures),
    neverSteady(figures),
    stillRising(figures),
    compiling(figures),
    roundsUnlike(figures),
    roundsInParts(figures),
    machineUnlike(figures),
    littlesLawOff(figures),
    notAsPredicted(figures),
    missingParts(figures),
    uncommitted(figures),
    notes(figures),
  ].filter((caveat) => caveat !== null);
}

/** @param {CellFigures} cell @param {Figures} figures @returns {string} 'read · MVC · round 1' */
export function cellName({ planned }, { run }) {
  return `${planned.scenario} · ${run.catalogue.targets[planned.target].label} · round ${planned.round}`;
}

/** Not what its name says: before anything else. @param {Figures} figures @returns {Caveat | null} */
function standIns({ run }) {
  const items = run.notes.filter(isStandIn).map(noteText);
  return items.length > 0 ? { title: 'Measured with a stand-in.', text: '', items } : null;
}

/** @param {import('../record/json/notes.js').Note} note */
function isStandIn({ kind }) {
  return kind === 'stand-in';
}

/** @param {Figures} figures @returns {Caveat | null} */
function settings({ run }) {
  if (!run.settings) return null;
  const { name, title, targets } = run.settings;
  const items = Object.entries(targets).map(([target, variables]) => {
    const given = Object.entries(variables).map(([variable, value]) => `${variable}=${value}`);
    return `${run.catalogue.targets[target].label}: ${given.join(', ') || 'nothing of it'}`;
  });
  return { title: `${title} (SETTINGS=${name}).`, text: 'Threads and pools are not those of the other runs, and not alike:', items };
}

/** @param {Figures} figures @returns {Caveat | null} */
function farDatabase(figures) {
  const { databaseRttMs } = figures.run;
  if (!databaseRttMs) return null;
  const measured = okCells(figures).flatMap(({ cell }) => cell?.databaseRtt?.measuredMs ?? []);
  const range = `${fixed(Math.min(...measured), 1)} to ${fixed(Math.max(...measured), 1)} ms`;
  return {
    title: `The database is ${databaseRttMs} ms away, there and back (DB_RTT_MS).`,
    text: measured.length > 0 ? `Pings through the proxy took ${range} before the cells, for both drivers alike.` : 'No ping was recorded.',
    items: [],
  };
}

/** @param {Figures} figures @returns {Caveat | null} */
function rounds({ groups }) {
  const indicative = indicativeRounds(groups);
  if (indicative === null) return null;
  const single = groups.every(({ good }) => good.length < 2);
  const spread = single ? 'One round shows no spread at all' : 'The range of the rounds is printed beside each figure; it is no interval';
  return {
    title: indicative,
    text: `Rounds are the sample, requests are not. ${spread}; a verdict takes at least ${ROUNDS_FOR_VERDICT} rounds.`,
    items: [],
  };
}

/**
 * @param {import('../analyse/types.js').Group[]} groups
 * @returns {string | null} the sentence to print where the rounds that were measured are too few for a verdict
 */
export function indicativeRounds(groups) {
  const measured = groups.filter(({ isVoid }) => !isVoid).map(({ good }) => good.length);
  const least = Math.min(...measured);
  const most = Math.max(0, ...measured);
  if (least >= ROUNDS_FOR_VERDICT && measured.length > 0) return null;
  const range = `${least < most ? `${least} to ` : ''}${plural(most, 'round')}`;
  if (most < ROUNDS_FOR_VERDICT) return `Indicative: ${range}, no verdict.`;
  return `Indicative in part: ${range}, no verdict with fewer than ${ROUNDS_FOR_VERDICT}.`;
}

/** @returns {Caveat} */
function closedLoop() {
  return {
    title: 'Percentiles here are not "latency at a load".',
    text:
      'Each virtual user waits for its answer before it asks again (closed loop), so a slow target is asked less often and its percentiles look ' +
      'better than at a fixed arrival rate (coordinated omission). Read them as the shape of saturation.',
    items: [],
  };
}

/** @param {Figures} figures @returns {Caveat | null} */
function quota({ run }) {
  if (run.limits?.enforced !== 'quota') return null;
  const periodMs = (run.limits.periodUs ?? 100_000) / 1000;
  return {
    title: `p95 and p99 are the kernel's as much as the target's.`,
    text: `The CPU quota is given out in periods of ${fixed(periodMs, 0)} ms: a target that has used up its share waits for the next period, whatever its stack.`,
    items: [],
  };
}

/** @param {Figures} figures */
function failedCells(figures) {
  const cells = figures.cells.filter(({ state }) => state === 'failed');
  return listed(`${plural(cells.length, 'cell')} failed`, 'Left out of every figure and chart below.', cells, (cell) => {
    return `${cellName(cell, figures)}: ${cell.reason ?? 'no reason recorded'}`;
  });
}

/** @param {Figures} figures */
function voidCells(figures) {
  const cells = figures.cells.filter(({ voids }) => voids.length > 0);
  return listed(
    `${plural(cells.length, 'cell')} void`,
    'They decide nothing. Their figures are shown, marked as void, only where a target has no others in a scenario.',
    cells,
    (cell) => `${cellName(cell, figures)}: ${cell.voids.join('; ')}`,
  );
}

/** @param {Figures} figures */
function neverSteady(figures) {
  const cells = okCells(figures).filter(({ cell }) => cell?.warmup?.steady === false);
  return listed(
    `${plural(cells.length, 'warm-up')} never became steady`,
    'Throughput was still rising, or the compilers were at work, when the time for it was up: the target may have been compiling while it was measured.',
    cells,
    (cell) => cellName(cell, figures),
  );
}

/** @param {Figures} figures */
function stillRising(figures) {
  const last = figures.run.stages.length - 1;
  const cells = okCells(figures).filter(({ stillRising: rising }) => rising[last]);
  return listed(
    `${plural(cells.length, 'cell')} still rising on the last plateau`,
    'Their throughput is too low, by as much as it would still have risen.',
    cells,
    (cell) => cellName(cell, figures),
  );
}

/** @param {Figures} figures */
function compiling(figures) {
  const last = figures.run.stages.length - 1;
  const cells = okCells(figures).filter(({ stages }) => isCompiling(stages[last]?.compilingShare));
  return listed(
    `${plural(cells.length, 'cell')} with compilers at work on the last plateau`,
    `Something was being compiled for more than ${percent(COMPILING)} of the time (as the JVM counts it: elapsed, of all compilers together, also while they wait for CPU). Until that ends its code is slow, and the compilers’ CPU comes out of the target’s limit: the throughput is rather too low.`,
    cells,
    (cell) => `${cellName(cell, figures)}: ${percent(cell.stages[last].compilingShare ?? 0)}`,
  );
}

/** @param {Figures} figures */
function roundsUnlike({ run, groups }) {
  const members = groups.filter((group) => unlikeRounds(group) !== null);
  return listed(
    `The rounds are not alike: ${plural(members.length, 'target')} of a scenario`,
    'At the last stage the fastest round is more than 1.3 times the slowest: the target was not warm in one of them, or the machine was disturbed.',
    members,
    ({ scenario, target, stages }) =>
      `${scenario} · ${run.catalogue.targets[target].label}: ${stages[stages.length - 1].rpsByRound.map((rps) => count(rps)).join(', ')} requests/s`,
  );
}

/** @param {Figures} figures */
function roundsInParts(figures) {
  const resumptions = (figures.run.resumedAt ?? []).map((at) => Date.parse(at));
  const cells = okCells(figures).flatMap(({ planned, cell }) =>
    cell ? [{ name: `${planned.scenario} · round ${planned.round}`, ...cell }] : [],
  );
  const parted = [...new Set(cells.map(({ name }) => name))].filter((name) => {
    const starts = cells.filter((each) => each.name === name).map(({ startMs }) => startMs);
    return resumptions.some((at) => Math.min(...starts) < at && at < Math.max(...starts));
  });
  return listed(
    `${plural(parted.length, 'round')} of a scenario measured in parts`,
    'The run was interrupted in between: these targets are compared as a pair, but whatever drifted meanwhile is in their ratio.',
    parted,
    (name) => name,
  );
}

/** @param {Figures} figures @returns {Caveat | null} */
function machineUnlike(figures) {
  const unlike = machineSpeed(figures).filter(({ isUnlike }) => isUnlike);
  if (unlike.length === 0) return null;
  return {
    title: 'The machine itself was not equally fast all the time.',
    text: 'A fixed computation before each cell took longer in one round than in another: other guests of the same host, heat or power saving. The cells of a round lie close together and are compared with each other; rates of different rounds are not comparable, and intervals get wider.',
    items: unlike.map(({ what, medians }) => `${what}, median of each round: ${medians.map((ns) => fixed(ns, 1)).join(', ')} ns`),
  };
}

/** @param {Figures} figures */
function littlesLawOff(figures) {
  const plateaus = figures.groups.flatMap((group) =>
    figures.run.stages.map(({ vus }, stage) => ({
      vus,
      off: group.good.filter(({ littlesLaw }) => littlesLaw[stage]?.holds === false && littlesLaw[stage]?.explanation === null),
      users: (/** @type {CellFigures} */ cell) => fixed(cell.littlesLaw[stage]?.users, 1),
    })),
  );
  const members = plateaus.filter(({ off }) => off.length > 0);
  const total = sum(members.map(({ off }) => off.length));
  return listed(
    `Little's law is off by more than ${percent(TOLERANCE)} on ${plural(total, 'plateau')}, and nothing explains it`,
    'A fault of the measurement until it is explained.',
    members,
    ({ vus, off, users }) => {
      const { scenario, target } = off[0].planned;
      const found = off.map((cell) => `${users(cell)} in round ${cell.planned.round}`);
      return `${scenario} · ${figures.run.catalogue.targets[target].label} at ${vus} VUs: by the law ${list(found)}`;
    },
  );
}

/** @param {Figures} figures */
function notAsPredicted({ run, groups }) {
  const valid = groups.filter(({ isVoid }) => !isVoid);
  const off = expectations(run, valid).filter(({ isOff }) => isOff);
  return listed(
    `Not what arithmetic predicts: ${plural(off.length, 'target')} of a scenario`,
    'What is predicted wrongly is understood wrongly, or was measured wrongly.',
    off,
    ({ scenario, sentence }) => `${scenario} · ${sentence}`,
  );
}

/** @param {Figures} figures */
function pendingCells(figures) {
  const cells = figures.cells.filter(({ state }) => state === 'pending');
  const scenarios = [...new Set(cells.map(({ planned }) => planned.scenario))];
  return listed(`${plural(cells.length, 'cell')} not measured`, 'The run is not finished.', scenarios, (scenario) => {
    return `${scenario}: ${plural(cells.filter(({ planned }) => planned.scenario === scenario).length, 'cell')}`;
  });
}

/** @param {Figures} figures */
function failedRequests(figures) {
  const cells = okCells(figures).filter((cell) => failuresOf(cell) > 0);
  return listed(
    `${plural(cells.length, 'cell')} with failed requests`,
    'Throughput and latency count successful requests only.',
    cells,
    (cell) => {
      const failures = failuresOf(cell);
      const all = failures + sum(cell.stages.map(({ successes }) => successes)) + (cell.afterLastStage?.successes ?? 0);
      return `${cellName(cell, figures)}: ${count(failures)} of ${count(all)} requests failed (${percent(failures / all)})`;
    },
  );
}

/** @param {Figures} figures */
function failedChecks(figures) {
  const failed = figures.cells.flatMap((cell) =>
    (cell.cell?.checks ?? []).filter((check) => !check.ok && !isToldElsewhere(check, cell)).map((check) => ({ cell, check })),
  );
  return listed(`${plural(failed.length, 'check')} failed`, 'Health checks of the measurement itself.', failed, ({ cell, check }) => {
    return `${cellName(cell, figures)}: ${check.name} (${check.detail})`;
  });
}

/** @param {{ name: string }} check @param {CellFigures} cell */
function isToldElsewhere({ name }, { cell }) {
  return JUDGED_AGAIN.includes(name) || (name === 'counts' && cell?.counts?.influx === null);
}

/**
 * @param {CellFigures} cell
 * @returns {boolean | null} do k6, http.hlog (as counted then and as read now) and InfluxDB agree; null where nothing was counted
 */
export function countsAgree({ cell, hlogTotal }) {
  if (!cell?.counts) return null;
  const { k6, hlog, influx } = cell.counts;
  const known = [k6, hlog, influx, hlogTotal].filter((each) => each !== null);
  return known.every((each) => each === known[0]);
}

/** @param {Figures} figures */
function withoutLiveData(figures) {
  const cells = okCells(figures).filter(({ cell }) => cell?.counts && cell.counts.influx === null);
  return listed(
    `${plural(cells.length, 'cell')} without live data in InfluxDB`,
    'The figures of this report come from the files of the bundle and are not touched by it.',
    cells,
    (cell) => cellName(cell, figures),
  );
}

/** A cell that is void may have warmed the JVM up for a later round. @param {Figures} figures */
function withoutWarmUp(figures) {
  const warmedUp = new Set(okCells(figures).flatMap(({ planned, cell }) => (cell?.warmup ? `${planned.scenario} ${planned.target}` : [])));
  const groups = figures.groups.filter(({ good, scenario, target }) => good.length > 0 && !warmedUp.has(`${scenario} ${target}`));
  return listed(
    `Not warmed up: ${plural(groups.length, 'target')} of a scenario`,
    'A JVM that is still compiling may reverse an order.',
    groups,
    ({ scenario, target }) => `${scenario} · ${figures.run.catalogue.targets[target].label}`,
  );
}

/** @param {Figures} figures */
function missingParts(figures) {
  const cells = okCells(figures).filter(({ missing }) => missing.length > 0);
  return listed(`${plural(cells.length, 'cell')} with files missing or broken`, 'Figures made from these are absent.', cells, (cell) => {
    return `${cellName(cell, figures)}: ${cell.missing.join('; ')}`;
  });
}

/** @param {Figures} figures @returns {Caveat | null} */
function uncommitted({ run }) {
  if (!run.dirty) return null;
  return {
    title: 'The checkout had changes that were not committed.',
    text: 'The commit named above is not all that was measured.',
    items: [],
  };
}

/** @param {Figures} figures @returns {Caveat | null} */
function notes({ run }) {
  const items = run.notes.filter((note) => !isStandIn(note)).map(noteText);
  return items.length > 0 ? { title: 'Noted during the run:', text: '', items } : null;
}

/**
 * @template T
 * @param {string} title
 * @param {string} text
 * @param {T[]} members
 * @param {(member: T) => string} name
 * @returns {Caveat | null} nothing where there are no members
 */
function listed(title, text, members, name) {
  return members.length > 0 ? { title: `${title}.`, text, items: members.map(name) } : null;
}

/** @param {Figures} figures */
function okCells({ cells }) {
  return cells.filter(({ state }) => state === 'ok');
}

/** @param {CellFigures} cell */
function failuresOf({ stages, afterLastStage }) {
  return sum(stages.map(({ failures }) => failures)) + (afterLastStage?.failures ?? 0);
}

/** @param {(number | null)[]} values */
function sum(values) {
  return values.reduce((total, value) => /** @type {number} */ (total) + (value ?? 0), 0) ?? 0;
}
