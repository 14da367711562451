/** Rules that give some series of a panel properties of their own. The last rule that matches wins. */

/** @typedef {import('./panels.js').Json} Json */
/** @typedef {import('../record/catalogue.js').Catalogue} Catalogue */

/** Dashes distinguish the quantities of a panel; the colour is that of the target. */
export const DASHED = { 'custom.lineStyle': { fill: 'dash', dash: [6, 4] } };
const DOTTED = { 'custom.lineStyle': { fill: 'dot', dash: [2, 4] } };
/** Readable on dark and on light pages, and no target's colour. */
export const GREY_COLOUR = '#808080';
const GREY = { color: { mode: 'fixed', fixedColor: GREY_COLOUR } };

/** @param {string} pattern regular expression between slashes, for names of series @param {Json} properties @returns {Json} */
export function override(pattern, properties) {
  return matching('byRegexp', pattern, properties);
}

/** @param {'byRegexp' | 'byType'} id @param {string} options @param {Json} properties */
function matching(id, options, properties) {
  return { matcher: { id, options }, properties: Object.entries(properties).map(([property, value]) => ({ id: property, value })) };
}

/** One colour for each target. Names of series begin with the target; `mvc` must not match `mvc-vt`. @param {Catalogue} catalogue */
export function colours({ targets }) {
  return Object.entries(targets).map(([name, { colour }]) => override(`/^${name}( |$)/`, { color: { mode: 'fixed', fixedColor: colour } }));
}

/** Names of targets in their colours, in a column of that name. @param {Catalogue} catalogue */
export function colouredNames({ targets }) {
  const options = Object.fromEntries(Object.entries(targets).map(([name, { colour }], index) => [name, { color: colour, index }]));
  return override('/(^|\\.)target$/', { mappings: [{ type: 'value', options }] });
}

/**
 * Series whose names end with the suffix. Every target has up to three series in a panel: the legend has one for each, tooltips have all.
 * @param {string} suffix
 * @param {Json} [axis] the left one, or that of `onTheRight()`
 * @param {Json} [more] properties
 */
export function dashed(suffix, axis = {}, more = {}) {
  return override(`/ ${suffix}$/`, { ...axis, ...DASHED, ...legend(false), ...more });
}

/** Likewise. @param {string} suffix @param {Json} [axis] @param {Json} [more] properties */
export function dotted(suffix, axis = {}, more = {}) {
  return override(`/ ${suffix}$/`, { ...axis, ...DOTTED, ...legend(false), ...more });
}

/** @param {boolean} isShown whether the legend has the series, too */
export function legend(isShown) {
  return { 'custom.hideFrom': { legend: !isShown, tooltip: false, viz: false } };
}

/** An axis of their own. @param {string} label @param {string} [unit] */
export function onTheRight(label, unit = 'none') {
  // An axis of zeros would reach to 100.
  return { unit, 'custom.axisPlacement': 'right', 'custom.axisLabel': label, 'custom.axisSoftMax': 1 };
}

/** What all targets share. */
export const LIMIT = override('/^limit$/', { ...GREY, ...DASHED });

/** Not the load, and so in no target's colour. */
export const WARM_UP = override('/ warm-up$/', GREY);

/** Virtual users: a grey staircase behind the other series, at a scale of its own. */
export const USERS = override('/^users$/', {
  ...GREY,
  unit: 'suffix:users',
  'custom.axisPlacement': 'hidden',
  'custom.lineInterpolation': 'stepAfter',
  'custom.lineWidth': 0,
  'custom.fillOpacity': 14,
  'custom.showPoints': 'never',
});
