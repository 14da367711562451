/** Rules that give some series of a panel properties of their own. The last rule that matches wins. */
import type { Catalogue } from '../record/catalogue.ts';
import type { Json } from './panels.ts';

/** Dashes distinguish the quantities of a panel; the colour is that of the target. */
export const DASHED = { 'custom.lineStyle': { fill: 'dash', dash: [6, 4] } };
const DOTTED = { 'custom.lineStyle': { fill: 'dot', dash: [2, 4] } };
/** Readable on dark and on light pages, and no target's colour. */
export const GREY_COLOUR = '#808080';
const GREY = { color: { mode: 'fixed', fixedColor: GREY_COLOUR } };

/** @param pattern regular expression between slashes, for names of series */
export function override(pattern: string, properties: Json): Json {
  return matching('byRegexp', pattern, properties);
}

function matching(id: 'byRegexp' | 'byType', options: string, properties: Json) {
  return { matcher: { id, options }, properties: Object.entries(properties).map(([property, value]) => ({ id: property, value })) };
}

/** One colour for each target. Names of series begin with the target; `mvc` must not match `mvc-vt`. */
export function colours({ targets }: Catalogue) {
  return Object.entries(targets).map(([name, { colour }]) => override(`/^${name}( |$)/`, { color: { mode: 'fixed', fixedColor: colour } }));
}

/** Names of targets in their colours, in a column of that name. */
export function colouredNames({ targets }: Catalogue) {
  const options = Object.fromEntries(Object.entries(targets).map(([name, { colour }], index) => [name, { color: colour, index }]));
  return override('/(^|\\.)target$/', { mappings: [{ type: 'value', options }] });
}

/**
 * Series whose names end with the suffix. Every target has up to three series in a panel: the legend has one for each, tooltips have all.
 * @param axis the left one, or that of `onTheRight()`
 * @param more properties
 */
export function dashed(suffix: string, axis: Json = {}, more: Json = {}) {
  return override(`/ ${suffix}$/`, { ...axis, ...DASHED, ...legend(false), ...more });
}

/** Likewise. @param more properties */
export function dotted(suffix: string, axis: Json = {}, more: Json = {}) {
  return override(`/ ${suffix}$/`, { ...axis, ...DOTTED, ...legend(false), ...more });
}

/** @param isShown whether the legend has the series, too */
export function legend(isShown: boolean) {
  return { 'custom.hideFrom': { legend: !isShown, tooltip: false, viz: false } };
}

/** An axis of their own. */
export function onTheRight(label: string, unit = 'none') {
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
