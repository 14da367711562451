/** Two runs side by side, as Markdown: what differs between their environments first, since that is what the rest may be due to. */
import { METRICS } from '../../analyse/comparison/comparison.ts';
import { isOfMachine, type Diff, type Difference, type Omission } from '../../analyse/comparison/diff.ts';
import { calibrationFinding } from '../../analyse/findings/run.ts';
import { plural } from '../../util/text.ts';
import { bullets, plain, table, written } from '../markdown.ts';
import { discardText } from '../words/discarded.ts';
import { calibrationCaveat } from '../words/findings/index.ts';
import { MEASURES, placeText } from '../words/names.ts';
import { notComparedText, verdictText } from '../words/verdicts.ts';
import { outcomeOf } from '../verdicts/rows.ts';
import { figureColumn, tableOf, type Table } from './table.ts';
import type { Comparison } from '../../analyse/types.ts';

export function diffMarkdown(diff: Diff): string {
  const { a, b, omissions } = diff;
  return written([
    `# stackbench ${plain(a.id)} → ${plain(b.id)}`,
    'B against A: `faster` means that B answered more requests per second. Rounds of two runs are not paired, and no interval contains the drift between the runs. Repeat A after B before you act on a small difference.',
    '## What differs between the environments',
    diff.environment.length > 0 ? table(environmentTable(diff)) : 'Nothing that was recorded.',
    '## What changed',
    diff.comparisons.length > 0 ? table(comparisonsTable(diff)) : 'Nothing could be compared.',
    floorText(diff),
    ...(omissions.length > 0 ? ['## Left out', bullets(omissions.map(omissionText))] : []),
  ]);
}

/** The noise floor that the verdicts were compared with, as B recorded it. */
function floorText({ a, b }: Diff) {
  const { calibration } = b;
  if (calibration && !isOfMachine(calibration, a))
    return `**No noise floor.** A was measured on another machine than the calibration ${calibration.runId}.`;
  const { title, text, items } = calibrationCaveat(calibrationFinding({ ...b, calibrates: undefined }, 'unpairedNoise'));
  return [`**${title}** ${plain(text)}`, bullets(items)].filter(Boolean).join('\n');
}

function environmentTable({ a, b, environment }: Diff): Table {
  return tableOf('As recorded with the runs', environment.map(differenceTexts), [
    { head: 'What', of: ([name]) => name },
    { head: `A: ${a.id}`, of: ([, ofA]) => ofA },
    { head: `B: ${b.id}`, of: ([, , ofB]) => ofB },
  ]);
}

/** @returns what differs between the environments of two runs, such as 'versions.java', '25', '26' */
export function differenceTexts(difference: Difference): [name: string, a: string, b: string] {
  if (difference.kind === 'definition') return [difference.name, 'one definition', 'another, see its run.json'];
  if (difference.kind === 'speed') {
    const [a, b] = [difference.aNs, difference.bNs].map((ns) => `${ns.toFixed(1)} ns`);
    return [`machine: ${MEASURES[difference.measure]}, median of all times`, a, b];
  }
  const { name, a, b } = difference;
  return [name, a ?? 'not recorded', b ?? 'not recorded'];
}

function comparisonsTable({ b, comparisons }: Diff): Table {
  const [rows, ofCpu] = METRICS.map((metric) => comparisons.filter((each) => each.metric === metric));
  return tableOf('B against A', rows, [
    { head: 'Scenario', of: ({ scenario }) => scenario },
    { head: 'Target', of: ({ target }) => b.catalogue.targets[target].label },
    figureColumn('Users', '', ({ vus }) => String(vus)),
    { head: 'Requests/s', of: verdictOf },
    {
      head: 'CPU per request',
      of: ({ scenario, target }) => verdictOf(ofCpu.find((each) => each.scenario === scenario && each.target === target)),
    },
    figureColumn('Rounds', '', ({ rounds }) => String(rounds)),
  ]);
}

function verdictOf(comparison?: Comparison) {
  return comparison ? verdictText(outcomeOf(comparison)) : '–';
}

/** @returns what the comparison of two runs leaves out */
export function omissionText(omission: Omission): string {
  if (omission.kind === 'in one run only') return `${omission.what} in one run only, not compared: ${omission.names.join(', ')}`;
  if (omission.kind === 'found') return foundText(omission);
  const { runId, scenario, target, vus, why } = omission;
  return `${runId}: ${scenario} · ${target} at ${plural(vus, 'user')}: ${notComparedText(why)}`;
}

function foundText({ runId, found }: Extract<Omission, { kind: 'found' }>) {
  const where = `${runId}: ${placeText(found)}`;
  if (found.kind === 'failed') return `${where} failed: ${found.reason ?? 'no reason recorded'}`;
  if (found.kind === 'pending') return `${where} was not measured`;
  return `${where}: ${found.slices} of ${plural(found.of, 'slice')} discarded: ${found.reasons.map(({ reason }) => discardText(reason)).join('; ')}`;
}
