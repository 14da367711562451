/** Where the parts are in the stack's network: each service is a host of its name. */
import { targetEndpoints } from '../common/endpoints.ts';
import type { Catalogue } from '../../record/catalogue.ts';
import type { Endpoints } from '../engine.ts';

/** @param env as docker-compose.yml sets it for `bench` */
export function endpointsOf(catalogue: Catalogue, env: Record<string, string | undefined>): Endpoints {
  return {
    ...targetEndpoints(catalogue, (name, port) => `http://${name}:${port}`),
    influx: { url: env.INFLUXDB_URL ?? 'http://influxdb:8086', database: env.INFLUXDB_DATABASE ?? 'k6', token: env.INFLUXDB_TOKEN },
    prometheus: env.PROMETHEUS_URL ?? 'http://prometheus:9090',
    mariadb: {
      host: env.MARIADB_HOST ?? 'mariadb',
      port: Number(env.MARIADB_PORT ?? 3306),
      user: 'bench',
      password: env.MARIADB_PASSWORD ?? 'bench',
      database: 'bench',
    },
    dependencies: {
      downstream: `http://downstream:${catalogue.dependencies.downstream?.port}`,
      mongo: env.MONGO_URI ?? 'mongodb://mongo:27017/bench',
    },
    toxiproxy: 'http://toxiproxy:8474',
  };
}
