/** The symbols of targets, around the point 0,0; the names are ECharts'. @type {Record<string, string>} */
const SYMBOLS = {
  circle: '<circle r="4.5"/>',
  triangle: '<path d="M0-5 5 4.2H-5z"/>',
  rect: '<path d="M-4.2-4.2h8.4v8.4h-8.4z"/>',
  diamond: '<path d="M0-5.6 5.6 0 0 5.6-5.6 0z"/>',
  roundRect: '<rect x="-4.2" y="-4.2" width="8.4" height="8.4" rx="2.5"/>',
  pin: '<path d="M0 5.5-4-.8a4.3 4.3 0 1 1 8 0z"/>',
  arrow: '<path d="M0-5.2 5 5 0 2-5 5z"/>',
};

/** @param {string} symbol of a target @returns {string} SVG, filled or not as its group says */
export function shape(symbol) {
  // ECharts' names of the hollow ones: emptyCircle, ….
  return SYMBOLS[symbol.replace(/^empty(.)/, (_, letter) => letter.toLowerCase())] ?? SYMBOLS.circle;
}
