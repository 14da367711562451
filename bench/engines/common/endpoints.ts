import { METRICS_PATH } from '../../../k6/lib/target.js';
import { healthPath, type Catalogue } from '../../record/catalogue.ts';
import type { Endpoints } from '../engine.ts';

/** Every target of this project answers it at once. */
const PROBE = '/simple';

/** @param url base URL of a port of a target or dependency @returns with every engine */
export function targetEndpoints(
  { targets, dependencies }: Catalogue,
  url: (name: string, port: number) => string,
): Pick<Endpoints, 'target' | 'probe' | 'management' | 'metrics' | 'health'> {
  const entry = (name: string) => {
    const found = targets[name] ?? dependencies[name];
    if (!found) throw new Error(`unknown target ${name}; there are ${Object.keys(targets).join(', ')}`);
    return found;
  };
  const base = (name: string) => targets[name]?.own?.url ?? url(name, entry(name).port);
  const management = (name: string) => url(name, Number(entry(name).managementPort));
  return {
    target: base,
    probe: (name) => base(name) + (targets[name]?.own?.ready ?? PROBE),
    management,
    metrics: (name) => `${management(name)}${targets[name]?.metricsPath ?? METRICS_PATH}`,
    health: (name) => `${management(name)}${healthPath(targets[name])}`,
  };
}
