/** The engine that ENGINE names, for the tests that every engine must pass, and what only the tests do to its parts. */
import { readdirSync } from 'node:fs';
import process from 'node:process';
import { readIfThere } from '../../collect/proc.js';
import { makeEngine } from '../../engines/index.js';
import { DockerApi } from '../../engines/docker/api.js';
import { Containers } from '../../engines/docker/containers.js';
import { chooseEngine } from '../../engines/engines.js';
import { NativeEngine } from '../../engines/native/index.js';
import { limitsOf } from '../../record/json/limits.js';
import { readCatalogue, root } from '../../record/catalogue.js';
import { cacheDir } from '../../setup/cache.js';
import { setUp } from '../../setup/index.js';
import { run } from '../../util/programs.js';
import { freePorts } from './processes.js';
import { temporaryFolder } from './temporary.js';

/**
 * @typedef {object} UnderTest
 * @property {import('../../engines/engine.js').Engine} engine
 * @property {import('../../setup/index.js').Tools} tools
 * @property {(name: string) => Promise<void>} kill ends a part by KILL
 */

/** @typedef {(targets: string[], limits: import('../../record/json/limits.js').RequestedLimits, variation: import('../../engines/engine.js').Variation) => Promise<UnderTest>} Maker */

/** @type {Record<import('../../engines/engines.js').EngineName, Maker>} */
const MAKERS = { native, docker, kubernetes };

export const engineName = chooseEngine(process.env.ENGINE);

/**
 * @param {string[]} targets that are going to be started
 * @param {Record<string, string>} knobs such as TARGET_CPUS
 * @param {import('../../engines/engine.js').Variation} variation
 */
export function engineUnderTest(targets, knobs, variation) {
  return MAKERS[engineName](targets, limitsOf(knobs), variation);
}

/** On free ports: other tests and runs have the usual ones. @type {Maker} */
async function native(targets, limits, variation) {
  const catalogue = readCatalogue();
  const needs = /** @type {const} */ (['jdk', 'jars', 'k6', 'mariadb', 'influxdb', 'prometheus', 'mongo', 'toxiproxy']);
  const tools = await setUp({ catalogue, root, cacheDir: cacheDir(), log: () => {}, needs: [...needs] });
  const [mariadb, influxdb, prometheus, toxiproxy, far, port, managementPort, ...ofTargets] = await freePorts(7 + 2 * targets.length);
  catalogue.dependencies.downstream = { ...catalogue.dependencies.downstream, port, managementPort };
  for (const [index, name] of targets.entries()) {
    const [own, management] = ofTargets.slice(2 * index);
    catalogue.targets[name] = { ...catalogue.targets[name], port: own, managementPort: management };
  }
  const engine = new NativeEngine({
    ...{ catalogue, root, tools, limits, workDir: temporaryFolder(), ...variation },
    ...{ ports: { mariadb, influxdb, prometheus }, farPorts: { toxiproxy, far } },
  });
  const kill = async (/** @type {string} */ name) => {
    const pid = engine.processes().find((each) => each.name === name)?.pid;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  };
  return { engine, tools, kill };
}

/** @param {string} resultsDir */
function command(resultsDir) {
  const { signal } = new AbortController();
  const log = () => {};
  return { catalogue: readCatalogue(), env: process.env, root, cacheDir: cacheDir(), resultsDir, signal, log, warn: log };
}

/** In the runner's container. @type {Maker} */
async function docker(_targets, limits, variation) {
  const api = new DockerApi('/var/run/docker.sock');
  const containers = new Containers(api, '');
  const kill = async (/** @type {string} */ name) => api.ask('POST', `/containers/${await containers.idOf(name)}/kill`);
  return { ...(await makeEngine(command(''), limits, variation)), kill };
}

/** Of a cluster whose nodes are on this machine: from inside of a container nobody can kill its first process. @type {Maker} */
async function kubernetes(_targets, limits, { settings }) {
  const made = await makeEngine(command(temporaryFolder()), limits, { settings });
  const kill = async (/** @type {string} */ name) => {
    const pods = await run('kubectl', ['-n', 'stackbench', 'get', 'pods', '-l', `app.kubernetes.io/name=${name}`, '-o', 'json']);
    const ids = JSON.parse(pods.stdout).items.flatMap((/** @type {any} */ pod) =>
      pod.status.containerStatuses.map((/** @type {any} */ { containerID }) => containerID.replace(/^.*\/\//, '')),
    );
    for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      const groups = readIfThere(`/proc/${pid}/cgroup`);
      if (ids.some((/** @type {string} */ id) => groups.includes(id))) process.kill(Number(pid), 'SIGKILL');
    }
  };
  return { ...made, kill };
}
