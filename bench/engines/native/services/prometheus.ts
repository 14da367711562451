/** A private Prometheus. `prometheus/native.yml` says how it scrapes; the list of targets is that of the run. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startService, type Context } from './start.ts';
import type { Supervised } from '../../processes/supervise.ts';

/** by the name that becomes their label */
export type Scraped = Record<string, { managementPort?: number; metricsPath?: string }>;

/** @param flags further ones @returns ready */
export async function startPrometheus(
  context: Context,
  scraped: Scraped,
  flags: string[] = ['--storage.tsdb.retention.time=1d'],
): Promise<Supervised> {
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
 * @param template text of prometheus/native.yml, which ends with the list of scraped targets
 * @returns the same with another list
 */
export function prometheusConfiguration(template: string, scraped: Scraped): string {
  const [head] = template.split(/^ *- targets:/m, 1);
  const list = Object.entries(scraped).map(
    ([name, { managementPort, metricsPath }]) =>
      `      - targets: ['127.0.0.1:${managementPort}']\n        labels: { target: ${name}${pathLabel(metricsPath)} }\n`,
  );
  return head + list.join('');
}

/** The label with which a target can have another path than `metrics_path`. */
function pathLabel(metricsPath: string | undefined) {
  return metricsPath === undefined ? '' : `, __metrics_path__: ${JSON.stringify(metricsPath)}`;
}
