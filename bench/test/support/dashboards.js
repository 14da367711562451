/** What tests ask of the dashboards' JSON. */
import assert from 'node:assert/strict';
import { panelsOf } from '../../dashboards/checks/read.js';

/** @typedef {import('../../dashboards/panels.js').Json} Json */

/** @param {Json} dashboard @param {string} title @returns {Json} */
export function panelNamed(dashboard, title) {
  return panelsOf(dashboard).find((panel) => panel.title === title) ?? assert.fail(`no panel ${title}`);
}

/** @param {Json} panel @param {string} series @returns {Json} properties that overrides by name give it, the last one wins */
export function propertiesOf({ fieldConfig }, series) {
  const matching = fieldConfig.overrides.filter(
    (/** @type {Json} */ { matcher }) => matcher.id === 'byRegexp' && new RegExp(matcher.options.slice(1, -1)).test(series),
  );
  const properties = matching.flatMap((/** @type {Json} */ { properties: own }) => own);
  return Object.fromEntries(properties.map((/** @type {Json} */ { id, value }) => [id, value]));
}
