/** Where the native engine's parts listen: all on 127.0.0.1, on ports that the containers do not use. */
import { targetEndpoints } from '../common/services.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Endpoints } from '../engine.ts';

export const HOST = '127.0.0.1';
/** Only with a delayed database: `toxiproxy`, its API, and `far`, where it stands in for MariaDB. */
export const PORTS = { mariadb: 23306, influxdb: 28086, prometheus: 29090, toxiproxy: 28474, far: 23307, grafana: 33000 };

/** @param hosts of targets that are elsewhere, as they come and go */
export function endpointsOf(catalogue: Catalogue, ports: typeof PORTS = PORTS, hosts = new Map<string, string>()): Endpoints {
  const { downstream, mongo } = catalogue.dependencies;
  return {
    ...targetEndpoints(catalogue, (name, port) => `http://${(port === catalogue.targets[name]?.port && hosts.get(name)) || HOST}:${port}`),
    influx: { url: `http://${HOST}:${ports.influxdb}`, database: 'k6' },
    prometheus: `http://${HOST}:${ports.prometheus}`,
    mariadb: { host: HOST, port: ports.mariadb, user: 'bench', password: 'bench', database: 'bench' },
    dependencies: { downstream: `http://${HOST}:${downstream?.port}`, mongo: `mongodb://${HOST}:${mongo?.port}/bench` },
    toxiproxy: `http://${HOST}:${ports.toxiproxy}`,
  };
}

/** @param name of a target or a dependency */
export function portsOf(name: string, { port, managementPort }: { port: number; managementPort?: number }) {
  const management = managementPort === undefined ? [] : [{ what: `${name}'s management`, port: managementPort }];
  return [{ what: name, port }, ...management];
}

/** @param name of a target or a downstream service @returns variables with its name and addresses */
export function listening(name: string, { port, managementPort = 0 }: { port: number; managementPort?: number }): Record<string, string> {
  return {
    TARGET: name,
    SERVER_ADDRESS: HOST,
    SERVER_PORT: String(port),
    MANAGEMENT_SERVER_ADDRESS: HOST,
    MANAGEMENT_SERVER_PORT: String(managementPort),
  };
}
