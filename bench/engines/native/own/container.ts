/**
 * A user's service from an image: a container of this machine's Docker engine, reached at its own address, so that all variants keep the port that the image
 * knows. What is started here is Docker's client, which ends with the container.
 */
import os from 'node:os';
import process from 'node:process';
import { isAlive } from '../../../setup/cache.ts';
import { run } from '../../../util/programs.ts';
import { waitUntil } from '../../../util/wait.ts';
import { findCgroup } from '../../docker/cgroups.ts';

const CGROUPS = '/sys/fs/cgroup';
const PREFIX = 'stackbench-own-';
/** Docker's client returns from `run` when the container has ended, and says nothing when it has started. */
const STARTED_WITHIN_MS = 60_000;

type Running = { id: string; pid: number; address: string; cgroup: string | undefined };

export class OwnContainer {
  name;
  words;
  cpus;
  running: Running | null = null;

  constructor(
    target: string,
    { image, memory }: { image: string; memory?: string },
    { cpus, environment }: { cpus: number; environment: Record<string, string> },
  ) {
    this.name = `${PREFIX}${process.pid}-${target}`;
    const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const limits = ['--cpus', String(cpus), ...(memory === undefined ? [] : ['--memory', memory])];
    this.words = ['docker', 'run', '--rm', '--name', this.name, ...limits, ...variables, image];
    this.cpus = cpus;
  }

  /** @param hasEnded the client @returns null where it ended first */
  async started(hasEnded: () => boolean): Promise<Running | null> {
    const look = async () => {
      this.running = await this.#inspect();
      return this.running !== null || hasEnded();
    };
    await waitUntil(look, { everyMs: 200, withinMs: STARTED_WITHIN_MS });
    return this.running;
  }

  async #inspect(): Promise<Running | null> {
    const format = '{{.Id}} {{.State.Pid}} {{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}';
    const { stdout } = await run('docker', ['inspect', '--format', format, this.name]).catch(() => ({ stdout: '' }));
    const [id, pid, address] = stdout.trim().split(' ');
    if (!Number(pid) || !address) return null;
    return { id, pid: Number(pid), address, cgroup: findCgroup(CGROUPS, id) };
  }

  /** @param limited Docker takes a limit of all CPUs for none; it cannot take a limit away */
  async limit(limited: boolean) {
    await run('docker', ['update', '--cpus', String(limited ? this.cpus : os.availableParallelism()), this.name]);
  }

  /** Also where the client was killed. */
  async remove() {
    this.running = null;
    await run('docker', ['rm', '--force', this.name]).catch(() => {});
  }
}

/** Removes those of runners that were killed. */
export async function removeStaleContainers() {
  const { stdout } = await run('docker', ['ps', '--all', '--filter', `name=^${PREFIX}`, '--format', '{{.Names}}']);
  const stale = stdout.split('\n').filter((name) => name !== '' && !isAlive(Number(name.slice(PREFIX.length).split('-')[0])));
  for (const name of stale) await run('docker', ['rm', '--force', name]).catch(() => {});
}
