/** docker-compose.yml against the catalogue, the runner's knobs and the rules of hardening, without an engine. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { derivedFiles, SETTINGS } from '../../../dev/derived.ts';
import { settingsOf } from '../../../engines/common/given.ts';
import { OPTIONS } from '../../../commands/input/options.ts';
import { GO_PROGRAMS } from '../../../setup/go.ts';
import { defaultsIn } from '../../../engines/docker/compose.ts';

const catalogue = readCatalogue();
const { dependencies, settings } = catalogue;
/** Those that are commands or containers of their own have no part in docker-compose.yml. */
const targets = Object.fromEntries(Object.entries(catalogue.targets).filter(([, { module }]) => module));

const read = (...names: string[]) => readFileSync(path.join(root, ...names), 'utf8');

const services: Record<string, any> = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }).services;
const versions = defaultsIn(root);

function assertPorts(name: string, { port, managementPort }: { port: number; managementPort?: number }) {
  const { environment, ports } = services[name];
  assert.deepEqual([environment.SERVER_PORT, environment.MANAGEMENT_SERVER_PORT], [port, managementPort], name);
  assert.deepEqual(ports, [`127.0.0.1:${port}:${port}`, `127.0.0.1:${managementPort}:${managementPort}`], name);
}

describe('docker-compose.yml', () => {
  it('has every target of the catalogue with its ports and environment and the limits of all, and no other', () => {
    const found = Object.keys(services).filter((name) => services[name].environment?.TARGET !== undefined && !(name in dependencies));
    assert.deepEqual(found.sort(), Object.keys(targets).sort());
    for (const [name, target] of Object.entries(targets)) {
      const { environment, build, image, cpus, mem_limit } = services[name];
      const { module, environment: own } = target;
      assertPorts(name, target);
      assert.deepEqual([environment.TARGET, cpus, mem_limit], [name, '${TARGET_CPUS}', '${TARGET_MEMORY}']);
      assert.deepEqual([build.args.MODULE, image], [module, `stackbench/${module}`], name);
      for (const [variable, value] of Object.entries(own)) assert.equal(String(environment[variable]), value, `${name} ${variable}`);
    }
  });

  it('starts the core only, unless a profile is asked for', () => {
    const profileOf = ({ extended, flawed }: { extended?: boolean; flawed?: boolean }) =>
      flawed ? ['flawed'] : extended ? ['extended'] : undefined;
    for (const [name, target] of Object.entries(targets)) assert.deepEqual(services[name].profiles, profileOf(target), name);
    for (const name of Object.keys(dependencies)) assert.deepEqual(services[name].profiles, ['extended'], name);
    assert.deepEqual(services.toxiproxy.profiles, ['far']);
  });

  it('has every dependency of the catalogue with its ports, and tells the targets where they are', () => {
    assertPorts('downstream', dependencies.downstream);
    assert.deepEqual([services.mongo.ports, versions.MONGO_PORT], [['127.0.0.1:${MONGO_PORT}:27017'], String(dependencies.mongo.port)]);
    for (const name of Object.keys(targets)) {
      const { DOWNSTREAM_URL, MONGO_URI, DB_HOST } = services[name].environment;
      const addresses = [`http://downstream:${dependencies.downstream.port}`, '${TARGET_MONGO_URI}', '${TARGET_DB_HOST}'];
      assert.deepEqual([DOWNSTREAM_URL, MONGO_URI, DB_HOST], addresses, name);
    }
    assert.deepEqual([versions.TARGET_MONGO_URI, versions.TARGET_DB_HOST], ['', 'mariadb']);
  });

  it('gives every target the settings that the native engine gives it', () => {
    for (const name of Object.keys(settings)) {
      for (const [target, { flawed, server, environment: own }] of Object.entries(targets)) {
        if (flawed) continue;
        const files = services[target].env_file.map((file: string) => read(file.replace('${SETTINGS:-default}', name)));
        const given = Object.fromEntries([...files.join('').matchAll(/^(\w+)=(.*)$/gm)].map(([, variable, value]) => [variable, value]));
        assert.deepEqual({ ...given, ...own }, { ...settingsOf(catalogue, name, target), ...own }, `${name} ${target} (${server})`);
      }
    }
  });

  it('has files of the settings in the catalogue, and of no others', () => {
    const found = readdirSync(path.join(root, SETTINGS), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.env'));
    const made = Object.keys(derivedFiles(catalogue)).filter((file) => file.startsWith(SETTINGS));
    assert.deepEqual(found.map((name) => `${SETTINGS}/${name}`).sort(), made.sort());
  });

  it('lets the database hold the pools of all targets at once, with any settings', () => {
    const connections = Number(/^max_connections = (\d+)$/m.exec(read('db-init', 'conf.d', 'bench.cnf'))?.[1]);
    for (const name of Object.keys(settings)) {
      const pools = Object.keys(targets).map((target) => Number(settingsOf(catalogue, name, target).DB_POOL_SIZE ?? 10));
      assert.ok(pools.reduce((total, size) => total + size, 0) < connections, name);
    }
    assert.ok(services.mariadb.pids_limit > connections);
  });

  it('has the Toxiproxy that the native engine builds', () => assert.equal(versions.TOXIPROXY_VERSION, GO_PROGRAMS.toxiproxy.version));

  it('gives no service a capability, a writable root or more privileges, and the socket of the engine to the runner alone', () => {
    for (const [name, service] of Object.entries(services)) {
      assert.deepEqual([service.read_only, service.cap_drop, service.cap_add], [true, ['ALL'], undefined], name);
      // SELinux' confinement forbids the socket to whoever is in a container.
      const unconfined = name === 'bench' ? ['label=disable'] : [];
      assert.deepEqual(service.security_opt, ['no-new-privileges:true', ...unconfined], name);
      assert.ok(service.pids_limit > 0, name);
      assert.equal(service.privileged, undefined, name);
      assert.equal(/docker\.sock/.test(JSON.stringify(service.volumes ?? [])), name === 'bench', name);
    }
  });

  it('publishes ports on 127.0.0.1 only, of services that say when they are ready, and pins every image that it does not build', () => {
    for (const [name, { ports = [], image, build, healthcheck }] of Object.entries(services)) {
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:/, name);
      if (ports.length > 0) assert.ok(healthcheck?.test, name);
      const variable = /^\$\{(\w+)\}$/.exec(image)?.[1];
      if (!build) assert.match(versions[String(variable)], /:v?\d+\.\d+\.\d+$/, name);
    }
  });

  it('has a runner with no port, and no value of its own for a variable of .env, which can change nothing of the checkout but results', () => {
    const { ports, volumes, environment } = services.bench;
    assert.equal(ports, undefined);
    const writable = volumes.filter((volume: string) => !volume.endsWith(':ro'));
    assert.deepEqual(writable, ['./results:/app/results', '${DOCKER_SOCKET:-/var/run/docker.sock}:/var/run/docker.sock']);
    for (const [name, value] of Object.entries(environment)) if (name in versions) assert.equal(value, `\${${name}}`);
  });

  it("lets containers read the checkout's files where there is SELinux, and sends nothing of theirs through a proxy of Docker's configuration", () => {
    for (const [name, { volumes = [], security_opt: options }] of Object.entries(services)) {
      const ofCheckout = volumes.filter((volume: string) => volume.startsWith('./'));
      if (!options.includes('label=disable')) for (const volume of ofCheckout) assert.match(volume, /:ro,z$/, name);
    }
    const speakHttp = [...Object.keys(targets), 'downstream', 'k6', 'bench', 'grafana', 'prometheus'];
    for (const name of speakHttp)
      assert.deepEqual([services[name].environment.HTTP_PROXY, services[name].environment.http_proxy], ['', ''], name);
  });

  it('has no password or token of its own: they are in .env', () => {
    for (const [name, { environment = {} }] of Object.entries(services)) {
      for (const [variable, value] of Object.entries(environment)) {
        if (/PASSWORD|TOKEN/.test(variable)) assert.match(String(value), /^\$\{\w+\}$/, `${name} ${variable}`);
      }
    }
  });
});

it('run.sh finds every option of the commands in the runner’s sources, to pass it on', () => {
  const [, command] = /^options=\$\((.+)\)$/m.exec(read('bench', 'engines', 'docker', 'run.sh')) ?? [];
  const printed = execFileSync('bash', ['-c', String(command)], { cwd: root, encoding: 'utf8' });
  assert.deepEqual(printed.trim().split('\n').sort(), Object.keys(OPTIONS).sort());
});
