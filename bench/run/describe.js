/** Under which circumstances something is measured: what its record keeps of engine, machine, versions and sources. */
import { describeCommit, describeMachine } from './environment.js';

/**
 * @param {import('../command.js').Command} command
 * @param {import('../engines/engine.js').Engine} engine
 * @param {import('../setup/index.js').Tools} tools
 * @returns fields of run.json and capacity.json, as in docs/interfaces.md, section 5
 */
export function describe({ root }, engine, { java, springBoot, k6, mariadb, influxdb, prometheus, node }) {
  return {
    engine: engine.name,
    limits: engine.limits(),
    machine: describeMachine(),
    ...describeCommit(root),
    versions: {
      java: java.version,
      springBoot,
      k6: k6.version,
      mariadb: mariadb.version,
      influxdb: influxdb.version,
      prometheus: prometheus.version,
      node,
    },
  };
}
