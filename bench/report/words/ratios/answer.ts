import { list, plural, fromTo } from '../../../util/text.ts';
import { boundText, factor, isShown } from '../verdicts.ts';
import { METRIC_WORDS, isJudged, type ComparedMetric } from './metrics.ts';
import type { VerdictRow } from '../../verdicts/rows.ts';

/** `baseline`: its name */
type Asked = { metric: ComparedMetric; baseline: string; label: (target: string) => string };

/** Of more targets, and of more words, a sentence cannot be read in five seconds. */
const MOST_NAMED = 3;
const MOST_WORDS = 32;
/** That `rest` has. */
const REST_WORDS = 7;

/** The answer of a run in one sentence, from what was shown of one metric. @param given of that metric and baseline */
export function wholeAnswer(given: VerdictRow[], asked: Asked): string {
  const rows = given.filter(({ reason }) => reason !== 'unfit');
  const measured = rows.filter(({ reason }) => reason !== 'arithmetic');
  const predicted = rows.filter((row) => !measured.includes(row));
  // Then what arithmetic predicts is what the run shows.
  const isAllSame = measured.some(({ verdict }) => verdict === 'same') && !measured.some(isShown);
  if (predicted.length === 0 || measured.length === 0 || isAllSame) return answerTo(rows, asked);
  return `${answerTo(measured, asked).slice(0, -1)}; by arithmetic ${rangeText(predicted)} in ${list(distinct(predicted, 'scenario'))}.`;
}

function answerTo(rows: VerdictRow[], asked: Asked): string {
  const { metric, baseline, label } = asked;
  const against = label(baseline);
  const { name } = METRIC_WORDS[metric];
  if (rows.length === 0) return `Nothing is left to compare with ${against}: choose more targets or scenarios.`;
  if (!isJudged(metric)) return `${name} against ${against}: ratios with the range of the rounds, which claim no difference.`;
  const shown = rows.filter(isShown);
  if (shown.length > 0) return `${differences(rows, asked)}${rest(rows)}.`;
  const compared = rows.filter(({ verdict }) => verdict === 'same');
  if (compared.length === 0) return `No verdict yet on ${metric === 'throughput' ? 'requests/s' : name}: ${openReason(rows)}.`;
  const scenarios = distinct(compared, 'scenario').length;
  const open =
    rows.length > compared.length ? `; ${rows.length - compared.length} of ${plural(rows.length, 'comparison')} without a verdict` : '';
  return `${name} of ${against} and ${othersText(compared, label)} in ${plural(scenarios, 'scenario')}: ${boundText(compared)}${open}.`;
}

/** @returns with the scenarios by name, with their numbers, or with the numbers of targets: the first that is short */
function differences(rows: VerdictRow[], asked: Asked): string {
  const scenarios = distinct(rows, 'scenario').length;
  const against = `Against ${asked.label(asked.baseline)}`;
  const sides = (own: VerdictRow[]) => SIDES.map((side) => own.filter((row) => sideOf(row) === side).length).join();
  const places = (own: VerdictRow[]) => own.map((row) => `${row.scenario} ${sideOf(row)}`).join();
  const byName = clauses(rows, asked, places, (own) => whereText(own, scenarios));
  const byNumber = clauses(rows, asked, sides, (own) => String(own.length / distinct(own, 'target').length));
  const forms = [
    ...(byName ? [`${against}: ${byName}`] : []),
    ...(byNumber && scenarios > 1 ? [`${against}, of ${plural(scenarios, 'scenario')}: ${byNumber}`] : []),
  ];
  return forms.find((form) => form.split(' ').length <= MOST_WORDS - REST_WORDS) ?? manyTargets(rows, asked);
}

type TextOf = (own: VerdictRow[]) => string;

/**
 * @param patternOf the differences of a target: those with the same one are named together, in the order of the targets
 * @param where they are, of one direction
 * @returns null where targets differ in too many ways
 */
