/** docker-compose.yml against the catalogue, the runner's knobs and the rules of hardening, without an engine. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { readCatalogue, root } from '../catalogue.js';
import { KNOBS } from '../plan/knobs.js';
import { composeSettings } from './support/compose-settings.js';

const { targets } = readCatalogue();

/** @param {...string} names */
const read = (...names) => readFileSync(path.join(root, ...names), 'utf8');

/** @type {Record<string, any>} */
const services = parse(read('docker-compose.yml'), { merge: true }).services;
const script = read('bench', 'engines', 'docker', 'stack.sh');

/**
 * @param {string} name of an array in stack.sh
 * @returns {string[]}
 */
function arrayOf(name) {
  const words = new RegExp(`readonly ${name}=\\(([^)]+)\\)`).exec(script)?.[1];
  assert.ok(words, name);
  return words.trim().split(/\s+/);
}

describe('docker-compose.yml', () => {
  it('has every target of the catalogue with its ports and environment, and no other', () => {
    const found = Object.entries(services).filter(([, { environment }]) => environment?.TARGET !== undefined);
    assert.deepEqual(found.map(([name]) => name).sort(), Object.keys(targets).sort());
    for (const [name, { environment, ports, build, image }] of found) {
      const { port, managementPort, module, environment: own } = targets[name];
      assert.equal(environment.TARGET, name);
      assert.deepEqual([environment.SERVER_PORT, environment.MANAGEMENT_SERVER_PORT], [port, managementPort], name);
      assert.deepEqual(ports, [`127.0.0.1:${port}:${port}`, `127.0.0.1:${managementPort}:${managementPort}`], name);
      assert.deepEqual([build.args.MODULE, image], [module, `stackbench/${module}`], name);
      for (const [variable, value] of Object.entries(own)) assert.equal(String(environment[variable]), value, `${name} ${variable}`);
    }
  });

  it('limits every target alike', () => {
    for (const name of Object.keys(targets)) {
      assert.deepEqual([services[name].cpus, services[name].mem_limit], ['${TARGET_CPUS}', '${TARGET_MEMORY}'], name);
    }
  });

  it('gives no service a capability, a writable root, more privileges or the socket of the engine', () => {
    for (const [name, service] of Object.entries(services)) {
      assert.deepEqual([service.read_only, service.cap_drop, service.cap_add], [true, ['ALL'], undefined], name);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
      assert.ok(service.pids_limit > 0, name);
      assert.equal(service.privileged, undefined, name);
      assert.doesNotMatch(JSON.stringify(service.volumes ?? []), /docker\.sock/, name);
    }
  });

  it('publishes ports on 127.0.0.1 only, and pins every image that it does not build', () => {
    const settings = composeSettings();
    for (const [name, { ports = [], image, build }] of Object.entries(services)) {
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:/, name);
      const variable = /^\$\{(\w+)\}$/.exec(image)?.[1];
      if (!build) assert.match(settings[String(variable)], /:v?\d+\.\d+\.\d+$/, name);
    }
  });

  it('knows when each service that runs on is ready', () => {
    for (const [name, service] of Object.entries(services)) if (service.restart) assert.ok(service.healthcheck?.test, name);
  });

  it('has no password or token of its own: they are in .env', () => {
    for (const [name, { environment = {} }] of Object.entries(services)) {
      for (const [variable, value] of Object.entries(environment)) {
        if (/PASSWORD|TOKEN/.test(variable)) assert.match(String(value), /^\$\{\w+\}$/, `${name} ${variable}`);
      }
    }
  });
});

describe('stack.sh', () => {
  it('hands every knob of the commands that run in containers to the runner', () => {
    const onTheHost = ['setup', 'bench-output', 'test', 'test-compose', 'lint', 'format'];
    const inContainers = Object.entries(KNOBS).filter(([name]) => !onTheHost.includes(name));
    const known = new Set(inContainers.flatMap(([, knobs]) => knobs));
    assert.deepEqual(
      arrayOf('knobs').filter((name) => name !== 'MAKEFLAGS'),
      [...known].sort(),
    );
  });

  it('starts everything that bench depends on', () => {
    assert.deepEqual(arrayOf('measured').sort(), [...Object.keys(services.bench.depends_on), 'mariadb'].sort());
  });
});
