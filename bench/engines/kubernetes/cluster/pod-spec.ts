/** Pods made from the templates of the stack's Deployments. They are never restarted: a container that has ended says why. */
import { randomBytes } from 'node:crypto';
import type { KubeObject } from './api.ts';

/** Label of a pod: which part of the stack it is. */
export const SERVICE = 'app.kubernetes.io/name';
/** Selects all pods of the stack. */
export const PART_OF = 'app.kubernetes.io/part-of=stackbench';
/** Label of the pods that the runner makes, and nobody else. */
const MADE = 'stackbench.io/made-by';
export const MADE_BY_RUNNER = `${MADE}=runner`;

const UNITS: Record<string, number> = { '': 1, k: 1e3, M: 1e6, G: 1e9, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };

interface Changes {
  /** by default that of the Deployment; a few letters make it another pod each time */
  name?: string;
  /** the only one that it may run on; by default wherever the template says */
  node?: string | null;
  cpus: { limit: number; request: number } | null;
  /** replaces variables of the template */
  environment?: Record<string, string>;
  /** in place of the image's */
  command?: string[];
}

export function podOf(
  { metadata, spec: { template } }: KubeObject,
  { name = metadata.name, node, cpus, environment = {}, command }: Changes,
): KubeObject {
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
      ...(node && { affinity: affinityTo(node) }),
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

/** By its name: a label may be missing, and `nodeName` would pass by the scheduler. */
function affinityTo(node: string) {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }];
  return { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } } };
}

function replaced(variables: { name: string }[], others: Record<string, string>) {
  const kept = variables.filter(({ name }) => !(name in others));
  return [...kept, ...Object.entries(others).map(([name, value]) => ({ name, value }))];
}

/** @returns null: no limit; `isGuaranteed`: it requests all of its limits, so a kubelet with the static policy gives it whole CPUs */
export function resourcesOf({ resources: { limits = {}, requests = {} } = {} }: KubeObject) {
  const amount = (text: string | undefined) => (text === undefined ? null : number(text));
  const same = (name: string) => limits[name] !== undefined && amount(requests[name] ?? limits[name]) === amount(limits[name]);
  return {
    cpus: amount(limits.cpu),
    requestedCpus: amount(requests.cpu) ?? amount(limits.cpu) ?? 0,
    memoryBytes: amount(limits.memory),
    isGuaranteed: same('cpu') && same('memory'),
  };
}

/** @param text such as 500m, 2 or 1Gi */
export function number(text: string): number {
  const [, value, unit] = /^([\d.]+)(\w*)$/.exec(String(text)) ?? [];
  return unit === 'm' ? Number(value) / 1000 : Number(value) * (UNITS[unit] ?? NaN);
}

export function quantity(cpus: number): string {
  return `${Math.round(cpus * 1000)}m`;
}
