/** Pods made from the templates of the stack's Deployments. They are never restarted: a container that has ended says why. */
import { randomBytes } from 'node:crypto';

/** @typedef {import('./api.js').KubeObject} KubeObject */

/** Label of a pod: which part of the stack it is. */
export const SERVICE = 'app.kubernetes.io/name';
/** Selects all pods of the stack. */
export const PART_OF = 'app.kubernetes.io/part-of=stackbench';
/** Label of the pods that the runner makes, and nobody else. */
const MADE = 'stackbench.io/made-by';
export const MADE_BY_RUNNER = `${MADE}=runner`;

const UNITS = /** @type {Record<string, number>} */ ({ '': 1, k: 1e3, M: 1e6, G: 1e9, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 });

/**
 * @param {KubeObject} deployment
 * @param {object} given
 * @param {string} [given.name] by default that of the Deployment; a few letters make it another pod each time
 * @param {string | null} [given.node] the only one that it may run on; null: wherever the template says
 * @param {{ limit: number, request: number } | null} [given.cpus]
 * @param {Record<string, string>} [given.environment] replaces variables of the template
 * @param {string[]} [given.command] in place of the image's
 * @returns {KubeObject}
 */
export function podOf(
  { metadata, spec: { template } },
  { name = metadata.name, node = null, cpus = null, environment = {}, command } = {},
) {
  const [container] = template.spec.containers;
  const { requests, limits } = container.resources;
  const resources = cpus && {
    requests: { ...requests, cpu: quantity(cpus.request) },
    limits: { ...limits, cpu: quantity(cpus.limit) },
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${name}-${randomBytes(3).toString('hex')}`, labels: { ...template.metadata.labels, [MADE]: 'runner' } },
    spec: {
      ...template.spec,
      restartPolicy: 'Never',
      ...(node !== null && { affinity: affinityTo(node) }),
      containers: [
        {
          ...container,
          // Asked by the runner: a check of the kubelet would come in the middle of a measurement.
          readinessProbe: undefined,
          ...(resources && { resources }),
          env: replaced(container.env ?? [], environment),
          ...(command && { command, args: [] }),
        },
      ],
    },
  };
}

/** By its name: a label may be missing, and `nodeName` would pass by the scheduler. @param {string} node */
function affinityTo(node) {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }];
  return { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } } };
}

/** @param {{ name: string }[]} variables @param {Record<string, string>} others */
function replaced(variables, others) {
  const kept = variables.filter(({ name }) => !(name in others));
  return [...kept, ...Object.entries(others).map(([name, value]) => ({ name, value }))];
}

/**
 * @param {KubeObject} container
 * @returns {{ cpus: number | null, requestedCpus: number, memoryBytes: number | null, isGuaranteed: boolean }} null: no limit; `isGuaranteed`: requests
 *   all of its limits, so that a kubelet with the static policy gives it CPUs of its own if they are whole
 */
export function resourcesOf({ resources: { limits = {}, requests = {} } = {} }) {
  const amount = (/** @type {string | undefined} */ text) => (text === undefined ? null : number(text));
  const same = (/** @type {string} */ name) =>
    limits[name] !== undefined && amount(requests[name] ?? limits[name]) === amount(limits[name]);
  return {
    cpus: amount(limits.cpu),
    requestedCpus: amount(requests.cpu) ?? amount(limits.cpu) ?? 0,
    memoryBytes: amount(limits.memory),
    isGuaranteed: same('cpu') && same('memory'),
  };
}

/** @param {string} text such as 500m, 2 or 1Gi @returns {number} */
export function number(text) {
  const [, value, unit] = /^([\d.]+)(\w*)$/.exec(String(text)) ?? [];
  return unit === 'm' ? Number(value) / 1000 : Number(value) * (UNITS[unit] ?? NaN);
}

/** @param {number} cpus @returns {string} */
export function quantity(cpus) {
  return `${Math.round(cpus * 1000)}m`;
}
