/** Two runs side by side, as Markdown: what differs between their environments first, since that is what the rest may be due to. */
import { METRICS } from '../../analyse/comparison/comparison.ts';
import { isOfMachine, type Diff } from '../../analyse/comparison/diff.ts';
import { calibrationFinding } from '../../analyse/findings/calibration.ts';
import { bullets, plain, table, written } from '../markdown.ts';
import { calibrationCaveat } from '../words/findings/calibration.ts';
import { differenceTexts, omissionText } from '../words/diff.ts';
import { verdictText } from '../words/verdicts.ts';
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

function verdictOf(comparison?: Comparison) {
  return comparison ? verdictText(outcomeOf(comparison)) : '–';
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
