import { choiceOf, chosenRows, defaultChoice, fragmentOf, unpacked } from '../../forest/choose.js';
import { NARROW, WIDE } from '../../forest/layout.js';
import { forestSvg } from '../../forest/svg.js';
import { forestTable } from '../../forest/table.js';
import { wholeAnswer } from '../../words/ratios/answer.js';
import { table } from '../parts.js';

/**
 * The switches above the plot.
 *
 * @typedef {import('../../forest/view.js').Choices} Choices
 * @typedef {import('../../forest/choose.js').Choice} Choice
 */

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/**
 * @param {(scenarios: string[], leftOut: string[]) => void} changed called at once, where the address has a choice, and with every other one: scenarios that
 *   are shown, and targets that are not
 */
export function startSwitches(changed) {
  const form = /** @type {HTMLFormElement | null} */ (byId('switches'));
  const data = byId('choices')?.textContent;
  if (!form || !data) return;
  /** @type {Choices} */
  const choices = JSON.parse(data);
  const rows = unpacked(choices);
  const usual = fragmentOf(defaultChoice(choices), choices);
  form.hidden = false;

  /** @param {Choice} choice */
  const show = (choice) => {
    const view = { rows: chosenRows(rows, choice), metric: choice.metric, baseline: choice.baseline, targets: choices.targets };
    const label = (/** @type {string} */ target) => choices.targets[target].label;
    replace('plot', forestSvg(view, WIDE) + forestSvg(view, NARROW));
    replace('plot-table', table(forestTable(view), choices.targets, 'matrix').text, 'div');
    const answer = byId('answer');
    if (answer) answer.textContent = wholeAnswer(view.rows, { ...choice, label });
    setForm(form, choice, choices);
    changed(
      choice.scenarios,
      Object.keys(choices.targets).filter((name) => !choice.targets.includes(name)),
    );
  };
  const fromAddress = () => choiceOf(location.hash, choices);
  form.addEventListener('change', () => {
    const choice = choiceOfForm(form);
    const fragment = fragmentOf(choice, choices);
    history.replaceState(null, '', fragment === usual ? location.pathname + location.search : `#${fragment}`);
    show(choice);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    history.replaceState(null, '', location.pathname + location.search);
    show(defaultChoice(choices));
  });
  addEventListener('hashchange', () => {
    const choice = fromAddress();
    if (choice) show(choice);
  });
  const given = fromAddress();
  if (given) show(given);
}

/** @param {string} id @param {string} html @param {string} [within] */
function replace(id, html, within) {
  const place = within ? byId(id)?.querySelector(within) : byId(id);
  if (place) place.innerHTML = html;
}

/** @param {HTMLFormElement} form @returns {Choice} */
function choiceOfForm(form) {
  const data = new FormData(form);
  return /** @type {Choice} */ ({
    baseline: data.get('baseline'),
    metric: data.get('metric'),
    scenarios: data.getAll('scenarios'),
    targets: data.getAll('targets'),
  });
}

/** @param {HTMLFormElement} form @param {Choice} choice @param {Choices} choices */
function setForm(form, choice, choices) {
  for (const name of /** @type {const} */ (['metric', 'baseline'])) {
    /** @type {HTMLSelectElement} */ (form.elements.namedItem(name)).value = choice[name];
  }
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input[type="checkbox"]'))) {
    const name = /** @type {'scenarios' | 'targets'} */ (box.name);
    box.checked = choice[name].includes(box.value);
  }
  for (const count of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-count]'))) {
    const name = /** @type {'scenarios' | 'targets'} */ (count.dataset.count);
    const all = name === 'targets' ? Object.keys(choices.targets) : choices.scenarios;
    count.textContent = `${choice[name].length} of ${all.length}`;
  }
  /** @type {HTMLButtonElement} */ (form.querySelector('[type="reset"]')).disabled = fragmentOf(choice, choices) === '';
}
