import { target } from '../charts/chart-data.js';
import { searchesOf } from './searches.js';

/**
 * What latency over rate is drawn from; it lies in the page as JSON.
 *
 * @typedef {import('../../record/capacity.js').Capacity} Capacity
 * @typedef {import('../../record/capacity.js').CapacityRecord} CapacityRecord
 * @typedef {import('../charts/latency-over-rate.js').CapacityData} CapacityData
 * @typedef {import('../charts/latency-over-rate.js').Point} Point
 */

/**
 * @param {CapacityRecord} record
 * @param {string} scenario
 * @returns {CapacityData}
 */
export function capacityData(record, scenario) {
  const searches = searchesOf(record, scenario).filter(({ trials }) => trials.length > 0);
  const targets = searches.map((search) => ({ target: target(record, search.target), points: points(search) }));
  return { name: scenario, sloP99Ms: record.sloP99Ms, targets };
}

/**
 * @param {Capacity} search
 * @returns {Point[]} by rate; where a rate was tried twice, the trial that holds, else the last one: it decided
 */
export function points({ trials }) {
  /** @type {Map<number, Point>} */
  const decided = new Map();
  for (const { rate, p99Ms, holds } of trials) {
    if (p99Ms !== null && !decided.get(rate)?.holds) decided.set(rate, { rate, p99Ms, holds });
  }
  return [...decided.values()].sort((a, b) => a.rate - b.rate);
}
