/** The stack's objects in the cluster, made from deploy/kubernetes. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../util/errors.ts';
import type { Api } from './cluster/api.ts';
import type { Cluster } from './forwards.ts';

const OVERLAYS = 'deploy/kubernetes/overlays';
const PASSWORDS = ['MARIADB_ROOT_PASSWORD', 'MARIADB_PASSWORD', 'INFLUXDB_PASSWORD', 'INFLUXDB_TOKEN', 'GRAFANA_PASSWORD'];
const ROLE = 'stackbench.io/role';

/** What a run does in the namespace, as `may` takes it. */
export const RIGHTS = [
  ['get', 'deployments.apps'],
  ['patch', 'deployments.apps/scale'],
  ['list', 'pods'],
  ['watch', 'pods'],
  ['create', 'pods'],
  ['delete', 'pods'],
  ['get', 'pods/log'],
  ['create', 'pods/exec'],
  ['create', 'pods/portforward'],
  ['get', 'secrets/passwords'],
];

type Applied = Pick<Cluster, 'kubectl' | 'api'> & { root: string; cacheDir: string; overlay: string | undefined };

/**
 * Applies an overlay where this user may, else takes what somebody has applied.
 * @param stack `overlay`: a name in OVERLAYS, or a path; by default the one that fits the nodes @throws {UsageError} one line
 */
export async function applyStack(stack: Applied) {
  const { api, overlay } = stack;
  const phase = await api.phaseOfNamespace();
  if (phase === 'Terminating')
    throw new UsageError(`ENGINE=kubernetes: the namespace ${api.namespace} is being removed: wait until it is gone`);
  if (phase === null || (await may(api, 'create', 'deployments.apps'))) await apply(stack, phase !== null);
  else if (overlay !== undefined)
    throw new UsageError(`K8S_OVERLAY=${overlay}: you may not create deployments in the namespace ${api.namespace}`);
  const allowed = await Promise.all(RIGHTS.map(([verb, resource]) => may(api, verb, resource)));
  const missing = RIGHTS.filter((_, index) => !allowed[index]).map((right) => right.join(' '));
  if (missing.length > 0)
    throw new UsageError(
      `ENGINE=kubernetes: in the namespace ${api.namespace} you may not ${missing.join(', ')}: the Role runner of deploy/kubernetes has these rights`,
    );
}

/** @param what resource.group/subresource, or secrets/name */
export async function may(api: Api, verb: string, what: string): Promise<boolean> {
  const [kind, rest] = what.split('/');
  const [resource, group = ''] = kind.split('.');
  const detail = resource === 'secrets' ? { name: rest } : { subresource: rest };
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { namespace: api.namespace, verb, group, resource, ...detail } },
  };
  return (await api.ask('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', review)).status.allowed;
}

async function apply({ kubectl, api, root, cacheDir, overlay }: Applied, isThere: boolean) {
  const chosen = overlayPath(root, overlay ?? (await fittingOverlay(api)));
  await ensurePasswords(api, root, isThere);
  const dir = path.join(cacheDir, 'kubernetes');
  mkdirSync(dir, { recursive: true });
  try {
    // No target runs until it is asked for, and then as a pod of its own.
    const patch = JSON.stringify([{ op: 'replace', path: '/spec/replicas', value: 0 }]);
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: api.namespace,
      resources: [path.relative(dir, chosen)],
      patches: [{ target: { kind: 'Deployment', labelSelector: `${ROLE}=target` }, patch }],
    };
    writeFileSync(path.join(dir, 'kustomization.yaml'), JSON.stringify(kustomization));
    // A client's apply would keep a copy of each object in an annotation, which has no room for Grafana's dashboards.
    await kubectl.run('apply', '--server-side', '--force-conflicts', '--kustomize', dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function overlayPath(root: string, overlay: string): string {
  const names = readdirSync(path.join(root, OVERLAYS));
  const found = names.includes(overlay) ? path.join(root, OVERLAYS, overlay) : path.resolve(root, overlay);
  if (existsSync(path.join(found, 'kustomization.yaml'))) return found;
  throw new UsageError(`K8S_OVERLAY=${overlay}: accepted: ${names.join(', ')}, or a folder with a kustomization.yaml`);
}

/** @returns roles on nodes of their own where nodes have roles */
async function fittingOverlay(api: Api): Promise<string> {
  const nodes = await api.ask('GET', `/api/v1/nodes?labelSelector=${ROLE}%3Dtarget`).catch(() => ({ items: [] }));
  return nodes.items.length > 0 ? 'three-nodes' : 'one-node';
}

/** The Secret is made of a file. What runs already keeps its passwords: a database does not change its own. */
async function ensurePasswords(api: Api, root: string, isThere: boolean) {
  const file = path.join(root, 'deploy', 'kubernetes', 'base', 'passwords.env');
  const present = isThere ? await api.secret('passwords').catch(() => null) : null;
  if (present === null && existsSync(file)) return;
  const values = PASSWORDS.map((name) => `${name}=${present?.[name] ?? randomBytes(16).toString('hex')}\n`);
  writeFileSync(file, values.join(''), { mode: 0o600 });
}
