import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @returns style sheet of the plot, for the page and for the picture */
export function forestStyle(): string {
  return readFileSync(fileURLToPath(new URL('forest.css', import.meta.url)), 'utf8');
}
