/** The parts of a service that its CPU time is divided among: a part → the packages whose code belongs to it. The longest one that fits decides. */

const LIBRARIES: [part: string, packages: string[]][] = [
  [
    'HTTP server',
    ['org.apache.catalina', 'org.apache.coyote', 'org.apache.tomcat', 'org.eclipse.jetty', 'io.undertow', 'jakarta.servlet', 'io.vertx'],
  ],
  ['Netty', ['io.netty', 'reactor.netty']],
  ['Spring', ['org.springframework']],
  ['Spring Data', ['org.springframework.data']],
  ['Hibernate', ['org.hibernate', 'jakarta.persistence']],
  ['validation', ['org.hibernate.validator', 'jakarta.validation']],
  [
    'database driver',
    [
      'org.mariadb',
      'com.mysql',
      'org.postgresql',
      'oracle',
      'com.microsoft.sqlserver',
      'org.h2',
      'com.mongodb',
      'org.bson',
      'io.r2dbc',
      'dev.miku',
      'io.asyncer',
    ],
  ],
  [
    'connection pool',
    ['com.zaxxer.hikari', 'io.r2dbc.pool', 'reactor.pool', 'org.apache.commons.dbcp2', 'org.apache.tomcat.jdbc', 'io.agroal'],
  ],
  ['Reactor', ['reactor', 'org.reactivestreams', 'io.reactivex', 'io.smallrye.mutiny', 'kotlinx.coroutines']],
  ['JSON', ['com.fasterxml.jackson', 'tools.jackson', 'com.google.gson']],
  ['metrics', ['io.micrometer', 'io.prometheus', 'org.HdrHistogram', 'org.LatencyUtils', 'io.opentelemetry']],
  ['logging', ['ch.qos.logback', 'org.slf4j', 'org.apache.logging', 'org.apache.commons.logging']],
];

/** The JDK's own packages. What they do is counted for the code that called them. */
const JDK = ['java', 'javax', 'jdk', 'sun', 'com.sun'];

/** Native methods in which a thread is in the kernel: they read, write, wait or wake others. */
const SYSTEM_CALLS = [
  ...['sun.nio.ch', 'sun.nio.fs', 'java.net', 'java.io', 'java.lang.Thread', 'java.lang.Object.wait'],
  ...['jdk.internal.misc.Unsafe.park', 'jdk.internal.misc.Unsafe.unpark', 'io.netty.channel.epoll', 'io.netty.channel.unix'],
];

/** Code of none of these packages: the service's own, and further libraries. */
const OWN = 'own code and others';
/** Code of the JDK that none of the others called, such as schedulers. */
const JDK_ALONE = 'JDK';
const KERNEL = 'system calls';

/** The parts of Java threads, in the order in which a picture shows them. */
export const PARTS = [...LIBRARIES.map(([part]) => part), OWN, JDK_ALONE, KERNEL];

/** By package. */
const byPackage = new Map<string, string>([
  ...LIBRARIES.flatMap(([part, packages]) => packages.map((name) => [name, part] as [string, string])),
  ...JDK.map((name) => [name, JDK_ALONE] as [string, string]),
]);

/** `method`: with its class, such as `java.lang.String.length` */
type Frame = { method: string; isNative: boolean };

/**
 * @param stack at least one frame, the root first
 * @returns the part that the CPU time is counted for, and its method that asked for it
 */
export function partOf(stack: Frame[]): { part: string; method: string } {
  const leaf = stack[stack.length - 1];
  if (leaf.isNative && SYSTEM_CALLS.some((prefix) => isWithin(leaf.method, prefix))) return { part: KERNEL, method: leaf.method };
  const frame = stack.findLast(({ method }) => libraryOf(method) !== JDK_ALONE) ?? leaf;
  return { part: libraryOf(frame.method), method: frame.method };
}

/** @param method with its class @returns the part that it belongs to */
function libraryOf(method: string): string {
  for (let end = method.lastIndexOf('.'); end > 0; end = method.lastIndexOf('.', end - 1)) {
    const part = byPackage.get(method.slice(0, end));
    if (part !== undefined) return part;
  }
  return OWN;
}

/** @param prefix of whole names */
function isWithin(method: string, prefix: string) {
  return method === prefix || method.startsWith(`${prefix}.`);
}
