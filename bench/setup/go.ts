/** Finds Go, which builds k6 and Toxiproxy. */
import path from 'node:path';
import process from 'node:process';
import { findPrograms, run } from '../util/programs.ts';

/**
 * For every command of Go: a `go.work` in a folder above, or flags of the user, would change what is built (https://go.dev/ref/mod#workspaces). An
 * empty GOFLAGS would let those of `go env -w` in; `readonly` is Go's default.
 */
export const GO_ENVIRONMENT = { GOWORK: 'off', GOFLAGS: '-mod=readonly' };

/**
 * @param needed `1.25`
 * @param what Go is to build, for the message
 * @returns the `go` program
 * @throws {Error} one line, if it is missing or too old
 */
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
