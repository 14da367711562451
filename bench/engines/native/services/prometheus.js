/** A private Prometheus. `prometheus/native.yml` says how it scrapes; the list of targets is that of the run. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startService } from './start.js';

/** @typedef {Record<string, {managementPort?: number, metricsPath?: string}>} Scraped by the name that becomes their label */

/**
 * @param {import('./start.js').Context} context
 * @param {Scraped} scraped
 * @param {string[]} [flags] further ones
 * @returns {Promise<import('./start.js').Supervised>} ready
 */
export async function startPrometheus(context, scraped, flags = ['--storage.tsdb.retention.time=1d']) {
  const { tools, root, workDir, endpoints } = context;
  const configuration = path.join(workDir, 'prometheus.yml');
  const template = readFileSync(path.join(root, 'prometheus', 'native.yml'), 'utf8');
  mkdirSync(workDir, { recursive: true });
  writeFileSync(configuration, prometheusConfiguration(template, scraped));
  // Only flags that both 2.42 and 3.x accept.
  const command = [
    tools.prometheus.bin,
    `--config.file=${configuration}`,
    `--storage.tsdb.path=${path.join(workDir, 'prometheus')}`,
    `--web.listen-address=${new URL(endpoints.prometheus).host}`,
    '--log.level=warn',
    ...flags,
  ];
  return startService(context, 'prometheus', { command, cwd: workDir });
}

/**
 * A calibration has a target that is in no file, and targets that do not run must not be scraped.
 * @param {string} template text of prometheus/native.yml, which ends with the list of scraped targets
 * @param {Scraped} scraped
 * @returns {string} the same with another list
 */
export function prometheusConfiguration(template, scraped) {
  const [head] = template.split(/^ *- targets:/m, 1);
  const list = Object.entries(scraped).map(
    ([name, { managementPort, metricsPath }]) =>
      `      - targets: ['127.0.0.1:${managementPort}']\n        labels: { target: ${name}${pathLabel(metricsPath)} }\n`,
  );
  return head + list.join('');
}

/** The label with which a target can have another path than `metrics_path`. @param {string | undefined} metricsPath */
function pathLabel(metricsPath) {
  return metricsPath === undefined ? '' : `, __metrics_path__: ${JSON.stringify(metricsPath)}`;
}
