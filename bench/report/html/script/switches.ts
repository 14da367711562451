/** The switches above the plot. */
import { choiceOf, chosenRows, defaultChoice, fragmentOf, unpacked, type Choice } from '../../forest/choose.ts';
import { NARROW, WIDE } from '../../forest/layout.ts';
import { forestSvg } from '../../forest/svg.ts';
import { forestTable } from '../../forest/table.ts';
import { wholeAnswer } from '../../words/ratios/answer.ts';
import { table } from '../parts.ts';
import type { Choices } from '../../forest/view.ts';

const byId = (id: string) => document.getElementById(id);

/**
 * @param changed called at once, where the address has a choice, and with every other one: scenarios that
 * are shown, and targets that are not
 */
export function startSwitches(changed: (scenarios: string[], leftOut: string[]) => void) {
  const form = document.querySelector<HTMLFormElement>('#switches');
  const data = byId('choices')?.textContent;
  if (!form || !data) return;
  const choices: Choices = JSON.parse(data);
  const rows = unpacked(choices);
  form.hidden = false;

  const show = (choice: Choice) => {
    const view = { rows: chosenRows(rows, choice), metric: choice.metric, baseline: choice.baseline, targets: choices.targets };
    const label = (target: string) => choices.targets[target].label;
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
  const choose = (choice: Choice) => {
    const fragment = fragmentOf(choice, choices);
    history.replaceState(null, '', fragment === '' ? location.pathname + location.search : `#${fragment}`);
    show(choice);
  };
  const showAddressed = () => {
    const choice = choiceOf(location.hash, choices);
    if (choice) show(choice);
  };
  form.addEventListener('change', () => choose(choiceOfForm(form, choices)));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    choose(defaultChoice(choices));
  });
  addEventListener('hashchange', showAddressed);
  showAddressed();
}

function replace(id: string, html: string, within?: string) {
  const place = within ? byId(id)?.querySelector(within) : byId(id);
  if (place) place.innerHTML = html;
}

function choiceOfForm(form: HTMLFormElement, choices: Choices): Choice {
  const data = new FormData(form);
  const given = ['baseline', 'metric', 'scenarios', 'targets'].map((name) => [name, data.getAll(name).join()]);
  return choiceOf(String(new URLSearchParams(given)), choices) ?? defaultChoice(choices);
}

function setForm(form: HTMLFormElement, choice: Choice, choices: Choices) {
  const usual = defaultChoice(choices);
  for (const name of ['metric', 'baseline'] as const) {
    const select = form.querySelector<HTMLSelectElement>(`[name="${name}"]`);
    if (select) select.value = choice[name];
  }
  for (const name of ['scenarios', 'targets'] as const) {
    for (const box of form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) box.checked = choice[name].includes(box.value);
    const count = form.querySelector(`[data-count="${name}"]`);
    if (count) count.textContent = `${choice[name].length} of ${usual[name].length}`;
  }
  const reset = form.querySelector<HTMLButtonElement>('[type="reset"]');
  if (reset) reset.disabled = fragmentOf(choice, choices) === '';
}