function clauses(rows: VerdictRow[], { metric, label }: Asked, patternOf: TextOf, where: TextOf): string | null {
  const shown = rows.filter(isShown);
  const different = distinct(rows, 'target').filter((target) => shown.some((row) => row.target === target));
  const patterns = new Map(different.map((target) => [target, patternOf(shown.filter((row) => row.target === target))]));
  const kinds = [...new Set(patterns.values())];
  if (kinds.length > MOST_NAMED) return null;
  const texts = kinds.map((pattern) => {
    const alike = shown.filter(({ target }) => patterns.get(target) === pattern);
    const targets = distinct(alike, 'target');
    const parts = SIDES.flatMap((side) => {
      const own = alike.filter((row) => sideOf(row) === side);
      return own.length > 0 ? [`${METRIC_WORDS[metric].verdicts?.[side]} in ${where(own)}`] : [];
    });
    return `${list(targets.map(label))} ${verb(metric, targets.length)} ${list(parts)}`;
  });
  return texts.join('; ');
}

/** Above 1 first. */
const SIDES = [1, 0] as const;

/** @returns its place in pairs of words */
function sideOf({ ratio }: VerdictRow): 0 | 1 {
  return Number(ratio) > 1 ? 1 : 0;
}

function distinct(rows: VerdictRow[], field: 'scenario' | 'target'): string[] {
  return [...new Set(rows.map((row) => row[field]))];
}

/** @param shown of one direction @param all scenarios @returns 'block (×1.50)', '3 of 5 scenarios (×0.61 to ×0.90)' */
function whereText(shown: VerdictRow[], all: number): string {
  const scenarios = distinct(shown, 'scenario');
  const where = scenarios.length === 1 ? scenarios[0] : `${scenarios.length} of ${plural(all, 'scenario')}`;
  return `${where} (${rangeText(shown)})`;
}

/** @returns '×1.50', '×0.61 to ×0.90' */
function rangeText(shown: VerdictRow[]): string {
  const ratios = shown.map(({ ratio }) => Number(ratio));
  return fromTo(ratios, (ratio) => `×${factor(ratio)}`);
}

/**
 * @returns 'Of 8 targets, 3 are faster than MVC in some scenario, 6 are slower'; of one scenario 'in slow (×1.67 to ×3.02)', as each target has one ratio
 */
function manyTargets(rows: VerdictRow[], { metric, baseline, label }: Asked): string {
  const [scenario, ...furtherScenarios] = distinct(rows, 'scenario');
  const isOne = furtherScenarios.length === 0;
  const parts = SIDES.flatMap((side) => {
    const own = rows.filter((row) => isShown(row) && sideOf(row) === side);
    const { length } = distinct(own, 'target');
    const text = `${length} ${verb(metric, length)} ${METRIC_WORDS[metric].verdicts?.[side]}`;
    return length > 0 ? [{ text, range: isOne ? ` (${rangeText(own)})` : '' }] : [];
  });
  const [first, ...others] = parts;
  const where = isOne ? scenario : 'some scenario';
  const firstText = `${first.text} than ${label(baseline)} in ${where}${first.range}`;
  return `Of ${plural(distinct(rows, 'target').length, 'target')}, ${[firstText, ...others.map(({ text, range }) => `${text}${range}`)].join(', ')}`;
}

function verb(metric: ComparedMetric, count: number) {
  if (metric === 'cpu') return count === 1 ? 'takes' : 'take';
  return count === 1 ? 'is' : 'are';
}

function rest(rows: VerdictRow[]): string {
  const others = rows.filter((row) => !isShown(row));
  const same = others.filter(({ verdict }) => verdict === 'same');
  if (same.length === 0) return others.length === 0 ? '' : '; elsewhere no verdict';
  return `; elsewhere ${boundText(same)}${same.length < others.length ? ', or no verdict' : ''}`;
}

function openReason(rows: VerdictRow[]) {
  if (rows.every(({ verdict }) => verdict === 'discarded')) return 'everything is discarded';
  if (rows.some(({ verdict }) => verdict === 'indicative')) return 'the rounds are too few, so ratios are only indicative';
  return 'nothing could be compared';
}

function othersText(rows: VerdictRow[], label: Asked['label']) {
  const targets = distinct(rows, 'target');
  return targets.length <= MOST_NAMED ? list(targets.map(label)) : plural(targets.length, 'other target');
}
