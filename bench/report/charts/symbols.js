/** The shapes that mark targets. A name with `empty` before it, such as `emptyCircle`, is the hollow one. */

/** Those that ECharts draws. */
const OF_ECHARTS = ['circle', 'rect', 'roundRect', 'triangle', 'diamond', 'pin', 'arrow'];

/** Our own, because these are not enough for all targets: SVG paths about (17, 6), 11 px wide. @type {Record<string, string>} */
export const PATHS = {
  star: 'M17.0 0.9 18.4 4.4 22.1 4.6 19.2 7.0 20.2 10.7 17.0 8.6 13.8 10.7 14.8 7.0 11.9 4.6 15.6 4.4z',
  cross: 'M15.2 .8h3.6v3.4h3.4v3.6h-3.4v3.4h-3.6V7.8h-3.4V4.2h3.4z',
  hexagon: 'M14.4 1.5h5.2L22.2 6l-2.6 4.5h-5.2L11.8 6z',
};

/** The names that the catalogue may use, without `empty`. */
export const SHAPES = [...OF_ECHARTS, ...Object.keys(PATHS)];

/** @param {string} symbol @returns {string} without `empty` */
export function filled(symbol) {
  return symbol.replace(/^empty(.)/, (_, letter) => letter.toLowerCase());
}

/** @param {string} symbol of the catalogue @returns {string} as ECharts takes it */
export function forECharts(symbol) {
  const path = PATHS[filled(symbol)];
  if (!path) return symbol;
  return `${filled(symbol) === symbol ? 'path' : 'emptyPath'}://${path}`;
}
