/** Builds the targets' jars with Maven, only if their sources have changed. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { run } from '../../util/programs.ts';
import { hashSources, withLock } from '../cache.ts';
import { findMaven } from './maven.ts';

/** `root`: the checkout; `modules`: of Maven, below `services/` */
type Build = { root: string; modules: string[]; javaHome: string; log: (line: string) => void };

/** @returns path of each module's executable jar, without modules that this JDK does not build @throws {Error} one line */
export async function buildJars({ root, modules, javaHome, log }: Build): Promise<Record<string, string>> {
  const services = path.join(root, 'services');
  const jars = jarsOf(services, modules);
  const stamp = path.join(services, 'target', 'built-from.json');
  const built = () => Object.fromEntries(Object.entries(jars).filter(([, jar]) => existsSync(jar)));
  const isBuilt = () => isCurrent(stamp, services, jars, javaHome);
  if (await isBuilt()) return built();
  await mkdir(path.dirname(stamp), { recursive: true });
  const build = async () => {
    if (await isBuilt()) return;
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
export function springBootVersion(root: string): Promise<string> {
  const artifact = 'spring-boot-starter-parent';
  return versionInPom(root, artifact, new RegExp(`<artifactId>${artifact}</artifactId>\\s*<version>([^<]+)<`));
}

/** @param version its first group */
export async function versionInPom(root: string, artifact: string, version: RegExp): Promise<string> {
  const found = version.exec(await readFile(path.join(root, 'services', 'pom.xml'), 'utf8'));
  if (!found) throw new Error(`services/pom.xml names no version of ${artifact}`);
  return found[1];
}

/** @param file path below `services/` @returns whether it is part of a jar */
export function isSource(file: string): boolean {
  return path.posix.basename(file) === 'pom.xml' || /(^|\/)src\/main\//.test(file);
}

/** Compares the jars too, not only the sources: a `mvn package` by hand may have replaced them. Another JDK may build a module that one left out. */
async function isCurrent(stamp: string, services: string, jars: Record<string, string>, javaHome: string): Promise<boolean> {
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
