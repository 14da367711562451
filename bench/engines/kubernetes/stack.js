/** The stack's objects in the cluster: made from deploy/kubernetes, and removed. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../util/errors.js';

const KUBERNETES = path.join('deploy', 'kubernetes');
export const OVERLAYS = path.join(KUBERNETES, 'overlays');
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

/** @typedef {{ kubectl: import('./cluster/kubectl.js').Kubectl, api: import('./cluster/api.js').Api, root: string, cacheDir: string, overlay: string | undefined }} Given */

/**
 * Applies an overlay where this user may, else takes what somebody has applied.
 * @param {Given} given `overlay`: name of a folder in OVERLAYS, or a path; by default the one that fits the nodes
 * @throws {UsageError} one line
 */
export async function applyStack(given) {
  const { api } = given;
  const phase = await phaseOf(api);
  if (phase === 'Terminating')
    throw new UsageError(`ENGINE=kubernetes: the namespace ${api.namespace} is being removed: wait until it is gone`);
  if (phase === null || (await may(api, 'create', 'deployments.apps'))) await apply(given, phase !== null);
  else if (given.overlay !== undefined)
    throw new UsageError(`K8S_OVERLAY=${given.overlay}: you may not create deployments in the namespace ${api.namespace}`);
  const allowed = await Promise.all(RIGHTS.map(([verb, resource]) => may(api, verb, resource)));
  const missing = RIGHTS.filter((_, index) => !allowed[index]).map(([verb, resource]) => `${verb} ${resource}`);
  if (missing.length > 0)
    throw new UsageError(
      `ENGINE=kubernetes: in the namespace ${api.namespace} you may not ${missing.join(', ')}: the Role runner of deploy/kubernetes has these rights`,
    );
}

/** @param {import('./cluster/api.js').Api} api @returns {Promise<string | null>} null: there is none */
async function phaseOf(api) {
  try {
    return (await api.ask('GET', `/api/v1/namespaces/${api.namespace}`)).status.phase;
  } catch (error) {
    const { status } = /** @type {import('./cluster/api.js').Refusal} */ (error);
    if (status === 404) return null;
    // A Role cannot grant that, so whoever has one only does not know.
    if (status === 403) return 'Active';
    throw error;
  }
}

/**
 * @param {import('./cluster/api.js').Api} api
 * @param {string} verb
 * @param {string} what resource.group/subresource, or secrets/name
 * @returns {Promise<boolean>}
 */
export async function may(api, verb, what) {
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

/** @param {Given} given @param {boolean} isThere */
async function apply({ kubectl, api, root, cacheDir, overlay }, isThere) {
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

/** @param {string} root @param {string} overlay @returns {string} */
function overlayPath(root, overlay) {
  const names = readdirSync(path.join(root, OVERLAYS));
  const found = names.includes(overlay) ? path.join(root, OVERLAYS, overlay) : path.resolve(root, overlay);
  if (existsSync(path.join(found, 'kustomization.yaml'))) return found;
  throw new UsageError(`K8S_OVERLAY=${overlay}: accepted: ${names.join(', ')}, or a folder with a kustomization.yaml`);
}

/** @param {import('./cluster/api.js').Api} api @returns {Promise<string>} roles on nodes of their own where nodes have roles */
async function fittingOverlay(api) {
  const nodes = await api.ask('GET', `/api/v1/nodes?labelSelector=${ROLE}%3Dtarget`).catch(() => ({ items: [] }));
  return nodes.items.length > 0 ? 'three-nodes' : 'one-node';
}

/**
 * The Secret is made of a file. What runs already keeps its passwords: a database does not change its own.
 * @param {import('./cluster/api.js').Api} api
 * @param {string} root
 * @param {boolean} isThere the namespace is
 */
async function ensurePasswords(api, root, isThere) {
  const file = path.join(root, KUBERNETES, 'base', 'passwords.env');
  const present = isThere ? await api.secret('passwords').catch(() => null) : null;
  if (present === null && existsSync(file)) return;
  const values = PASSWORDS.map((name) => `${name}=${present?.[name] ?? randomBytes(16).toString('hex')}\n`);
  writeFileSync(file, values.join(''), { mode: 0o600 });
}

/**
 * @param {import('./cluster/kubectl.js').Kubectl} kubectl
 * @returns {Promise<boolean>} whether the namespace was there; it is gone, with everything in it
 */
export async function removeStack(kubectl) {
  const found = await kubectl.run('get', 'namespace', kubectl.namespace, '--ignore-not-found', '--output=name');
  if (found.trim() === '') return false;
  await kubectl.run('delete', 'namespace', kubectl.namespace, '--wait');
  return true;
}
