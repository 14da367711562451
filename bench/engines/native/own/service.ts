/** A user's service that is no process of the runner: one that runs already, or a container of this machine's Docker engine, made from an image. */
import os from 'node:os';
import process from 'node:process';
import { run } from '../../../util/programs.ts';
import { waitFor } from '../../../util/wait.ts';
import { findCgroup } from '../../docker/cgroups.ts';
import { leftBehind } from '../cgroup.ts';
import { holderPid } from '../ports.ts';
import type { Supervised } from '../../processes/supervise.ts';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
const CGROUPS = '/sys/fs/cgroup';
const PREFIX = 'stackbench-own-';
/** Docker's client, which is started here, ends with the container, and says nothing when that has started. */
const STARTED_WITHIN_MS = 60_000;
const INSPECTED = '{{.Id}} {{.State.Pid}} {{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}';

type OwnImage = { image: string; memory: string | undefined; cpus: number; environment: Record<string, string> };

type Running = { pid: number; address: string; cgroup: string | undefined };

/** @param url its base @returns that is neither started nor ended here; `pid` 0: its process is elsewhere, or another user's */
export async function attached(name: string, url: string): Promise<Supervised> {
  const { hostname, port } = new URL(url);
  const pid = LOCAL.includes(hostname) ? await holderPid(Number(port || 80)) : null;
  return {
    name,
    pid: pid ?? 0,
    exit: null,
    ended: new Promise(() => {}),
    end: async () => ({ code: null, signal: null }),
    explain: async () => `nothing answers at ${url}`,
  };
}

/** By its own address, all variants keep the image's port. */
export class OwnContainer {
  name;
  words;
  cpus;
  running: Running | null = null;

  constructor(target: string, { image, memory, cpus, environment }: OwnImage) {
    this.name = `${PREFIX}${process.pid}-${target}`;
    const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const limits = ['--cpus', String(cpus), ...(memory === undefined ? [] : ['--memory', memory])];
    this.words = ['docker', 'run', '--rm', '--name', this.name, ...limits, ...variables, image];
    this.cpus = cpus;
  }

  /** @param hasEnded the client @returns null where it ended first */
  async started(hasEnded: () => boolean): Promise<Running | null> {
    const look = async () => (await this.#inspect()) ?? (hasEnded() ? null : undefined);
    this.running = (await waitFor(look, { everyMs: 200, withinMs: STARTED_WITHIN_MS })) ?? null;
    return this.running;
  }

  async #inspect(): Promise<Running | null> {
    const { stdout } = await run('docker', ['inspect', '--format', INSPECTED, this.name]).catch(() => ({ stdout: '' }));
    const [id, pid, address] = stdout.trim().split(' ');
    if (!Number(pid) || !address) return null;
    return { pid: Number(pid), address, cgroup: findCgroup(CGROUPS, id) };
  }

  /** @param limited Docker takes a limit of all CPUs for none; it cannot take a limit away */
  async limit(limited: boolean) {
    await run('docker', ['update', '--cpus', String(limited ? this.cpus : os.availableParallelism()), this.name]);
  }

  /** Also where the client was killed. */
  async remove() {
    this.running = null;
    await removed(this.name);
  }
}

/** Removes those of runners that were killed. */
export async function removeStaleContainers() {
  const { stdout } = await run('docker', ['ps', '--all', '--filter', `name=^${PREFIX}`, '--format', '{{.Names}}']);
  for (const name of leftBehind(stdout.split('\n'), PREFIX)) await removed(name);
}

async function removed(name: string) {
  await run('docker', ['rm', '--force', name]).catch(() => {});
}
