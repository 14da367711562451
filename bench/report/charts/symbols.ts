/** The shapes that mark targets. A name with `empty` before it, such as `emptyCircle`, is the hollow one. */

/** Those that ECharts draws, for SVG: about 0,0 and 11 px wide. */
const OF_ECHARTS: Record<string, string> = {
  circle: '<circle r="4.5"/>',
  triangle: '<path d="M0-5 5 4.2H-5z"/>',
  rect: '<path d="M-4.2-4.2h8.4v8.4h-8.4z"/>',
  diamond: '<path d="M0-5.6 5.6 0 0 5.6-5.6 0z"/>',
  roundRect: '<rect x="-4.2" y="-4.2" width="8.4" height="8.4" rx="2.5"/>',
  pin: '<path d="M0 5.5-4-.8a4.3 4.3 0 1 1 8 0z"/>',
  arrow: '<path d="M0-5.2 5 5 0 2-5 5z"/>',
};

/** Our own, because these are not enough for all targets: SVG paths, of the same size. */
const PATHS: Record<string, string> = {
  star: 'M0-5.1 1.4-1.6 5.1-1.4 2.2 1 3.2 4.7 0 2.6-3.2 4.7-2.2 1-5.1-1.4-1.4-1.6z',
  cross: 'M-1.8-5.2h3.6v3.4h3.4v3.6h-3.4v3.4h-3.6V1.8h-3.4v-3.6h3.4z',
  hourglass: 'M-4.6-5h9.2L1.4 0l3.2 5h-9.2L-1.4 0z',
  hexagon: 'M-2.6-4.5h5.2L5.2 0 2.6 4.5h-5.2L-5.2 0z',
};

export function filled(symbol: string): string {
  return symbol.replace(/^empty(.)/, (_, letter) => letter.toLowerCase());
}

/** @param symbol of the catalogue @returns as ECharts takes it */
export function forECharts(symbol: string): string {
  const name = filled(symbol);
  return Object.hasOwn(PATHS, name) ? `${name === symbol ? 'path' : 'emptyPath'}://${PATHS[name]}` : symbol;
}

/** @param symbol of the catalogue @returns an SVG element about 0,0, filled or not as its group says; '' for a name that it does not have */
export function shape(symbol: string): string {
  const name = filled(symbol);
  if (Object.hasOwn(PATHS, name)) return `<path d="${PATHS[name]}"/>`;
  return Object.hasOwn(OF_ECHARTS, name) ? OF_ECHARTS[name] : '';
}
