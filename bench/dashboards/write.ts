#!/usr/bin/env node
/**
 * The dashboards as files. The modules here generate grafana/dashboards/*.json, because a colour per target in every chart is too much to keep
 * by hand. `make format` writes the files; a test compares them.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue, root, type Catalogue } from '../record/catalogue.ts';
import { compare } from './compare.ts';
import { liveRun } from './live-run.ts';

const WIDTH = 160;

/** Folder of the files. */
export const dashboardsDir = path.join(root, 'grafana', 'dashboards');

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(dashboardFiles(readCatalogue()))) writeFileSync(path.join(dashboardsDir, name), text);
}
