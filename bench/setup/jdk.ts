/** Finds a Java development kit that is new enough. */
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { UsageError } from '../util/errors.ts';
import { findPrograms, isExecutable } from '../util/programs.ts';
import { matched } from './provide.ts';

export const NEEDED_JAVA = 25;

/** Folders of JDKs on Linux and macOS; STACKBENCH_JDK_DIRS, a list like PATH, replaces them. */
const JVM_DIRECTORIES = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines'];

/** `bin`: the `java` program; `vendor`: as its release file says, or 'unknown vendor' */
export type Java = { home: string; bin: string; version: string; vendor: string };

/** The JDK of JAVA_HOME, or else on PATH, or else the oldest sufficient one in JVM_DIRECTORIES. @throws {UsageError} one line: what was found */
export async function findJdk(env: NodeJS.ProcessEnv = process.env): Promise<Java> {
  const seen = await allJdks(env);
  const chosen = seen.find(isSufficient);
  if (chosen) return chosen.java;
  const found = seen.map(({ java, hasCompiler }) => `${java.version} in ${java.home}${hasCompiler ? '' : ' (without javac)'}`);
  const looked = `looked at JAVA_HOME, PATH and ${directoriesOf(env).join(', ')}`;
  throw new UsageError(
    `no JDK ${NEEDED_JAVA} or newer: found ${found.join(', ') || 'none'} (${looked}); install one or set JAVA_HOME to it`,
  );
}

/** @returns of each version and vendor that is new enough one, first that of `findJdk`. `name`: its version, or such as `25.0.1-graalvm-community` */
export async function findJdks(env: NodeJS.ProcessEnv = process.env): Promise<(Java & { name: string })[]> {
  const sufficient = (await allJdks(env)).filter(isSufficient).map(({ java }) => java);
  const each = [...Map.groupBy(sufficient, ({ version, vendor }) => `${version} ${vendor}`).values()].map(([first]) => first);
  const isAlone = ({ version }: Java) => each.filter((other) => other.version === version).length === 1;
  return each.map((java) => ({ ...java, name: isAlone(java) ? java.version : `${java.version}-${slug(java.vendor)}` }));
}

/** @returns 'azul-systems-inc' */
function slug(vendor: string): string {
  return [...vendor.toLowerCase().matchAll(/[a-z0-9]+/g)].join('-');
}

type Found = { java: Java; hasCompiler: boolean };

/** @returns each once, those first that the user points at */
async function allJdks(env: NodeJS.ProcessEnv): Promise<Found[]> {
  const [preferred, installed] = [await inspect(await preferredHomes(env)), await inspect(await installedHomes(directoriesOf(env)))];
  installed.sort((a, b) => feature(a.java.version) - feature(b.java.version));
  return [...new Map([...preferred, ...installed].map((found) => [found.java.home, found])).values()];
}

function isSufficient({ java, hasCompiler }: Found) {
  return hasCompiler && feature(java.version) >= NEEDED_JAVA;
}

function directoriesOf({ STACKBENCH_JDK_DIRS }: NodeJS.ProcessEnv) {
  return STACKBENCH_JDK_DIRS ? STACKBENCH_JDK_DIRS.split(path.delimiter).filter(Boolean) : JVM_DIRECTORIES;
}

/** @returns the folders that the user points at */
async function preferredHomes(env: NodeJS.ProcessEnv): Promise<string[]> {
  const onPath = (await findPrograms(['java'], { PATH: env.PATH })).slice(0, 1);
  const homes = await Promise.all(onPath.map(homeOf));
  return env.JAVA_HOME ? [env.JAVA_HOME, ...homes] : homes;
}

/** @param java a program on PATH @returns its JDK; the JDK behind a shim (jenv, asdf) lies elsewhere, and Java itself reports where */
async function homeOf(java: string): Promise<string> {
  const home = path.dirname(path.dirname(await realpath(java)));
  if (await isExecutable(path.join(home, 'bin', 'java'))) return home;
  return (await matched(java, ['-XshowSettings:properties', '-version'], /^ *java\.home = (.+)$/m)) ?? home;
}

/** @returns the folders where systems keep JDKs, on macOS two levels deeper */
async function installedHomes(jvmDirectories: string[]): Promise<string[]> {
  const homes = [];
  for (const directory of jvmDirectories) {
    for (const name of await readdir(directory).catch(() => [])) {
      homes.push(path.join(directory, name), path.join(directory, name, 'Contents', 'Home'));
    }
  }
  return homes;
}

/** @returns those that have a Java, links resolved */
async function inspect(homes: string[]): Promise<Found[]> {
  const found = [];
  for (const candidate of homes) {
    if (!(await isExecutable(path.join(candidate, 'bin', 'java')))) continue;
    const home = await realpath(candidate);
    const program = (name: string) => path.join(home, 'bin', name);
    const release = await readFile(path.join(home, 'release'), 'utf8').catch(() => '');
    const version = jdkIn(release)?.version ?? (await matched(program('java'), ['-version'], /version "([^"]+)"/));
    if (version === null) continue;
    const java = { home, bin: program('java'), version, vendor: vendorIn(release) };
    found.push({ java, hasCompiler: await isExecutable(program('javac')) });
  }
  return found;
}

/** @param release file of a JDK @returns null where it names no version */
export function jdkIn(release: string): { version: string; vendor: string } | null {
  const version = /\bJAVA_VERSION="([^"]+)"/.exec(release)?.[1];
  return version === undefined ? null : { version, vendor: vendorIn(release) };
}

/** @param release file of a JDK @returns with GraalVM's name, whose compiler differs; Oracle makes JDKs with and without it */
function vendorIn(release: string): string {
  const vendor = /\bIMPLEMENTOR="([^"]+)"/.exec(release)?.[1] ?? 'unknown vendor';
  return /\bGRAALVM_VERSION=/.test(release) && !/graalvm/i.test(vendor) ? `${vendor} GraalVM` : vendor;
}

/** @param version `25.0.1`, `17`, `1.8.0_392` @returns the feature release: 25, 17, 8 */
function feature(version: string): number {
  const [major, minor] = version.split(/[^0-9]+/).map(Number);
  return major === 1 ? minor : major;
}
