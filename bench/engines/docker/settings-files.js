#!/usr/bin/env node
/**
 * The catalogue's `settings` as files for docker-compose.yml, because Compose reads no JSON. `make format` writes them; a test compares them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue } from '../../record/catalogue.js';
import { LIMITS } from '../../record/json/limits.js';

/** @typedef {import('../../record/catalogue.js').Settings['environment']} Environment */

const HEADER = '# Made by `make format` from catalogue.json: `settings`.\n';

/** The variables of the limits, as .env has these. */
const LIMITED = Object.fromEntries(
  /** @type {import('../../record/json/limits.js').LimitKnob[]} */ (Object.values(LIMITS)).flatMap(({ variable, option }) =>
    variable ? [[variable, `\${${option}}`]] : [],
  ),
);
/** The default of all targets. @type {Environment} */
const DEFAULT = { tomcat: {}, jetty: {}, jdbc: LIMITED, r2dbc: LIMITED };

/** Folder of the files. */
export const settingsDir = fileURLToPath(new URL('./settings', import.meta.url));

/**
 * @param {import('../../record/catalogue.js').Catalogue} catalogue
 * @returns {Record<string, string>} content by path below the folder: `S1/jdbc.env`
 */
export function settingsFiles({ settings }) {
  const named = Object.entries(settings).map(([name, { environment }]) => /** @type {const} */ ([name, environment]));
  const all = [/** @type {const} */ (['default', DEFAULT]), ...named];
  return Object.fromEntries(
    all.flatMap(([name, environment]) =>
      Object.entries(environment).map(([part, variables]) => [`${name}/${part}.env`, text(variables ?? {})]),
    ),
  );
}

/** @param {Record<string, string>} variables */
function text(variables) {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  return HEADER + lines.join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of Object.entries(settingsFiles(readCatalogue()))) {
    mkdirSync(path.join(settingsDir, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(settingsDir, name), content);
  }
}
