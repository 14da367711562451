/** The catalogue's `settings` as files for docker-compose.yml, as Compose reads no JSON. `make format` writes them; a test compares. */
import { fileURLToPath } from 'node:url';
import type { Settings, Catalogue } from '../../record/catalogue.ts';
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
