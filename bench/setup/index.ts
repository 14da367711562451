/** Set-up: finds, builds or fetches what a comparison needs. Whatever is there already is left alone. */
import process from 'node:process';
import { requireCache } from './cache.ts';
import { buildJars, springBootVersion } from './programs/jars.ts';
import { buildGoProgram } from './go.ts';
import { findJdk, type Java } from './jdk.ts';
import { buildK6 } from './programs/k6.ts';
import { provideMariaDb } from './programs/mariadb.ts';
import { provideJfrConverter } from './programs/maven.ts';
import { findMongo, provideInfluxDb, providePrometheus } from './programs/servers.ts';
import type { Command } from './command.ts';

type Steps = ReturnType<typeof stepsOf>;

/** only what was requested is set, and `java` if one of the others needs it; `node`: its version */
export type Tools = { [Name in keyof Steps]: Awaited<ReturnType<Steps[Name]>> } & { java: Java; node: string };

export type Need = 'jdk' | Exclude<keyof Steps, 'springBoot'>;

/** What any run may need. Toxiproxy is built only for a run with a delayed database, jfr-converter is fetched for one that samples CPU time. */
export const USUAL_NEEDS: Need[] = ['jdk', 'jars', 'k6', 'mariadb', 'influxdb', 'prometheus', 'mongo'];

/** What a run of the user's own service needs. */
export const OWN_NEEDS: Need[] = ['k6', 'influxdb', 'prometheus'];

/** `log`: gets one line for each step that does something */
type Context = Pick<Command, 'catalogue' | 'root' | 'cacheDir' | 'log'>;

/** @throws {Error} one line: what is missing and what to install */
export async function setUp({ needs = USUAL_NEEDS, ...context }: Context & { needs?: Need[] }): Promise<Tools> {
  requireCache(context.cacheDir);
  const needsJava = needs.some((need) => ['jdk', 'jars', 'mariadb', 'jfrConverter'].includes(need));
  const java = needsJava ? await findJdk() : undefined;
  const wanted = new Set<string>(needs.includes('jars') ? [...needs, 'springBoot'] : needs);
  const taken = Object.entries(stepsOf(context, java?.home ?? '')).filter(([name]) => wanted.has(name));
  const results = await Promise.allSettled(taken.map(async ([name, step]) => [name, await step()] as const));
  const provided = results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  return { java, node: process.versions.node, ...Object.fromEntries(provided) } as Tools; // those that are needed
}

/** @returns how each tool is had */
function stepsOf({ catalogue, root, cacheDir: cache, log }: Context, javaHome: string) {
  const ofJars = [...Object.values(catalogue.targets), ...Object.values(catalogue.dependencies)];
  const modules = [...new Set(ofJars.flatMap(({ module }) => module ?? []))];
  const place = { cache, log };
  return {
    jars: () => buildJars({ root, modules, javaHome, log }),
    springBoot: () => springBootVersion(root),
    k6: () => buildK6(root, place),
    mariadb: () => provideMariaDb(place, javaHome),
    influxdb: () => provideInfluxDb(place),
    prometheus: () => providePrometheus(place),
    mongo: () => findMongo(root),
    toxiproxy: () => buildGoProgram('toxiproxy', place),
    jfrConverter: () => provideJfrConverter(place, javaHome),
  };
}
