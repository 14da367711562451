/**
 * A chart as plain data: made in Node from the figures, put into the page as JSON, and drawn there (options.js).
 *
 * @typedef {{ name: string, label: string } & Pick<import('../../record/catalogue.js').Target, 'colour' | 'symbol' | 'line'>} Target
 *
 * @typedef {object} Plot
 * @property {string} kind
 * @property {string} place its scenario, and what else tells it from others of its kind on the page
 * @property {string} title
 * @property {string} how it is to be read
 * @property {'lines' | 'points'} style `lines`: a line for each target. `points`: figures joined by a line, each with its words; filled where something was
 *   shown, else hollow
 * @property {Target[]} targets in the order of the legend
 * @property {Panel[]} panels side by side, or on a phone below each other
 *
 * @typedef {object} Panel
 * @property {Axis} x
 * @property {Axis} y
 * @property {Series[]} series
 * @property {{ value: number, name?: string }} [level] line across
 *
 * @typedef {object} Axis
 * @property {string} [name]
 * @property {string} [unit]
 * @property {boolean} [isLog]
 * @property {number} [min] 0 by default
 * @property {number} [max]
 * @property {number[]} [ticks] the only places with a label
 *
 * @typedef {{ target: string, points: Point[] }} Series
 *
 * @typedef {object} Point
 * @property {number} x
 * @property {number | null} y null where there is no figure
 * @property {string} [words] of its tooltip
 * @property {number} [low] lower end of a line up and down
 * @property {number} [high]
 * @property {boolean} [isRange] is that line the range of the rounds? Else it is an interval
 * @property {boolean} [isOpen] was nothing shown? Then it is hollow
 */

/** Durations get a logarithmic axis if the largest is at least so many times the smallest. */
const WIDE_RANGE = 20;
/** What a logarithmic axis is longer than its values, as a share of its length. */
const MARGIN = 0.06;

/** @param {Pick<import('../../record/run.js').Run, 'catalogue'>} run @param {string} name @param {boolean} [isDiscarded] @returns {Target} */
export function targetOf({ catalogue }, name, isDiscarded = false) {
  const { label, colour, symbol, line } = catalogue.targets[name];
  return { name, label: isDiscarded ? `${label} (discarded)` : label, colour, symbol, line };
}

/** @param {string} name @param {(number | null)[]} values ms @returns {Axis} from zero, or logarithmic where their range is wide */
export function durationAxis(name, values) {
  const known = values.flatMap((ms) => ms || []);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0 || most < WIDE_RANGE * least) return { name, unit: 'ms' };
  return { name, unit: 'ms', isLog: true, min: 10 ** Math.floor(Math.log10(least)), max: 10 ** Math.ceil(Math.log10(most)) };
}

/** @param {number[]} values @returns {{ isLog: true, min: number, max: number }} of an axis that is a little longer */
export function logarithmic(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = most > least ? (most / least) ** MARGIN : 1 + MARGIN;
  return { isLog: true, min: least / margin, max: most * margin };
}

/**
 * @param {import('../../analyse/types.js').Comparison} comparison
 * @returns {{ low: number, high: number, isRange: boolean, isOpen: boolean }} its interval, or where the rounds are too few for one their range
 */
export function spread({ low, high, roundRatios, kind }) {
  const ends = { low: low ?? Math.min(...roundRatios), high: high ?? Math.max(...roundRatios) };
  return { ...ends, isRange: low === null, isOpen: kind === 'same' || kind === 'indicative' };
}
