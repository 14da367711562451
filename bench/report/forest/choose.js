import { METRIC_WORDS } from '../words/ratios/metrics.js';

/**
 * Which rows the plot shows. The choice is in the fragment of the page's address, as `#baseline=mvc&metric=cpu&scenarios=read,create&targets=mvc,mvc-vt`;
 * what is not in it is as the page comes.
 *
 * @typedef {import('../verdicts/rows.js').VerdictRow} VerdictRow
 * @typedef {import('./view.js').Choices} Choices
 * @typedef {{ baseline: string, metric: import('../words/ratios/metrics.js').ComparedMetric, scenarios: string[], targets: string[] }} Choice
 */

/** @param {Choices} choices @returns {Choice} what the page shows as it comes */
export function defaultChoice({ baseline, scenarios, targets }) {
  return { baseline, metric: 'throughput', scenarios, targets: Object.keys(targets) };
}

/** @param {Pick<Choices, 'rows'>} choices @returns {VerdictRow[]} */
export function unpacked({ rows: columns }) {
  return (columns[0]?.values ?? []).map((_, index) => {
    const entries = columns.map(({ field, texts, values }) => [field, texts ? texts[Number(values[index])] : values[index]]);
    const row = /** @type {VerdictRow} */ (Object.fromEntries(entries));
    return { ...row, unit: METRIC_WORDS[row.metric].unit };
  });
}

/** @param {VerdictRow[]} rows @param {Choice} choice @returns {VerdictRow[]} */
export function chosenRows(rows, { baseline, metric, scenarios, targets }) {
  return rows.filter(
    (row) => row.baseline === baseline && row.metric === metric && scenarios.includes(row.scenario) && targets.includes(row.target),
  );
}

/**
 * @param {string} fragment with or without its #
 * @param {Choices} choices
 * @returns {Choice | null} null where it is no choice, but a place on the page; names that the run does not have are left out
 */
export function choiceOf(fragment, choices) {
  const text = fragment.replace(/^#/, '');
  if (text === '' || !text.includes('=')) return null;
  const given = new URLSearchParams(text);
  const usual = defaultChoice(choices);
  const some = (/** @type {'scenarios' | 'targets'} */ name) => {
    const asked = given.get(name)?.split(',');
    return asked ? usual[name].filter((each) => asked.includes(each)) : usual[name];
  };
  const metric = /** @type {Choice['metric']} */ (given.get('metric'));
  return {
    baseline: usual.targets.find((target) => target === given.get('baseline')) ?? usual.baseline,
    metric: Object.hasOwn(METRIC_WORDS, metric ?? '') ? metric : usual.metric,
    ...{ scenarios: some('scenarios'), targets: some('targets') },
  };
}

/** @param {Choice} choice @param {Choices} choices @returns {string} without #; '' for what the page shows as it comes */
export function fragmentOf(choice, choices) {
  const usual = defaultChoice(choices);
  const parts = new URLSearchParams();
  if (choice.baseline !== usual.baseline) parts.set('baseline', choice.baseline);
  if (choice.metric !== usual.metric) parts.set('metric', choice.metric);
  if (choice.scenarios.length < usual.scenarios.length) parts.set('scenarios', choice.scenarios.join());
  if (choice.targets.length < usual.targets.length) parts.set('targets', choice.targets.join());
  return parts.toString().replaceAll('%2C', ',');
}
