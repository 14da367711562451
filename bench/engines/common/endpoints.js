import { METRICS_PATH } from '../../../k6/lib/target.js';
import { healthPath } from '../../record/catalogue.js';

/** Every target of this project answers it at once. */
const PROBE = '/simple';

/**
 * @param {import('../../record/catalogue.js').Catalogue} catalogue
 * @param {(name: string, port: number) => string} url base URL of a port of a target or dependency
 * @returns {Pick<import('../engine.js').Endpoints, 'target' | 'probe' | 'management' | 'metrics' | 'health'>} with every engine
 */
export function targetEndpoints({ targets, dependencies }, url) {
  const entry = (/** @type {string} */ name) => {
    const found = targets[name] ?? dependencies[name];
    if (!found) throw new Error(`unknown target ${name}; there are ${Object.keys(targets).join(', ')}`);
    return found;
  };
  const base = (/** @type {string} */ name) => targets[name]?.own?.url ?? url(name, entry(name).port);
  const management = (/** @type {string} */ name) => url(name, Number(entry(name).managementPort));
  return {
    target: base,
    probe: (name) => base(name) + (targets[name]?.own?.ready ?? PROBE),
    management,
    metrics: (name) => `${management(name)}${targets[name]?.metricsPath ?? METRICS_PATH}`,
    health: (name) => `${management(name)}${healthPath(targets[name])}`,
  };
}
