/** Finds Maven, and fetches artifacts of Maven Central as the user's Maven is configured to reach it. */
import path from 'node:path';
import process from 'node:process';
import { findPrograms, run } from '../../util/programs.ts';
import { installOnce } from '../cache.ts';
import { NEEDED_JAVA } from '../jdk.ts';
import type { Place } from '../provide.ts';

const NEEDED_MAVEN = [3, 8];

/** The newest release of async-profiler's converter of recordings. It reads the samples by CPU time of JDK 25. */
const CONVERTER_VERSION = '4.5';

/** @returns the `mvn` program @throws {Error} one line, if it is missing or too old, or runs on a Java that is too old */
export async function findMaven(javaHome: string): Promise<string> {
  const needed = `Maven ${NEEDED_MAVEN.join('.')} or newer is needed`;
  const [maven] = await findPrograms(['mvn']);
  if (!maven) throw new Error(`${needed}, and no mvn is on PATH; install Maven`);
  const { stdout } = await run(maven, ['-v'], { env: { ...process.env, JAVA_HOME: javaHome } });
  const [, version, major, minor] = /Apache Maven ((\d+)\.(\d+)[^\s]*)/.exec(stdout) ?? [];
  const isOld = Number(major) < NEEDED_MAVEN[0] || (Number(major) === NEEDED_MAVEN[0] && Number(minor) < NEEDED_MAVEN[1]);
  if (!version || isOld) throw new Error(`${needed}, and ${maven} is ${version ?? 'of unknown version'}`);
  // Maven's start script reads both files, and their settings override the environment.
  const [, java, feature] = /^Java version: ((\d+)[^,\s]*)/m.exec(stdout) ?? [];
  if (Number(feature) < NEEDED_JAVA) throw new Error(`${maven} runs on Java ${java}: check JAVA_HOME in ~/.mavenrc and /etc/mavenrc`);
  return maven;
}

/** @param coordinates group:artifact:version @param directory that the jar is put into @throws {Error} one line */
export async function copyArtifact(coordinates: string, directory: string, javaHome: string) {
  const words = ['-B', '-q', 'dependency:copy', `-Dartifact=${coordinates}`, `-DoutputDirectory=${directory}`];
  await run(await findMaven(javaHome), words, { cwd: directory, env: { ...process.env, JAVA_HOME: javaHome } });
}

/** Only for a run that samples where CPU time goes. @throws {Error} one line, if Maven is missing or cannot fetch it */
export async function provideJfrConverter({ cache, log }: Place, javaHome: string): Promise<{ jar: string; version: string }> {
  const name = `jfr-converter-${CONVERTER_VERSION}.jar`;
  const fetch = async (temporary: string) => {
    log(`Fetching jfr-converter ${CONVERTER_VERSION} into the cache (Maven) …`);
    await copyArtifact(`tools.profiler:jfr-converter:${CONVERTER_VERSION}`, temporary, javaHome);
    return path.join(temporary, name);
  };
  return { jar: await installOnce(cache, name, fetch, log), version: CONVERTER_VERSION };
}
