/** Where the native engine's parts listen: all on 127.0.0.1, on ports that the containers do not use. */
import { healthPath, metricsPath } from '../../record/catalogue.js';

/** @typedef {import('../../record/catalogue.js').Catalogue} Catalogue */

export const HOST = '127.0.0.1';
export const PORTS = { mariadb: 23306, influxdb: 28086, prometheus: 29090 };
/** Used only with a delayed database: Toxiproxy's API, and the port at which Toxiproxy stands in for MariaDB. */
export const FAR_PORTS = { toxiproxy: 28474, far: 23307 };
export const GRAFANA_PORT = 33000;

/**
 * @param {Catalogue} catalogue
 * @param {typeof PORTS} ports of the services
 * @returns {import('../engine.js').Endpoints}
 */
export function endpointsOf(catalogue, ports) {
  const target = (/** @type {string} */ name) => `http://${HOST}:${targetOf(catalogue, name).port}`;
  const management = (/** @type {string} */ name) =>
    `http://${HOST}:${(catalogue.dependencies[name] ?? targetOf(catalogue, name)).managementPort}`;
  return {
    target,
    management,
    metrics: (name) => `${management(name)}${metricsPath(catalogue.targets[name])}`,
    health: (name) => `${management(name)}${healthPath(catalogue.targets[name])}`,
    influx: { url: `http://${HOST}:${ports.influxdb}`, database: 'k6' },
    prometheus: `http://${HOST}:${ports.prometheus}`,
    mariadb: { host: HOST, port: ports.mariadb, user: 'bench', password: 'bench', database: 'bench' },
    dependencies: {
      downstream: `http://${HOST}:${catalogue.dependencies.downstream?.port}`,
      mongo: `mongodb://${HOST}:${catalogue.dependencies.mongo?.port}/bench`,
    },
  };
}

/**
 * @param {Catalogue} catalogue
 * @param {string} name
 * @throws {Error} one line, for a target that the catalogue does not have
 */
export function targetOf({ targets }, name) {
  const target = targets[name];
  if (!target) throw new Error(`unknown target ${name}; there are ${Object.keys(targets).join(', ')}`);
  return target;
}

/**
 * @param {string} name
 * @param {{port: number, managementPort?: number}} ports
 * @returns {Array<{what: string, port: number}>}
 */
export function portsOf(name, { port, managementPort }) {
  const management = managementPort === undefined ? [] : [{ what: `${name}'s management`, port: managementPort }];
  return [{ what: name, port }, ...management];
}
