#!/usr/bin/env node
/** The catalogue's `settings` as files for docker-compose.yml, as Compose reads no JSON. `make format` writes them; a test compares. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue, type Settings, type Catalogue } from '../../record/catalogue.ts';
import { LIMITS } from '../../record/json/limits.ts';

const HEADER = '# Made by `make format` from catalogue.json: `settings`.\n';

/** The variables of the limits, as .env has these. */
const LIMITED = Object.fromEntries(
  Object.values(LIMITS).flatMap((knob) => ('variable' in knob ? [[knob.variable, `\${${knob.option}}`]] : [])),
);
const DEFAULT: Settings['environment'] = { tomcat: {}, jetty: {}, jdbc: LIMITED, r2dbc: LIMITED };

export const settingsDir = fileURLToPath(new URL('./settings', import.meta.url));

/** @returns content by path below the folder: `S1/jdbc.env` */
export function settingsFiles({ settings }: Catalogue): Record<string, string> {
  const files = Object.entries({ default: { environment: DEFAULT }, ...settings }).flatMap(([name, { environment }]) =>
    Object.entries(environment).map(([part, variables = {}]) => {
      const lines = Object.entries(variables).map(([variable, value]) => `${variable}=${value}\n`);
      return [`${name}/${part}.env`, HEADER + lines.join('')];
    }),
  );
  return Object.fromEntries(files);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of Object.entries(settingsFiles(readCatalogue()))) {
    mkdirSync(path.join(settingsDir, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(settingsDir, name), content);
  }
}
