/** Where the parts are: for the runner behind ports of this machine, for the generators under the names of their Services. */
import { targetEndpoints } from '../common/endpoints.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Endpoints } from '../engine.ts';
import type { Kubectl } from './cluster/kubectl.ts';
import type { Pods } from './cluster/pods.ts';
import type { Forwards } from './forwards.ts';
import type { Readers } from './readers.ts';

/** What all parts of the engine use. */
export type Cluster = { catalogue: Catalogue; kubectl: Kubectl; pods: Pods; forwards: Forwards; readers: Readers };

const PORTS = { influxdb: 8086, prometheus: 9090, mariadb: 3306, mongo: 27017, grafana: 3000 };

/** @returns ports of its pod */
export function portsOf({ targets, dependencies }: Catalogue, name: string): number[] {
  const known = PORTS[name as keyof typeof PORTS];
  if (known) return [known];
  const { port, managementPort } = targets[name] ?? dependencies[name];
  return managementPort ? [port, managementPort] : [port];
}

/** @param passwords of the stack's Secret */
export function endpointsOf(catalogue: Catalogue, forwards: Forwards, passwords: Record<string, string>): Endpoints {
  const port = (name: string) => forwards.port(name, portsOf(catalogue, name)[0]);
  const url = (name: string) => `http://127.0.0.1:${port(name)}`;
  return {
    ...targetEndpoints(catalogue, (name, there) => `http://127.0.0.1:${forwards.port(name, there)}`),
    get influx() {
      return { url: url('influxdb'), database: 'k6', token: passwords.INFLUXDB_TOKEN };
    },
    get prometheus() {
      return url('prometheus');
    },
    get mariadb() {
      return { host: '127.0.0.1', port: port('mariadb'), user: 'bench', password: passwords.MARIADB_PASSWORD, database: 'bench' };
    },
    get dependencies() {
      return { downstream: url('downstream'), mongo: `mongodb://127.0.0.1:${port('mongo')}/bench` };
    },
    fromGenerator: {
      target: (name) => `http://${name}:${catalogue.targets[name].port}`,
      influx: `http://influxdb:${PORTS.influxdb}`,
    },
  };
}
