/** The dashboards as files: a colour per target in every chart is too much to keep by hand. */
import type { Catalogue } from '../record/catalogue.ts';
import { compare } from './compare.ts';
import { liveRun } from './live-run.ts';

const WIDTH = 160;

/** from the root */
export const dashboardsDir = 'grafana/dashboards';

/** @returns content by file name */
export function dashboardFiles(catalogue: Catalogue): Record<string, string> {
  return { 'live-run.json': `${json(liveRun(catalogue))}\n`, 'compare.json': `${json(compare(catalogue))}\n` };
}

/** @param indent of its first line @returns one line if it fits, else one for each entry: a change of a target is one line in every chart */
function json(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat;
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const lines = entries.map(([key, entry]) => `${inner}${isList ? '' : `${JSON.stringify(key)}: `}${json(entry, inner)}`);
  return [isList ? '[' : '{', lines.join(',\n'), `${indent}${isList ? ']' : '}'}`].join('\n');
}
