/** Copies artifacts of Maven Central, as the user's Maven is configured to reach it. */
import process from 'node:process';
import { run } from '../../util/programs.js';
import { findMaven } from './jars.js';

/**
 * @param {string} coordinates group:artifact:version
 * @param {string} directory that the jar is put into
 * @param {string} javaHome
 * @throws {Error} one line, if Maven is missing or cannot fetch it
 */
export async function copyArtifact(coordinates, directory, javaHome) {
  const words = ['-B', '-q', 'dependency:copy', `-Dartifact=${coordinates}`, `-DoutputDirectory=${directory}`];
  await run(await findMaven(javaHome), words, { cwd: directory, env: { ...process.env, JAVA_HOME: javaHome } });
}
