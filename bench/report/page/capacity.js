/** Draws the charts of the capacity page; their options lie in the page, the colours of the theme are added here. */

const HEIGHT = 360;

/** @type {Record<string, Record<string, any>>} by scenario */
const options = JSON.parse(document.getElementById('data')?.textContent ?? '{}');
const figures = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-chart]'))];
const charts = figures.map((figure) => {
  const canvas = /** @type {HTMLElement} */ (figure.querySelector('.canvas'));
  canvas.style.height = `${HEIGHT}px`;
  return { chart: echarts.init(canvas, null, { renderer: 'svg' }), scenario: figure.dataset.scenario ?? '' };
});

function draw() {
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const axis = {
    nameTextStyle: { color: colour('faint') },
    axisLabel: { color: colour('faint'), hideOverlap: true },
    axisLine: { lineStyle: { color: colour('faint') } },
    splitLine: { lineStyle: { color: colour('grid') } },
  };
  for (const { chart, scenario } of charts) {
    chart.resize();
    chart.setOption(options[scenario]);
    chart.setOption({ textStyle: { color: colour('text') }, legend: { textStyle: { color: colour('text') } }, xAxis: axis, yAxis: axis });
  }
}

draw();
addEventListener('resize', draw);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
