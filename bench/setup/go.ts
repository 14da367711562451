/** Finds Go, and builds programs with it from the Go module proxy. */
import path from 'node:path';
import process from 'node:process';
import { findPrograms, run } from '../util/programs.ts';
import { installOnce } from './cache.ts';
import type { Place } from './provide.ts';

/** A `go.work` in a folder above, or flags of the user, would change what is built. An empty GOFLAGS would let those of `go env -w` in. */
export const GO_ENVIRONMENT = { GOWORK: 'off', GOFLAGS: '-mod=readonly' };

/** `needed`: Go, as its go.mod says; `entry`: of the cache */
export const GO_PROGRAMS = {
  /** The newest release; the container image (.env) has the same version. */
  toxiproxy: {
    title: 'Toxiproxy',
    version: '2.12.0',
    needed: '1.23',
    module: 'github.com/Shopify/toxiproxy/v2/cmd/server',
    entry: 'toxiproxy-',
  },
  /** The last k6 v1, without extensions: the scripts are tested with it too. */
  k6V1: { title: 'k6', version: '1.8.1', needed: '1.24', module: 'go.k6.io/k6', entry: 'k6-v' },
};

/** @param needed `1.25` @param what Go is to build @returns the `go` program @throws {Error} one line, if it is missing or too old */
export async function findGo(needed: string, what: string): Promise<string> {
  const [go] = await findPrograms(['go']);
  if (!go) throw new Error(`Go ${needed} or newer is needed to build ${what}, and no go is on PATH; install Go`);
  // Outside of any module: inside one, Go would first download the toolchain that its go.mod names.
  const { stdout } = await run(go, ['version'], { cwd: path.parse(process.cwd()).root });
  const version = /go(\d+\.\d+[.\d]*)/.exec(stdout)?.[1] ?? '0.0';
  if (minor(version) < minor(needed)) throw new Error(`Go ${needed} or newer is needed to build ${what}, and ${go} is ${version}`);
  return go;
}

/** @param version `1.26.3` @returns 26 */
function minor(version: string): number {
  return Number(version.split('.')[1]);
}

/** @throws {Error} one line, if Go is missing or too old, or the build fails */
export async function buildGoProgram(name: keyof typeof GO_PROGRAMS, { cache, log }: Place): Promise<{ bin: string; version: string }> {
  const { title, version, needed, module, entry } = GO_PROGRAMS[name];
  const build = async (temporary: string) => {
    log(`Building ${title} ${version} (Go) …`);
    const go = await findGo(needed, title);
    const env = { ...process.env, ...GO_ENVIRONMENT, GOBIN: temporary };
    // Outside of any module: a go.mod in the current folder would affect the versions of the dependencies.
    await run(go, ['install', '-trimpath', `${module}@v${version}`], { cwd: temporary, env });
    return path.join(temporary, path.basename(module));
  };
  return { bin: await installOnce(cache, `${entry}${version}`, build, log), version };
}
