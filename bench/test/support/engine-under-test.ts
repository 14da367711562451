/** The engine that ENGINE names, for the tests that every engine must pass, and what only the tests do to its parts. */
import process from 'node:process';
import { readIfThere } from '../../collect/proc.ts';
import { makeEngine } from '../../engines/index.ts';
import { Containers, DockerApi } from '../../engines/docker/containers.ts';
import { chooseEngine, type EngineName } from '../../engines/engines.ts';
import { NativeEngine } from '../../engines/native/index.ts';
import { limitsOf, type RequestedLimits } from '../../record/json/limits.ts';
import { readCatalogue, root } from '../../record/catalogue.ts';
import { cacheDir } from '../../setup/cache.ts';
import { setUp, type Tools } from '../../setup/index.ts';
import { run } from '../../util/programs.ts';
import { freePorts, processIds } from './processes.ts';
import { temporaryFolder } from './temporary.ts';
import type { Engine, Variation } from '../../engines/engine.ts';

interface UnderTest {
  engine: Engine;
  tools: Tools;
  /** ends a part by KILL */
  kill: (name: string) => Promise<void>;
}

type Maker = (targets: string[], limits: RequestedLimits, variation: Variation) => Promise<UnderTest>;

export const engineName = chooseEngine(process.env.ENGINE);

/** @param targets that are going to be started @param knobs such as TARGET_CPUS */
export function engineUnderTest(targets: string[], knobs: Record<string, string>, variation: Variation) {
  return MAKERS[engineName](targets, limitsOf(knobs), variation);
}

/** @param variation of it @returns the native engine, of a catalogue with free ports: other tests and runs have the usual ones */
export async function nativeEngine(targets: string[], variation: Variation & { limits: RequestedLimits; logDir?: string }) {
  const catalogue = readCatalogue();
  const needs = ['jdk', 'jars', 'k6', 'mariadb', 'influxdb', 'prometheus', 'mongo', 'toxiproxy'] as const;
  const tools = await setUp({ catalogue, root, cacheDir: cacheDir(), log: () => {}, needs: [...needs] });
  const [mariadb, influxdb, prometheus, toxiproxy, far, port, managementPort, ...ofTargets] = await freePorts(7 + 2 * targets.length);
  catalogue.dependencies.downstream = { ...catalogue.dependencies.downstream, port, managementPort };
  for (const [index, name] of targets.entries()) {
    const [own, management] = ofTargets.slice(2 * index);
    catalogue.targets[name] = { ...catalogue.targets[name], port: own, managementPort: management };
  }
  const ports = { mariadb, influxdb, prometheus, toxiproxy, far };
  const engine = new NativeEngine({ catalogue, root, tools, workDir: temporaryFolder(), ports, ...variation });
  return { engine, tools, catalogue };
}

const native: Maker = async (targets, limits, variation) => {
  const { engine, tools } = await nativeEngine(targets, { limits, ...variation });
  const kill = async (name: string) => {
    const pid = engine.processes().find((each) => each.name === name)?.pid;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  };
  return { engine, tools, kill };
};

function command(resultsDir: string) {
  const { signal } = new AbortController();
  const log = () => {};
  return { catalogue: readCatalogue(), env: process.env, root, cacheDir: cacheDir(), resultsDir, signal, log, warn: log };
}

/** In the runner's container. */
const docker: Maker = async (_targets, limits, variation) => {
  const api = new DockerApi();
  const containers = new Containers(api, '');
  const kill = async (name: string) => api.ask('POST', `/containers/${await containers.idOf(name)}/kill`);
  return { ...(await makeEngine(command(''), limits, variation)), kill };
};

/** Of a cluster whose nodes are on this machine: from inside of a container nobody can kill its first process. */
const kubernetes: Maker = async (_targets, limits, { settings }) => {
  const made = await makeEngine(command(temporaryFolder()), limits, { settings });
  const kill = async (name: string) => {
    const pods = await run('kubectl', ['-n', 'stackbench', 'get', 'pods', '-l', `app.kubernetes.io/name=${name}`, '-o', 'json']);
    const ids = JSON.parse(pods.stdout).items.flatMap((pod: any) =>
      pod.status.containerStatuses.map(({ containerID }: any) => containerID.replace(/^.*\/\//, '')),
    );
    for (const pid of processIds()) {
      const groups = readIfThere(`/proc/${pid}/cgroup`);
      if (ids.some((id: string) => groups.includes(id))) process.kill(pid, 'SIGKILL');
    }
  };
  return { ...made, kill };
};

const MAKERS: Record<EngineName, Maker> = { native, docker, kubernetes };
