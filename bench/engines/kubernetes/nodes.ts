/** What is known of the machines that the pods run on, asked from inside a pod: nodes are outside of the namespace, and often nobody's to read. */
import { createHash } from 'node:crypto';
import { readIfThere } from '../../collect/proc.ts';
import { jdkIn } from '../../setup/jdk.ts';
import type { ClusterNode } from '../../record/json/circumstances.ts';
import type { Kubectl } from './cluster/kubectl.ts';
import type { KubeObject } from './cluster/api.ts';

/** of the machine under a pod, and the JDK in its image */
export type Facts = ReturnType<typeof parseFacts>;

const BOOT = '/proc/sys/kernel/random/boot_id';
const QUOTAS = ['/sys/fs/cgroup/cpu.max', '/sys/fs/cgroup/cpu/cpu.cfs_quota_us'];
const FILES = ['/proc/cpuinfo', '/proc/meminfo', '/proc/sys/kernel/osrelease', BOOT, ...QUOTAS, '/opt/java/openjdk/release'];
const SCRIPT = `for file in ${FILES.join(' ')}; do echo "== $file"; cat $file 2>/dev/null; done; true`;

export async function factsOf(kubectl: Kubectl, pod: string): Promise<Facts> {
  return parseFacts(await kubectl.exec(pod, ['sh', '-c', SCRIPT]));
}

/** @param text of the script */
export function parseFacts(text: string) {
  const parts = text.split(/^== /m).slice(1);
  const files = new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]));
  const read = (file: string) => files.get(file) ?? '';
  const cpus = read('/proc/cpuinfo');
  const [quota2, quota1] = QUOTAS.map(read);
  return {
    /** of its kernel: nodes that are containers of one machine have the same */
    boot: read(BOOT).trim(),
    cpuModel: /^model name\s*:\s*(.+)$/m.exec(cpus)?.[1] ?? 'unknown',
    cores: cpus.match(/^processor\s*:/gm)?.length ?? 1,
    memoryBytes: Number(/^MemTotal:\s*(\d+) kB/m.exec(read('/proc/meminfo'))?.[1] ?? 0) * 1024,
    kernel: `Linux ${read('/proc/sys/kernel/osrelease').trim()}`,
    /** the container's CPU time is limited by a quota, not by CPUs of its own */
    hasQuota: quota2 === '' ? Number(quota1) > 0 : !quota2.startsWith('max'),
    java: jdkIn(read('/opt/java/openjdk/release')),
  };
}

/** @returns each node once, with all of its roles */
export function nodesOf(seen: { pod: KubeObject; facts: Facts; role: string }[]): ClusterNode[] {
  const nodes = new Map<string, ClusterNode>();
  for (const { pod, facts, role } of seen) {
    const name = pod.spec.nodeName;
    const { boot, cpuModel, cores, memoryBytes, kernel } = facts;
    const node: ClusterNode = nodes.get(name) ?? { name, machine: machineOf(boot), roles: [], cpuModel, cores, memoryBytes, kernel };
    if (!node.roles.includes(role)) node.roles.push(role);
    nodes.set(name, node);
  }
  return [...nodes.values()];
}

/** @returns the same for nodes of one machine; says nothing else of it */
function machineOf(boot: string): string {
  return createHash('sha256').update(boot).digest('hex').slice(0, 8);
}

export function machineHere(): string {
  return machineOf(readIfThere(BOOT).trim());
}
