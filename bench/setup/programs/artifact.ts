/** Copies artifacts of Maven Central, as the user's Maven is configured to reach it. */
import process from 'node:process';
import { run } from '../../util/programs.ts';
import { findMaven } from './jars.ts';

/**
 * @param coordinates group:artifact:version
 * @param directory that the jar is put into
 * @throws {Error} one line, if Maven is missing or cannot fetch it
 */
export async function copyArtifact(coordinates: string, directory: string, javaHome: string) {
  const words = ['-B', '-q', 'dependency:copy', `-Dartifact=${coordinates}`, `-DoutputDirectory=${directory}`];
  await run(await findMaven(javaHome), words, { cwd: directory, env: { ...process.env, JAVA_HOME: javaHome } });
}
