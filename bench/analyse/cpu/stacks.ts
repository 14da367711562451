/** Reads stacks as `jfr-converter` writes them (a line for each, its frames from the root on, and how often it was seen), and divides them among the parts of a
 * service: a part → the packages whose code belongs to it. The longest one that fits decides. */
import { sum } from '../../util/math.ts';
import type { CpuProfile } from '../../record/cpu-profile.ts';

const LIBRARIES: Record<string, string> = {
  'HTTP server': 'org.apache.catalina org.apache.coyote org.apache.tomcat org.eclipse.jetty io.undertow jakarta.servlet io.vertx',
  Netty: 'io.netty reactor.netty',
  Spring: 'org.springframework',
  'Spring Data': 'org.springframework.data',
  Hibernate: 'org.hibernate jakarta.persistence',
  validation: 'org.hibernate.validator jakarta.validation',
  'database driver':
    'org.mariadb com.mysql org.postgresql oracle com.microsoft.sqlserver org.h2 com.mongodb org.bson io.r2dbc dev.miku io.asyncer',
  'connection pool': 'com.zaxxer.hikari io.r2dbc.pool reactor.pool org.apache.commons.dbcp2 org.apache.tomcat.jdbc io.agroal',
  Reactor: 'reactor org.reactivestreams io.reactivex io.smallrye.mutiny kotlinx.coroutines',
  JSON: 'com.fasterxml.jackson tools.jackson com.google.gson',
  metrics: 'io.micrometer io.prometheus org.HdrHistogram org.LatencyUtils io.opentelemetry',
  logging: 'ch.qos.logback org.slf4j org.apache.logging org.apache.commons.logging',
};

/** Native methods in which a thread is in the kernel: they read, write, wait or wake others. */
const SYSTEM_CALLS = [
  ...['sun.nio.ch', 'sun.nio.fs', 'java.net', 'java.io', 'java.lang.Thread', 'java.lang.Object.wait'],
  ...['jdk.internal.misc.Unsafe.park', 'jdk.internal.misc.Unsafe.unpark', 'io.netty.channel.epoll', 'io.netty.channel.unix'],
];

/** Code of none of these packages: the service's own, and further libraries. */
const OWN = 'own code and others';
/** Code of the JDK that none of the others called, such as schedulers. What else it does is counted for the code that called it. */
const JDK = 'JDK';
const KERNEL = 'system calls';

/** The parts of Java threads, in the order in which a picture shows them. */
export const PARTS = [...Object.keys(LIBRARIES), OWN, JDK, KERNEL];

const byPackage = new Map(
  Object.entries({ ...LIBRARIES, [JDK]: 'java javax jdk sun com.sun' }).flatMap(([part, packages]) =>
    packages.split(' ').map((name) => [name, part] as const),
  ),
);

const MOST_METHODS = 5;
/** What follows the name of a frame that is no native method. Source: FRAME_SUFFIX of async-profiler's FlameGraph.java */
const SUFFIX = /_\[[0-9a-z]\]$/;

/** `method`: with its class, such as `java.lang.String.length` */
type Frame = { method: string; isNative: boolean };

type Counted = ReturnType<typeof partOf> & { samples: number };

/** @param text collapsed stacks @returns the most frequent first */
export function partsIn(text: string): CpuProfile['parts'] {
  return counted([...Map.groupBy(text.split('\n').flatMap(stackIn), ({ part }) => part)]).map(({ name, samples, own }) => {
    const methods = counted([...Map.groupBy(own, ({ method }) => method)]);
    return { name, samples, methods: methods.slice(0, MOST_METHODS).map((each) => ({ name: each.name, samples: each.samples })) };
  });
}

function stackIn(line: string): Counted[] {
  const [, frames, samples] = /^(.+) (\d+)$/.exec(line) ?? [];
  if (frames === undefined) return [];
  const stack = frames.split(';').map((frame) => ({ method: frame.replace(SUFFIX, ''), isNative: !SUFFIX.test(frame) }));
  return [{ ...partOf(stack), samples: Number(samples) }];
}

function counted(groups: [name: string, own: Counted[]][]): { name: string; samples: number; own: Counted[] }[] {
  const all = groups.map(([name, own]) => ({ name, samples: sum(own.map(({ samples }) => samples)), own }));
  return all.sort((one, other) => other.samples - one.samples);
}

/** @param stack at least one frame, the root first @returns the part that the CPU time is counted for, and its method that asked for it */
function partOf(stack: Frame[]): { part: string; method: string } {
  const leaf = stack[stack.length - 1];
  if (leaf.isNative && SYSTEM_CALLS.some((prefix) => isWithin(leaf.method, prefix))) return { part: KERNEL, method: leaf.method };
  const { method } = stack.findLast((frame) => libraryOf(frame.method) !== JDK) ?? leaf;
  return { part: libraryOf(method), method };
}

function libraryOf(method: string): string {
  for (let end = method.lastIndexOf('.'); end > 0; end = method.lastIndexOf('.', end - 1)) {
    const part = byPackage.get(method.slice(0, end));
    if (part !== undefined) return part;
  }
  return OWN;
}

function isWithin(method: string, prefix: string) {
  return method === prefix || method.startsWith(`${prefix}.`);
}
