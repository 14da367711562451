/** Builds Toxiproxy from the Go module proxy, only for a run with a delayed database. */
import path from 'node:path';
import process from 'node:process';
import { installOnce } from '../cache.ts';
import { run } from '../../util/programs.ts';
import { findGo, GO_ENVIRONMENT } from '../go.ts';

/** The newest release; the container image (.env) has the same version. */
export const VERSION = '2.12.0';

/** As its go.mod says. */
const NEEDED_GO = '1.23';

/** @throws {Error} one line, if Go is missing or too old, or the build fails */
export async function buildToxiproxy({
  cache,
  log,
}: {
  cache: string;
  log: (line: string) => void;
}): Promise<{ bin: string; version: string }> {
  const build = async (temporary: string) => {
    log(`Building Toxiproxy ${VERSION} (Go) …`);
    const go = await findGo(NEEDED_GO, 'Toxiproxy');
    const env = { ...process.env, ...GO_ENVIRONMENT, GOBIN: temporary };
    // Outside of any module: a go.mod in the current folder would affect the versions of the dependencies.
    await run(go, ['install', '-trimpath', `github.com/Shopify/toxiproxy/v2/cmd/server@v${VERSION}`], { cwd: temporary, env });
    return path.join(temporary, 'server');
  };
  const bin = await installOnce(cache, `toxiproxy-${VERSION}`, build, log);
  return { bin, version: VERSION };
}
