/** The settings that docker compose takes from `.env`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../record/catalogue.ts';

/** @returns by name */
export function composeSettings(): Record<string, string> {
  const lines = readFileSync(path.join(root, '.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}
