/** What a person can act on: one paragraph per scenario, from its verdicts and its bottlenecks. */
import { comparedVus } from '../record/run.ts';
import { list, plural } from '../util/text.ts';
import { scenarioRows, whyNotCompared, type VerdictRow } from './verdicts/rows.ts';
import { ACTIONS, bottleneckText, cpuBottlenecks } from './words/bottleneck.ts';
import { namesOf } from './words/names.ts';
import { boundText, factor, isShown, notComparedText, sampleText, verdictText } from './words/verdicts.ts';
import type { Figures } from '../analyse/types.ts';

export function conclusion(figures: Figures, scenario: string): string {
  const isUnmeasured = figures.findings.some((finding) => finding.kind === 'nothing-measured' && finding.scenario === scenario);
  if (isUnmeasured) return 'Nothing of this scenario was measured to its end, so nothing can be concluded.';
  const rows = scenarioRows(figures, scenario);
  return [throughput(figures, scenario, rows), ...cpu(figures, rows), ...bottlenecks(figures, scenario)].join(' ');
}

function throughput(figures: Figures, scenario: string, rows: VerdictRow[]) {
  const { label } = namesOf(figures.run);
  const own = rows.filter(({ metric }) => metric === 'throughput');
  const compared = own.filter(({ ratio }) => ratio !== null);
  const at = `At ${plural(comparedVus(figures.run, scenario), 'user')}`;
  const base = label(figures.baseline);
  if (compared.length === 0) return `${at} nothing can be compared with ${base}.`;
  const others = own.flatMap((row) => {
    const why = row.ratio === null ? whyNotCompared(figures, row) : null;
    return why === null || why.kind === 'not recorded' ? [] : [`${label(row.target)} is not compared (${notComparedText(why)})`];
  });
  return `${at}, in requests/s against ${base}: ${[verdictsText(compared, label), ...others].join('; ')}.`;
}

function cpu({ run }: Figures, rows: VerdictRow[]) {
  const compared = rows.filter(({ metric, ratio }) => metric === 'cpu' && ratio !== null);
  return compared.length > 0 ? [`CPU per request: ${verdictsText(compared, namesOf(run).label)}.`] : [];
}

type Label = (target: string) => string;

/** @returns verdicts, then those without a difference, then those that have too few rounds for either */
function verdictsText(compared: VerdictRow[], label: Label): string {
  const named = (rows: VerdictRow[]) => list(rows.map((row) => `${label(row.target)} ${verdictText(row)}`));
  const [same, few] = ['same', 'indicative'].map((kind) => compared.filter(({ verdict }) => verdict === kind));
  const [bounded, explained] = [true, false].map((isBounded) => same.filter(({ because }) => (because === null) === isBounded));
  const parts = [named(compared.filter(isShown)), ...noDifference(bounded, label), named(explained), ...tooFewRounds(few, label)];
  return parts.filter((part) => part !== '').join('; ');
}

/** @param same their intervals hold 1 @returns 'no difference larger than ±11 % for A and B', 'inconclusive, up to ±45 %, for C' */
function noDifference(same: VerdictRow[], label: Label): string[] {
  const byWord = Map.groupBy(same, (row) => boundText([row]).split(' ')[0]);
  return [...byWord.values()].map((alike) => `${boundText(alike)} for ${list(alike.map(({ target }) => label(target)))}`);
}

/** @returns those whose ratio cannot be relied on by themselves, with the reason */
function tooFewRounds(few: VerdictRow[], label: Label): string[] {
  return [...Map.groupBy(few, ({ because }) => because)].map(([because, alike]) => {
    const fewest = alike.reduce((least, each) => (each.rounds < least.rounds ? each : least));
    const why = because === null ? 'no verdict' : `no verdict; ${because}`;
    const named = list(alike.map(({ target, ratio }) => `${label(target)} ×${factor(Number(ratio))}`));
    return `indicative only (${sampleText(fewest)}, ${why}): ${named}`;
  });
}

function bottlenecks({ run, findings }: Figures, scenario: string): string[] {
  const { label } = namesOf(run);
  const own = findings.filter((finding) => finding.kind === 'bottleneck').filter((finding) => finding.scenario === scenario);
  const share = ({ seen }: (typeof own)[number]) => (seen.slices < seen.of ? `in ${seen.slices} of ${seen.of} slices` : null);
  return [...Map.groupBy(own, ({ bottleneck }) => bottleneck.kind)].map(([kind, same]) => {
    if (kind === 'target CPU' && same.length > 1) {
      const names = same.map((each) => (share(each) ? `${label(each.target)} (${share(each)})` : label(each.target)));
      return `${cpuBottlenecks(names)} ${ACTIONS[kind]}`;
    }
    const sentences = same.map((each) => {
      const sentence = bottleneckText(each.bottleneck, label(each.target));
      return share(each) ? `${sentence} (That was so ${share(each)}.)` : sentence;
    });
    return `${sentences.join(' ')} ${ACTIONS[kind]}`;
  });
}
