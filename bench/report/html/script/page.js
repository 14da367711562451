import { legendExcess } from '../../charts/common.js';
import { latencyOverRate } from '../../charts/latency-over-rate.js';
import { latencyHeight, latencyPerStage } from '../../charts/latency-per-stage.js';
import { ratioHeight, ratioPerStage } from '../../charts/ratio-per-stage.js';
import { successesPerStage } from '../../charts/successes-per-stage.js';
import { sweepCurve } from '../../charts/sweep-curve.js';
import { throughputOverTime } from '../../charts/throughput-over-time.js';
import { warmUp } from '../../charts/warm-up.js';
import { startSwitches } from './switches.js';

/** @typedef {import('../../charts/chart-data.js').ScenarioData} ScenarioData */
/** @typedef {import('../../charts/latency-over-rate.js').CapacityData} CapacityData */
/** @typedef {import('../../charts/common.js').Look} Look */
/** @typedef {(scenario: ScenarioData | CapacityData, look: Look) => Record<string, any>} ChartBuilder makes ECharts' options */

const CHARTS = /** @type {Record<string, ChartBuilder>} */ ({
  throughputOverTime,
  successesPerStage,
  latencyPerStage,
  ratioPerStage,
  warmUp,
  latencyOverRate,
  sweepCurve,
});
/** Charts whose height depends on their width: on a phone their panels are below each other. */
const HEIGHTS = /** @type {Record<string, (width: number, height: number) => number>} */ ({
  latencyPerStage: latencyHeight,
  ratioPerStage: ratioHeight,
});
const HEIGHT = 360;
const PAPER_HEIGHT = 290;
/** Width in px of an A4 page between its margins, at the 96 px per inch of print. */
const PAPER_WIDTH = 680;

/** @type {(ScenarioData | CapacityData)[]} */
const scenarios = JSON.parse(document.getElementById('data')?.textContent ?? '[]');
const dark = matchMedia('(prefers-color-scheme: dark)');
/** Targets that were chosen above the plot; null: all. @type {string[] | null} */
let chosenTargets = null;
const drawings = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-chart]'))].map(drawing);

/**
 * The page's colours are in its style sheet alone; on paper they are always the light ones.
 * @param {number} width px
 * @param {boolean} printing
 * @returns {Look}
 */
function look(width, printing) {
  const root = document.documentElement;
  root.classList.toggle('paper', printing);
  const style = getComputedStyle(root);
  /** @param {string} name */
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const colours = {
    text: colour('text'),
    faint: colour('faint'),
    grid: colour('grid'),
    band: colour('band'),
    background: colour('background'),
  };
  root.classList.remove('paper');
  return { width, ...colours };
}

/**
 * A chart in its place, with what it needs to be drawn again.
 * @param {HTMLElement} place
 */
function drawing(place) {
  const canvas = /** @type {HTMLElement} */ (place.querySelector('.canvas'));
  const scenario = /** @type {ScenarioData | CapacityData} */ (scenarios.find(({ name }) => name === place.dataset.scenario));
  const kind = place.dataset.chart ?? '';
  /** @type {import('echarts').ECharts | undefined} */
  let chart;
  const draw = (width = canvas.clientWidth, printing = false) => {
    const shown = { ...scenario, targets: scenario.targets.filter(({ target: { name } }) => chosenTargets?.includes(name) ?? true) };
    const targets = shown.targets.map(({ target }) => target);
    const defaultHeight = printing ? PAPER_HEIGHT : HEIGHT;
    const height = (HEIGHTS[kind]?.(width, defaultHeight) ?? defaultHeight) + legendExcess(width, targets);
    canvas.style.height = `${height}px`;
    chart ??= echarts.init(canvas, null, { renderer: 'svg', width, height });
    chart.resize({ width, height });
    chart.setOption(CHARTS[kind](/** @type {ScenarioData | CapacityData} */ (shown), look(width, printing)), { notMerge: true });
    chart.getZr().flush();
  };
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

/** The charts and sections below the plot follow it. @param {import('../../forest/choose.js').Choice} choice */
function follow({ scenarios: wanted, targets }) {
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-scenario-section]'))) {
    section.hidden = !wanted.includes(section.dataset.scenarioSection ?? '');
  }
  chosenTargets = targets;
  drawAll();
}

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const found = drawings.find(({ canvas }) => canvas === target);
    if (found && !matchMedia('print').matches && target.clientWidth !== target.firstElementChild?.clientWidth) found.draw();
  }
});
for (const { canvas } of drawings) resized.observe(canvas);
dark.addEventListener('change', drawAll);
addEventListener('beforeprint', print);
addEventListener('afterprint', drawAll);
startSwitches(follow);
