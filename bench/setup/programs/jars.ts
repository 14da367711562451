/** Builds the targets' jars with Maven, only if their sources have changed. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { withLock } from '../cache.ts';
import { findPrograms, run } from '../../util/programs.ts';
import { NEEDED_JAVA } from '../jdk.ts';
import { hashSources } from '../sources.ts';

const NEEDED_MAVEN = [3, 8];

/**
 * @param options `modules`: Maven modules below `services/`
 * @returns path of each module's executable jar, without modules that this JDK does not build
 * @throws {Error} one line, if Maven is missing or too old, or the build fails
 */
export async function buildJars({
  root,
  modules,
  javaHome,
  log,
}: {
  root: string;
  modules: string[];
  javaHome: string;
  log: (line: string) => void;
}): Promise<Record<string, string>> {
  const services = path.join(root, 'services');
  const jars = jarsOf(services, modules);
  const stamp = path.join(services, 'target', 'built-from.json');
  const built = () => Object.fromEntries(Object.entries(jars).filter(([, jar]) => existsSync(jar)));
  if (await isCurrent({ stamp, services, jars, javaHome })) return built();
  await mkdir(path.dirname(stamp), { recursive: true });
  const build = async () => {
    if (await isCurrent({ stamp, services, jars, javaHome })) return;
    log("Building the targets' jars with Maven …");
    const maven = await findMaven(javaHome);
    const before = await hashSources(services, isSource);
    const args = ['-B', '-q', '-f', path.join(services, 'pom.xml'), '-DskipTests', 'package'];
    await run(maven, args, { env: { ...process.env, JAVA_HOME: javaHome } });
    // Jars of all modules, because Maven builds them all even if only one was requested.
    const all = jarsOf(services, await readdir(services));
    await writeFile(stamp, JSON.stringify({ sources: before, javaHome, jars: await fingerprints(all) }));
  };
  await withLock(`${stamp}.lock`, build, log);
  return built();
}

/** @returns version of Spring Boot, the parent of `services/pom.xml` */
export async function springBootVersion(root: string): Promise<string> {
  const pom = await readFile(path.join(root, 'services', 'pom.xml'), 'utf8');
  const version = /<artifactId>spring-boot-starter-parent<\/artifactId>\s*<version>([^<]+)</.exec(pom);
  if (!version) throw new Error('services/pom.xml names no version of spring-boot-starter-parent');
  return version[1];
}

/** @param file path below `services/` @returns whether it is part of a jar */
export function isSource(file: string): boolean {
  return path.posix.basename(file) === 'pom.xml' || /(^|\/)src\/main\//.test(file);
}

/**
 * Compares the jars too, not only the sources: a `mvn package` by hand may have replaced them. Another JDK may build a module that one left out.
 */
async function isCurrent({
  stamp,
  services,
  jars,
  javaHome,
}: {
  stamp: string;
  services: string;
  jars: Record<string, string>;
  javaHome: string;
}): Promise<boolean> {
  const then = await readFile(stamp, 'utf8')
    .then(JSON.parse)
    .catch(() => null); // never built, or interrupted
  if (then === null) return false;
  const now = { sources: await hashSources(services, isSource), jars: await fingerprints(jars) };
  const isBuilt = ([module, jar]: [string, string | null]) => then.jars[module] === jar && (jar !== null || then.javaHome === javaHome);
  return then.sources === now.sources && Object.entries(now.jars).every(isBuilt);
}

/** @returns path of each one's executable jar */
function jarsOf(services: string, modules: string[]): Record<string, string> {
  return Object.fromEntries(modules.map((module) => [module, path.join(services, module, 'target', `${module}.jar`)]));
}

/** @returns size and modification time of each; null if it is missing */
async function fingerprints(jars: Record<string, string>): Promise<Record<string, string | null>> {
  const entries = Object.entries(jars).map(async ([module, jar]) => {
    const found = await stat(jar).catch(() => null);
    return [module, found && `${found.size} ${found.mtimeMs}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}

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
