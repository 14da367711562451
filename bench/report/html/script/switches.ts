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
  const form = byId('switches') as HTMLFormElement | null;
  const data = byId('choices')?.textContent;
  if (!form || !data) return;
  const choices: Choices = JSON.parse(data);
  const rows = unpacked(choices);
  const usual = fragmentOf(defaultChoice(choices), choices);
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

function replace(id: string, html: string, within?: string) {
  const place = within ? byId(id)?.querySelector(within) : byId(id);
  if (place) place.innerHTML = html;
}

function choiceOfForm(form: HTMLFormElement): Choice {
  const data = new FormData(form);
  return {
    baseline: data.get('baseline'),
    metric: data.get('metric'),
    scenarios: data.getAll('scenarios'),
    targets: data.getAll('targets'),
  } as Choice;
}

function setForm(form: HTMLFormElement, choice: Choice, choices: Choices) {
  for (const name of ['metric', 'baseline'] as const) {
    (form.elements.namedItem(name) as HTMLSelectElement).value = choice[name];
  }
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')) {
    const name = box.name as 'scenarios' | 'targets';
    box.checked = choice[name].includes(box.value);
  }
  for (const count of form.querySelectorAll<HTMLElement>('[data-count]')) {
    const name = count.dataset.count as 'scenarios' | 'targets';
    const all = name === 'targets' ? Object.keys(choices.targets) : choices.scenarios;
    count.textContent = `${choice[name].length} of ${all.length}`;
  }
  (form.querySelector('[type="reset"]') as HTMLButtonElement).disabled = fragmentOf(choice, choices) === '';
}
