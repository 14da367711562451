/** Targets that are containers: how one starts, is limited and ends. Docker and the target are stand-ins. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Services } from '../../../engines/docker/services.ts';
import { Targets } from '../../../engines/docker/targets.ts';
import { serverOfSuite } from '../../support/server.ts';

const server = serverOfSuite((_, response) => void response.end());
const CPUS = 0.5;

/** @param onStart what becomes of a container that is started */
function docker(onStart: (containers: any) => void = () => {}) {
  const asked: string[] = [];
  const containers: any = {
    exits: new Map(),
    idOf: async (name: string) => `${name}-id`,
    inspect: async () => ({ State: { Status: 'created' }, HostConfig: { NanoCpus: CPUS * 1e9 } }),
    of: (name: string) => ({ id: `${name}-id` }),
    remove: async (ids: string[]) => void asked.push(`remove ${ids.join()}`),
    api: {
      ask: async (_: string, path: string, body: any) => {
        asked.push(`${path.split('/').slice(2).join(' ')}${body ? ` ${body.NanoCpus / 1e9} ${body.CpuShares}` : ''}`);
        if (path.endsWith('/start')) onStart(containers);
      },
      text: async () => '\u0001\0\0\0\0\0\0\u0001Caused by: connection refused\n',
    },
  };
  const compose = { run: async () => '' } as any;
  const endpoints = { target: () => server.url, health: () => server.url } as any;
  return { asked, containers, stack: { compose, containers, endpoints } };
}

test('a target starts without its limit, which is then put back; in a warm-up its compilers precede the others', async () => {
  const { asked, stack } = docker();
  const targets = new Targets({ ...stack, cpus: CPUS, machineCpus: 4 });
  await targets.start('mvc');
  assert.deepEqual(asked, ['mvc-id update 4 1024', 'mvc-id start', 'mvc-id update 0.5 1024']);
  assert.deepEqual([targets.isRunning('mvc'), targets.exit('mvc')], [true, null]);
  await assert.rejects(targets.start('mvc'), /^Error: mvc is running already$/);
  await targets.limit('mvc', false);
  assert.equal(asked.at(-1), 'mvc-id update 4 262144');
  await targets.stopAll();
  assert.equal(asked.at(-1), 'remove mvc-id');
  await assert.rejects(targets.start('mvc'), /^Error: the engine has been stopped$/);
});

test('one that ends while it starts is a line with its end, the cause and where its log is; it cannot be limited, and stays for its log', async () => {
  const { asked, stack } = docker(({ exits }) => exits.set('mvc-id', { code: 1, signal: null }));
  const targets = new Targets({ ...stack, cpus: CPUS, machineCpus: 4 });
  const message = 'mvc ended while it started: exit code 1; Caused by: connection refused; see docker compose logs mvc';
  await assert.rejects(targets.start('mvc'), { message });
  assert.equal(targets.isRunning('mvc'), false);
  stack.containers.api.ask = () => Promise.reject(new Error('no such container'));
  await targets.limit('mvc', true);
  await targets.stopAll();
  assert.ok(!asked.some((each) => each.startsWith('remove')));
});

test('a service that ends while it starts is bad luck before anything was measured', async () => {
  const { containers, stack } = docker();
  containers.exits.set('influxdb-id', { code: null, signal: 'SIGKILL' });
  const mariadb = { host: '127.0.0.1', port: 1 } as any;
  const endpoints = { ...stack.endpoints, mariadb, influx: { url: server.url }, prometheus: server.url };
  const services = new Services({ ...stack, endpoints, databaseRttMs: null, grafanaUrl: 'http://127.0.0.1:1', others: [] });
  services.startMs = 1;
  const ended = 'influxdb ended while it started: SIGKILL; see docker compose logs influxdb';
  await assert.rejects(services.startUsual(), { message: ended, exitCode: 2 });
  containers.exits.clear();
  await assert.rejects(services.startUsual(), {
    message: /^mariadb did not answer within 0\.001 s: MariaDB does not answer: .*; see docker compose logs mariadb$/,
    exitCode: 2,
  });
});
