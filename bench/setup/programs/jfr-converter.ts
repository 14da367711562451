/** Fetches async-profiler's converter of recordings from Maven Central, only for a run that samples where CPU time goes. */
import path from 'node:path';
import { installOnce } from '../cache.ts';
import { copyArtifact } from './artifact.ts';

/** The newest release. It reads the samples by CPU time of JDK 25. */
const VERSION = '4.5';
const NAME = `jfr-converter-${VERSION}.jar`;

/** @throws {Error} one line, if Maven is missing or cannot fetch it */
export async function provideJfrConverter({
  cache,
  javaHome,
  log,
}: {
  cache: string;
  javaHome: string;
  log: (line: string) => void;
}): Promise<{ jar: string; version: string }> {
  const fetched = async (temporary: string) => {
    log(`Fetching jfr-converter ${VERSION} into the cache (Maven) …`);
    await copyArtifact(`tools.profiler:jfr-converter:${VERSION}`, temporary, javaHome);
    return path.join(temporary, NAME);
  };
  return { jar: await installOnce(cache, NAME, fetched, log), version: VERSION };
}
