/** Requests of a scenario, made from its template in the catalogue. */
import type { Request } from '../record/catalogue.ts';

/** Coprime to any small span, so that consecutive requests are spread over the range. */
const STRIDE = 7_919;

/** @param template `{name}` in the path stands for a parameter @param index from 0; spreads the parameters over their ranges */
export function requestAt({ parameters = {}, ...template }: Request, index: number): Request {
  const path = template.path.replace(/\{(\w+)\}/g, (_, name) => {
    const { from, to } = parameters[name];
    return String(from + ((index * STRIDE) % (to - from + 1)));
  });
  return { ...template, path };
}
