/** The circumstances that a record keeps: engine, limits, machine, versions and sources. */
import { needsOf } from '../plan/pairs.js';
import { describeCommit, describeMachine } from './machine.js';

/**
 * @param {import('../setup/command.js').Command} command
 * @param {import('../engines/engine.js').Engine} engine
 * @param {import('../setup/index.js').Tools} tools
 * @param {{ scenarios: string[], databaseRttMs: number | null }} plan
 * @returns {import('../record/json/circumstances.js').Circumstances}
 */
export function describe({ root, catalogue }, engine, tools, { scenarios, databaseRttMs }) {
  const { java, springBoot, k6, mariadb, influxdb, prometheus, mongo, toxiproxy, node } = tools;
  return {
    engine: engine.name,
    limits: engine.limits(),
    machine: engine.machine?.() ?? describeMachine(),
    ...describeCommit(root),
    versions: {
      java: java.version,
      springBoot,
      k6: k6.version,
      mariadb: mariadb.version,
      influxdb: influxdb.version,
      prometheus: prometheus.version,
      node,
      ...(needsOf(catalogue, scenarios).includes('mongo') ? { mongo: mongo?.version ?? null } : {}),
      ...(databaseRttMs ? { toxiproxy: toxiproxy?.version ?? null } : {}),
    },
  };
}
