/** What tests ask of the dashboards' JSON. */
import assert from 'node:assert/strict';
import { panelsOf } from '../../dashboards/checks/read.ts';
import type { Json } from '../../dashboards/panels.ts';

export function panelNamed(dashboard: Json, title: string): Json {
  return panelsOf(dashboard).find((panel) => panel.title === title) ?? assert.fail(`no panel ${title}`);
}

/** @returns properties that overrides by name give it, the last one wins */
export function propertiesOf({ fieldConfig }: Json, series: string): Json {
  const matching = fieldConfig.overrides.filter(
    ({ matcher }: Json) => matcher.id === 'byRegexp' && new RegExp(matcher.options.slice(1, -1)).test(series),
  );
  const properties = matching.flatMap(({ properties: own }: Json) => own);
  return Object.fromEntries(properties.map(({ id, value }: Json) => [id, value]));
}
