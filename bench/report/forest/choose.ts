/** Which rows the plot shows. The choice is in the fragment of the page's address, as
 * `#baseline=mvc&metric=cpu&scenarios=read,create&targets=mvc,mvc-vt`; what is not in it is as the page comes. */
import { COMPARED_METRICS, METRIC_WORDS, type ComparedMetric } from '../words/ratios/metrics.ts';
import type { VerdictRow } from '../verdicts/rows.ts';
import type { Choices } from './view.ts';

export type Choice = { baseline: string; metric: ComparedMetric; scenarios: string[]; targets: string[] };

/** @returns what the page shows as it comes */
export function defaultChoice({ baseline, scenarios, targets }: Choices): Choice {
  return { baseline, metric: 'throughput', scenarios, targets: Object.keys(targets) };
}

/** @returns the rows that view.ts packed */
export function unpacked({ rows: columns }: Pick<Choices, 'rows'>): VerdictRow[] {
  return (columns[0]?.values ?? []).map((_, index) => {
    const entries = columns.map(({ field, texts, values }) => [field, texts ? texts[Number(values[index])] : values[index]]);
    const row = Object.fromEntries(entries) as VerdictRow;
    return { ...row, unit: METRIC_WORDS[row.metric].unit };
  });
}

export function chosenRows(rows: VerdictRow[], { baseline, metric, scenarios, targets }: Choice): VerdictRow[] {
  return rows.filter(
    (row) => row.baseline === baseline && row.metric === metric && scenarios.includes(row.scenario) && targets.includes(row.target),
  );
}

/**
 * @param fragment with or without its #
 * @returns null where it is no choice, but a place on the page; names that the run does not have are left out
 */
export function choiceOf(fragment: string, choices: Choices): Choice | null {
  const text = fragment.replace(/^#/, '');
  if (text === '' || !text.includes('=')) return null;
  const given = new URLSearchParams(text);
  const usual = defaultChoice(choices);
  const some = (name: 'scenarios' | 'targets') => {
    const asked = given.get(name)?.split(',');
    return asked ? usual[name].filter((each) => asked.includes(each)) : usual[name];
  };
  return {
    baseline: usual.targets.find((target) => target === given.get('baseline')) ?? usual.baseline,
    metric: COMPARED_METRICS.find((metric) => metric === given.get('metric')) ?? usual.metric,
    ...{ scenarios: some('scenarios'), targets: some('targets') },
  };
}

/** @returns without #; '' for what the page shows as it comes */
export function fragmentOf(choice: Choice, choices: Choices): string {
  const usual = defaultChoice(choices);
  const parts = new URLSearchParams();
  if (choice.baseline !== usual.baseline) parts.set('baseline', choice.baseline);
  if (choice.metric !== usual.metric) parts.set('metric', choice.metric);
  if (choice.scenarios.length < usual.scenarios.length) parts.set('scenarios', choice.scenarios.join());
  if (choice.targets.length < usual.targets.length) parts.set('targets', choice.targets.join());
  return parts.toString().replaceAll('%2C', ',');
}
