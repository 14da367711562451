import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { heightOf, options, type Look } from '../../charts/options.ts';
import { startSwitches } from './switches.ts';
import type { ECharts } from 'echarts';
import type { Plot } from '../../charts/plot.ts';

// The parts of Apache ECharts that the charts use: half of the whole.
use([LineChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer]);

/** Px of a chart whose panels are side by side: on screen and on paper. */
const HEIGHT = 332;
const PAPER_HEIGHT = 262;
/** Width in px of an A4 page between its margins, at the 96 px per inch of print. */
const PAPER_WIDTH = 680;
const COLOURS = ['text', 'faint', 'grid', 'background'] as const;

const plots: Plot[] = JSON.parse(document.getElementById('data')?.textContent ?? '[]');
/** Targets that were left out above the plot. */
let leftOut: string[] = [];
const drawings = [...document.querySelectorAll<HTMLElement>('[data-chart]')].map(drawing);

/** The page's colours are in its style sheet alone; on paper they are always the light ones. @param width px */
function look(width: number, printing: boolean): Look {
  const root = document.documentElement;
  root.classList.toggle('paper', printing);
  const style = getComputedStyle(root);
  const colours = COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  root.classList.remove('paper');
  return { width, ...Object.fromEntries(colours) };
}

/** A chart in its place, with what it needs to be drawn again. */
function drawing(figure: HTMLElement) {
  const canvas = figure.querySelector<HTMLElement>('.canvas');
  const names = [...figure.querySelectorAll<HTMLButtonElement>('.legend button')];
  const plot = plots.find(({ kind, place }) => kind === figure.dataset.chart && place === figure.dataset.scenario);
  if (!canvas || !plot) throw new Error(`no data of ${figure.dataset.chart}, ${figure.dataset.scenario}`);
  let chart: ECharts | undefined;
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
  for (const section of document.querySelectorAll<HTMLElement>('section[id^="scenario-"]')) {
    section.hidden = !scenarios.includes(section.id.replace('scenario-', ''));
  }
  leftOut = targets;
  drawAll();
});
