import { heightOf, options } from '../../charts/options.js';
import { init } from './echarts.js';
import { startSwitches } from './switches.js';

/** Px of a chart whose panels are side by side: on screen and on paper. */
const HEIGHT = 332;
const PAPER_HEIGHT = 262;
/** Width in px of an A4 page between its margins, at the 96 px per inch of print. */
const PAPER_WIDTH = 680;
const COLOURS = /** @type {const} */ (['text', 'faint', 'grid', 'background']);

/** @type {import('../../charts/plot.js').Plot[]} */
const plots = JSON.parse(document.getElementById('data')?.textContent ?? '[]');
/** Targets that were left out above the plot. @type {string[]} */
let leftOut = [];
const drawings = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-chart]'))].map(drawing);

/**
 * The page's colours are in its style sheet alone; on paper they are always the light ones.
 * @param {number} width px
 * @param {boolean} printing
 * @returns {import('../../charts/options.js').Look}
 */
function look(width, printing) {
  const root = document.documentElement;
  root.classList.toggle('paper', printing);
  const style = getComputedStyle(root);
  const colours = COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  root.classList.remove('paper');
  return { width, ...Object.fromEntries(colours) };
}

/** A chart in its place, with what it needs to be drawn again. @param {HTMLElement} figure */
function drawing(figure) {
  const canvas = /** @type {HTMLElement} */ (figure.querySelector('.canvas'));
  const names = [.../** @type {NodeListOf<HTMLButtonElement>} */ (figure.querySelectorAll('.legend button'))];
  const plot = plots.find(({ kind, place }) => kind === figure.dataset.chart && place === figure.dataset.scenario);
  if (!plot) throw new Error(`no data of ${figure.dataset.chart}, ${figure.dataset.scenario}`);
  /** @type {import('echarts').ECharts | undefined} */
  let chart;
  const draw = (width = canvas.clientWidth, printing = false) => {
    for (const name of names) name.hidden = leftOut.includes(name.value);
    const targets = plot.targets.filter((_, index) => !names[index].hidden && names[index].ariaPressed === 'true');
    const shown = { ...plot, targets };
    const height = heightOf(shown, width, printing ? PAPER_HEIGHT : HEIGHT);
    canvas.style.height = `${height}px`;
    chart ??= init(canvas, null, { renderer: 'svg', width, height });
    chart.resize({ width, height });
    chart.setOption(options(shown, look(width, printing)), { notMerge: true });
    chart.getZr().flush();
  };
  for (const name of names) {
    name.addEventListener('click', () => {
      name.ariaPressed = String(name.ariaPressed !== 'true');
      draw();
    });
  }
  draw();
  return { canvas, draw };
}

function drawAll() {
  for (const { draw } of drawings) draw();
}

function print() {
  for (const details of document.querySelectorAll('details')) details.open = true;
  for (const { draw } of drawings) draw(PAPER_WIDTH, true);
}

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const found = drawings.find(({ canvas }) => canvas === target);
    if (found && !matchMedia('print').matches && target.clientWidth !== target.firstElementChild?.clientWidth) found.draw();
  }
});
for (const { canvas } of drawings) resized.observe(canvas);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
addEventListener('beforeprint', print);
addEventListener('afterprint', drawAll);
startSwitches((scenarios, targets) => {
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('section[id^="scenario-"]'))) {
    section.hidden = !scenarios.includes(section.id.replace('scenario-', ''));
  }
  leftOut = targets;
  drawAll();
});
