import { comparedVus } from '../record/run.js';
import { groupBy } from '../util/group.js';
import { list, plural } from '../util/text.js';
import { whyNotCompared } from './level.js';
import { scenarioRows } from './verdicts/rows.js';
import { ACTIONS, bottleneckText, cpuBottlenecks } from './words/bottleneck.js';
import { namesOf } from './words/names.js';
import { boundText, factor, isShown, notComparedText, sampleText, verdictText } from './words/verdicts.js';

/**
 * What a person can act on: one paragraph per scenario, from its verdicts and its bottlenecks.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('./verdicts/rows.js').VerdictRow} VerdictRow
 */

/** @param {Figures} figures @param {string} scenario @returns {string} */
export function conclusion(figures, scenario) {
  if (isUnmeasured(figures, scenario)) return 'Nothing of this scenario was measured to its end, so nothing can be concluded.';
  const rows = scenarioRows(figures, scenario);
  return [throughput(figures, scenario, rows), ...cpu(figures, rows), ...bottlenecks(figures, scenario)].join(' ');
}

/** @param {Figures} figures @param {string} scenario */
function isUnmeasured({ findings }, scenario) {
  return findings.some((finding) => finding.kind === 'nothing-measured' && finding.scenario === scenario);
}

/** @param {Figures} figures @param {string} scenario @param {VerdictRow[]} rows */
function throughput(figures, scenario, rows) {
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

/** @param {Figures} figures @param {VerdictRow[]} rows */
function cpu({ run }, rows) {
  const compared = rows.filter(({ metric, ratio }) => metric === 'cpu' && ratio !== null);
  return compared.length > 0 ? [`CPU per request: ${verdictsText(compared, namesOf(run).label)}.`] : [];
}

/** @typedef {(target: string) => string} Label */

/** @param {VerdictRow[]} compared @param {Label} label @returns {string} verdicts, then those without a difference, then those that have too few rounds for either */
function verdictsText(compared, label) {
  const named = (/** @type {VerdictRow[]} */ rows) => list(rows.map((row) => `${label(row.target)} ${verdictText(row)}`));
  const same = compared.filter(({ verdict }) => verdict === 'same');
  const few = compared.filter(({ verdict }) => verdict === 'indicative');
  const parts = [
    named(compared.filter(isShown)),
    ...noDifference(
      same.filter(({ because }) => because === null),
      label,
    ),
    named(same.filter(({ because }) => because !== null)),
    ...tooFewRounds(few, label),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** @param {VerdictRow[]} same their intervals hold 1 @param {Label} label @returns {string[]} 'no difference larger than ±11 % for A and B', 'inconclusive, up to ±45 %, for C' */
function noDifference(same, label) {
  const byWord = groupBy(same, (row) => boundText([row]).split(' ')[0]);
  return [...byWord.values()].map((alike) => `${boundText(alike)} for ${list(alike.map(({ target }) => label(target)))}`);
}

/** @param {VerdictRow[]} few @param {Label} label @returns {string[]} those whose ratio cannot be relied on by themselves, with the reason */
function tooFewRounds(few, label) {
  return [...groupBy(few, ({ because }) => because)].map(([because, alike]) => {
    const fewest = alike.reduce((least, each) => (each.rounds < least.rounds ? each : least));
    const why = because === null ? 'no verdict' : `no verdict; ${because}`;
    const named = list(alike.map(({ target, ratio }) => `${label(target)} ×${factor(Number(ratio))}`));
    return `indicative only (${sampleText(fewest)}, ${why}): ${named}`;
  });
}

/** @param {Figures} figures @param {string} scenario @returns {string[]} like ones together */
function bottlenecks({ run, findings }, scenario) {
  const { label } = namesOf(run);
  const own = findings.flatMap((finding) => (finding.kind === 'bottleneck' && finding.scenario === scenario ? [finding] : []));
  const kinds = [...new Set(own.map(({ bottleneck }) => bottleneck.kind))];
  return kinds.map((kind) => {
    const same = own.filter(({ bottleneck }) => bottleneck.kind === kind);
    const share = (/** @type {typeof own[number]} */ { seen }) => (seen.slices < seen.of ? `in ${seen.slices} of ${seen.of} slices` : null);
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
