/** Builds k6 with the project's output extension, once for each version of the extension's sources. Its go.mod pins k6's version. */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { run } from '../../util/programs.ts';
import { hashSources, installOnce } from '../cache.ts';
import { findGo, GO_ENVIRONMENT } from '../go.ts';
import type { Place } from '../provide.ts';

const KEPT_BUILDS = 3;
/** How `k6 version` lists the extension. */
const REGISTERED = ' rollup [output]';

/** @throws {Error} one line, if Go is missing or too old, or the build fails */
export async function buildK6(root: string, { cache, log }: Place): Promise<{ bin: string; version: string }> {
  const module = path.join(root, 'k6', 'xk6-output-rollup');
  const hash = (await hashSources(module, isSource)).slice(0, 16);
  const build = async (temporary: string) => {
    log('Building k6 with the rollup output (Go) …');
    const go = await findGo(await neededGo(module), 'k6');
    const built = path.join(temporary, 'k6');
    // Git refuses a checkout of another user, and Go then refuses to record the commit in the build.
    await run(go, ['build', '-C', module, '-trimpath', '-buildvcs=false', '-o', built, './cmd/k6'], {
      env: { ...process.env, ...GO_ENVIRONMENT },
    });
    // An extension for another major version of k6 is built into it as well, but registers itself in a k6 that does not run.
    if ((await run(built, ['version'])).stdout.includes(REGISTERED)) return built;
    const goMod = path.join(module, 'go.mod');
    throw new Error(
      `the k6 that was built does not list '${REGISTERED.trim()}': all imports of k6 must have the major version of ${goMod}`,
    );
  };
  const bin = await installOnce(cache, `k6-${hash}`, build, log);
  await removeOldBuilds(cache, bin);
  const { stdout } = await run(bin, ['version']);
  return { bin, version: /v(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1] ?? stdout.trim() };
}

/** @param file path below the extension's folder @returns whether it is part of the program */
export function isSource(file: string): boolean {
  return /(^|\/)go\.(mod|sum)$/.test(file) || (file.endsWith('.go') && !file.endsWith('_test.go'));
}

/** @param module folder @returns version of Go that its go.mod requires */
async function neededGo(module: string): Promise<string> {
  return /^go (\d+\.\d+)/m.exec(await readFile(path.join(module, 'go.mod'), 'utf8'))?.[1] ?? '1.24';
}

async function removeOldBuilds(cache: string, current: string) {
  const names = (await readdir(cache)).filter((name) => /^k6-[0-9a-f]{16}$/.test(name));
  const others = names.map((name) => path.join(cache, name)).filter((file) => file !== current);
  // One may have been removed in the meantime.
  const builds = await Promise.all(others.map(async (file) => ({ file, mtimeMs: (await stat(file).catch(() => null))?.mtimeMs ?? 0 })));
  builds.sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { file } of builds.slice(KEPT_BUILDS - 1)) await rm(file, { force: true });
}
