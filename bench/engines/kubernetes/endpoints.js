/** Where the parts are: for the runner behind ports of this machine, for the generators under the names of their Services. */
import { targetEndpoints } from '../common/endpoints.js';

/**
 * What all parts of the engine use.
 * @typedef {object} Cluster
 * @property {import('../../record/catalogue.js').Catalogue} catalogue
 * @property {import('./cluster/kubectl.js').Kubectl} kubectl
 * @property {import('./cluster/pods.js').Pods} pods
 * @property {import('./forwards.js').Forwards} forwards
 * @property {import('./readers.js').Readers} readers
 */

const PORTS = { influxdb: 8086, prometheus: 9090, mariadb: 3306, mongo: 27017, grafana: 3000 };

/** @param {import('../../record/catalogue.js').Catalogue} catalogue @param {string} name @returns {number[]} ports of its pod */
export function portsOf({ targets, dependencies }, name) {
  const known = PORTS[/** @type {keyof typeof PORTS} */ (name)];
  if (known) return [known];
  const { port, managementPort } = targets[name] ?? dependencies[name];
  return managementPort ? [port, managementPort] : [port];
}

/**
 * @param {import('../../record/catalogue.js').Catalogue} catalogue
 * @param {import('./forwards.js').Forwards} forwards
 * @param {Record<string, string>} passwords of the stack's Secret
 * @returns {import('../engine.js').Endpoints}
 */
export function endpointsOf(catalogue, forwards, passwords) {
  const port = (/** @type {string} */ name) => forwards.port(name, portsOf(catalogue, name)[0]);
  const url = (/** @type {string} */ name) => `http://127.0.0.1:${port(name)}`;
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
