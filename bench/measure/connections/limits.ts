/** What the system allows a process that holds many connections. Scripts of k6 cannot read it: its open() fails with files of /proc. */

/** Of k6 and of a target beside the connections: programs, libraries, event loops, database connections. */
const OTHER_FILES = 500;
/** Of k6: 10,000 users took 5.2 GB. */
const MEGABYTES_PER_USER = 0.55;
/** Local ports that other connections of the machine may have, to the same address. */
const OTHER_PORTS = 100;

/**
 * Node.js, Go and the JVM raise their own soft limit to the hard one.
 * @param limits content of /proc/self/limits; empty where there is none
 * @returns files that a process may open; Infinity if it is not known
 */
function openFiles(limits: string): number {
  const hard = /^Max open files +\S+ +(\d+)/m.exec(limits)?.[1];
  return hard === undefined ? Infinity : Number(hard);
}

/**
 * @param range content of /proc/sys/net/ipv4/ip_local_port_range; empty where there is none
 * @returns local ports for connections to one address; Infinity if it is not known
 */
function localPorts(range: string): number {
  const [first, last] = range.trim().split(/\s+/).map(Number);
  return last >= first ? last - first + 1 : Infinity;
}

/** @param meminfo content of /proc/meminfo; empty where there is none @returns megabytes that may be taken; Infinity if it is not known */
function freeMegabytes(meminfo: string): number {
  const kilobytes = /^MemAvailable: +(\d+) kB/m.exec(meminfo)?.[1];
  return kilobytes === undefined ? Infinity : Math.floor(Number(kilobytes) / 1024);
}

/** Of Linux; other systems have none of them. */
export const SYSTEM_FILES = { limits: '/proc/self/limits', portRange: '/proc/sys/net/ipv4/ip_local_port_range', meminfo: '/proc/meminfo' };

/**
 * @param system content of these files; empty where there is none
 * @returns one line: what is too low, and how it is raised; null if all is there
 */
export function shortage(
  connections: number,
  { limits, portRange, meminfo }: { [file in keyof typeof SYSTEM_FILES]: string },
): string | null {
  const [files, ports] = [openFiles(limits), localPorts(portRange)];
  const needed = connections + OTHER_FILES;
  if (files < needed) {
    return `CONNECTIONS=${connections}: a process may open ${files} files and needs ${needed}; raise the hard limit: ulimit -n ${needed} (as root), or nofile of the container`;
  }
  if (ports < connections + OTHER_PORTS) {
    return `CONNECTIONS=${connections}: there are ${ports} local ports; raise them: sysctl -w net.ipv4.ip_local_port_range="1024 65535"`;
  }
  const [megabytes, taken] = [freeMegabytes(meminfo), Math.ceil(connections * MEGABYTES_PER_USER)];
  if (megabytes < taken)
    return `CONNECTIONS=${connections}: k6 takes about ${taken} MB and ${megabytes} MB are free; take fewer, or free some`;
  return null;
}
