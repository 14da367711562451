/** The targets of a run as containers. A limit is put back and checked. */
import { RenewedTargets } from '../common/targets.ts';
import { quotaIn } from './cgroups.ts';
import type { Stack } from './containers.ts';

const STOP_SECONDS = 5;
/** The highest and the default weight: in a warm-up compilers have precedence, as with the native engine. At a start nothing waits for them. */
const HIGHEST_SHARES = 262_144;
const DEFAULT_SHARES = 1024;
const NANO = 1e9;

export class Targets extends RenewedTargets<Stack & { cpus: number; machineCpus: number }> {
  override exits = this.options.containers.exits;
  /** All targets that there are, started at once on two busy cores, have needed more than two minutes. */
  override startMs = 240_000;

  /** @param names their containers are made, but not started */
  async create(names: string[]) {
    await this.options.compose.run('up', '--no-start', '--no-deps', '--no-build', '--quiet-pull', ...names);
  }

  override async make(name: string) {
    const { containers, machineCpus } = this.options;
    const id = (await this.#unused(name)) ?? (await this.#made(name));
    this.used.set(name, id);
    await this.#update(name, { cpus: machineCpus, shares: DEFAULT_SHARES });
    this.starts.refuseWhenEnded();
    await containers.api.ask('POST', `/containers/${id}/start`);
  }

  /** @returns a container that has never run */
  async #unused(name: string): Promise<string | undefined> {
    const id = await this.options.containers.idOf(name);
    if (id === undefined || id === this.used.get(name)) return undefined;
    return (await this.options.containers.inspect(id)).State.Status === 'created' ? id : undefined;
  }

  async #made(name: string): Promise<string> {
    await this.stop(name);
    await this.create([name]);
    const id = await this.options.containers.idOf(name);
    if (id === undefined) throw new Error(`${name} has no container`);
    return id;
  }

  override async setLimit(name: string, limited: boolean) {
    const { cpus, machineCpus } = this.options;
    await this.#update(name, limited ? { cpus, shares: DEFAULT_SHARES } : { cpus: machineCpus, shares: HIGHEST_SHARES });
    if (limited) await this.#verifyLimit(name);
  }

  async #update(name: string, { cpus, shares }: { cpus: number; shares: number }) {
    // Docker takes a limit of all CPUs for none; it cannot take a limit away.
    const change = { NanoCpus: Math.round(cpus * NANO), CpuShares: shares };
    await this.options.containers.api.ask('POST', `/containers/${this.used.get(name)}/update`, change);
  }

  async #verifyLimit(name: string) {
    const { containers, cpus } = this.options;
    const container = containers.of(name);
    if (container === undefined) return;
    const { NanoCpus } = (await containers.inspect(container.id)).HostConfig;
    const found = [NanoCpus / NANO, container.cgroup === undefined ? null : quotaIn(container.cgroup)];
    const other = found.find((each) => each !== null && Math.abs(each - cpus) > 0.001);
    if (other !== undefined && containers.of(name) !== undefined)
      throw new Error(`${name} should be limited to ${cpus} CPU again, and is limited to ${other}`);
  }

  override async stop(name: string) {
    const id = await this.options.containers.idOf(name);
    if (id !== undefined) await this.options.containers.remove([id], STOP_SECONDS);
    this.used.delete(name);
  }

  override logCommand(name: string) {
    return `docker compose logs ${name}`;
  }

  override async logOf(id: string) {
    const log = await this.options.containers.api.text(`/containers/${id}/logs?stdout=1&stderr=1&tail=200`);
    // Each line comes after 8 bytes: the stream, and the length.
    return log.replaceAll(/^\p{Cc}\0{3}[^]{4}/gmu, '');
  }
}
