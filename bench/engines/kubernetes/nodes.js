/** What is known of the machines that the pods run on, asked from inside a pod: nodes are outside of the namespace, and often nobody's to read. */
import { createHash } from 'node:crypto';
import { readIfThere } from '../../collect/proc.js';
import { jdkIn } from '../../setup/jdk.js';

/** @typedef {import('../../record/json/circumstances.js').ClusterNode} ClusterNode */
/**
 * @typedef {object} Facts of the machine under a pod
 * @property {string} boot of its kernel: nodes that are containers of one machine have the same
 * @property {string} cpuModel
 * @property {number} cores
 * @property {number} memoryBytes
 * @property {string} kernel
 * @property {boolean} hasQuota the container's CPU time is limited by a quota, not by CPUs of its own
 * @property {ReturnType<typeof jdkIn>} java the JDK in the image
 */

const BOOT = '/proc/sys/kernel/random/boot_id';
const QUOTAS = ['/sys/fs/cgroup/cpu.max', '/sys/fs/cgroup/cpu/cpu.cfs_quota_us'];
const FILES = ['/proc/cpuinfo', '/proc/meminfo', '/proc/sys/kernel/osrelease', BOOT, ...QUOTAS, '/opt/java/openjdk/release'];
const SCRIPT = `for file in ${FILES.join(' ')}; do echo "== $file"; cat $file 2>/dev/null; done; true`;

/** @param {import('./cluster/kubectl.js').Kubectl} kubectl @param {string} pod running @returns {Promise<Facts>} */
export async function factsOf(kubectl, pod) {
  return parseFacts(await kubectl.exec(pod, ['sh', '-c', SCRIPT]));
}

/** @param {string} text of the script @returns {Facts} */
export function parseFacts(text) {
  const parts = text.split(/^== /m).slice(1);
  const files = new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]));
  const read = (/** @type {string} */ file) => files.get(file) ?? '';
  const cpus = read('/proc/cpuinfo');
  const [quota2, quota1] = QUOTAS.map(read);
  return {
    boot: read(BOOT).trim(),
    cpuModel: /^model name\s*:\s*(.+)$/m.exec(cpus)?.[1] ?? 'unknown',
    cores: cpus.match(/^processor\s*:/gm)?.length ?? 1,
    memoryBytes: Number(/^MemTotal:\s*(\d+) kB/m.exec(read('/proc/meminfo'))?.[1] ?? 0) * 1024,
    kernel: `Linux ${read('/proc/sys/kernel/osrelease').trim()}`,
    hasQuota: quota2 === '' ? Number(quota1) > 0 : !quota2.startsWith('max'),
    java: jdkIn(read('/opt/java/openjdk/release')),
  };
}

/**
 * @param {{ pod: import('./cluster/api.js').KubeObject, facts: Facts, role: string }[]} seen
 * @returns {ClusterNode[]} each node once, with all of its roles
 */
export function nodesOf(seen) {
  /** @type {Map<string, ClusterNode>} */
  const nodes = new Map();
  for (const { pod, facts, role } of seen) {
    const name = pod.spec.nodeName;
    const { cpuModel, cores, memoryBytes, kernel } = facts;
    /** @type {ClusterNode} */
    const node = nodes.get(name) ?? { name, machine: machineOf(facts.boot), roles: [], cpuModel, cores, memoryBytes, kernel };
    if (!node.roles.includes(role)) node.roles.push(role);
    nodes.set(name, node);
  }
  return [...nodes.values()];
}

/** @param {string} boot @returns {string} the same for nodes of one machine; says nothing else of it */
function machineOf(boot) {
  return createHash('sha256').update(boot).digest('hex').slice(0, 8);
}

/** @returns {string} of this machine */
export function machineHere() {
  return machineOf(readIfThere(BOOT).trim());
}
