/** Latency over rate, as ECharts draws it: options without functions, so that they can lie in the page as JSON. */

/** @typedef {import('./index.js').Capacity} Capacity */
/** @typedef {import('./index.js').CapacityRecord} CapacityRecord */

/**
 * @param {CapacityRecord} record
 * @param {string} scenario
 * @returns {Record<string, any>}
 */
export function latencyOverRate({ catalogue, results, sloP99Ms }, scenario) {
  const own = results.filter((each) => each.scenario === scenario && each.trials.length > 0);
  return {
    animation: false,
    backgroundColor: 'transparent',
    aria: { enabled: true },
    legend: { top: 0, data: own.map(({ target }) => catalogue.targets[target].label) },
    grid: { left: 56, right: 24, top: 76, bottom: 48 },
    tooltip: { trigger: 'item', confine: true },
    xAxis: { type: 'value', name: 'requests/s', nameLocation: 'middle', nameGap: 28, min: 0, axisLabel: { hideOverlap: true } },
    yAxis: { type: 'log', name: 'p99, ms' },
    series: own.map((found, index) => ({
      name: catalogue.targets[found.target].label,
      type: 'line',
      symbol: catalogue.targets[found.target].symbol,
      symbolSize: 8,
      itemStyle: { color: catalogue.targets[found.target].colour },
      lineStyle: { color: catalogue.targets[found.target].colour, width: 2, type: catalogue.targets[found.target].line },
      data: points(found),
      ...(index === 0 && { markLine: limitLine(sloP99Ms) }),
    })),
  };
}

/** In no target's colour. @param {number} sloP99Ms */
function limitLine(sloP99Ms) {
  return {
    silent: true,
    symbol: 'none',
    data: [{ yAxis: sloP99Ms }],
    lineStyle: { color: '#777777' },
    label: { formatter: `SLO: ${sloP99Ms} ms`, position: 'insideStartTop', color: '#777777' },
  };
}

/**
 * @param {Capacity} found
 * @returns {[rate: number, p99Ms: number][]} by rate; where a rate was tried twice, the better of the two: it decided
 */
export function points({ trials }) {
  /** @type {Map<number, number>} */
  const best = new Map();
  for (const { rate, p99Ms } of trials) if (p99Ms !== null) best.set(rate, Math.min(p99Ms, best.get(rate) ?? Infinity));
  return [...best].sort(([a], [b]) => a - b);
}
