/** The manifests of deploy/kubernetes against the catalogue, docker-compose.yml and the rules of hardening, without a cluster. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { readCatalogue, root } from '../../../record/catalogue.ts';
import { TARGETS, TEMPLATE, targetManifests } from '../../../dev/derived.ts';
import { RIGHTS } from '../../../engines/kubernetes/stack.ts';
import { defaultsIn } from '../../../engines/docker/compose.ts';

const catalogue = readCatalogue();
const targets = Object.fromEntries(Object.entries(catalogue.targets).filter(([, { module }]) => module));
const folder = 'deploy/kubernetes';

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
/** @returns its objects */
const objects = (name: string): any[] => parseAllDocuments(read(name), { merge: true }).map((document) => document.toJS());

const kustomization = parse(read(`${folder}/base/kustomization.yaml`));
const files = kustomization.resources.filter((name: string) => name.endsWith('.yaml'));
const base = files.flatMap((name: string) => objects(`${folder}/base/${name}`));
const [job] = objects(`${folder}/job.yaml`);
const [, testRun] = objects(`${folder}/testrun.yaml`);

/** @returns by name */
const ofKind = (kind: string): Record<string, any> =>
  Object.fromEntries(base.filter((object: any) => object.kind === kind).map((object: any) => [object.metadata.name, object]));
const deployments = ofKind('Deployment');
/** @returns the one container */
const container = (name: string): any => deployments[name].spec.template.spec.containers[0];
const values = (variables: { name: string; value?: string; valueFrom?: any }[] = []) =>
  Object.fromEntries(variables.map(({ name, value, valueFrom }) => [name, value ?? valueFrom]));
/** ConfigMaps of literals */
const maps: Record<string, Record<string, string>> = Object.fromEntries(
  kustomization.configMapGenerator.map(({ name, literals }: { name: string; literals: string[] }) => {
    return [name, Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/s)))];
  }),
);

/** Compose, with the values of .env in their places. */
const settings = defaultsIn(root);
const filled = read('docker-compose.yml').replaceAll(/\$\{(\w+)\}/g, (text, name) => settings[name] ?? text);
const services: Record<string, any> = parse(filled, { merge: true, maxAliasCount: -1 }).services;
/** k6 and the runner are no servers, and a far database is another machine here. */
const NO_SERVERS = ['k6', 'generator', 'bench', 'toxiproxy'];
const servers = Object.keys(services).filter((name) => !NO_SERVERS.includes(name));
/** Variables that have a Secret's value here, by their names there. */
const isSecret = (name: string) => /PASSWORD|_TOKEN$/.test(name);

describe('the targets’ manifests', () => {
  it('are one for each target of the catalogue that has a module, with its ports, and no gap; those of the core run', () => {
    assert.doesNotMatch(read(TARGETS), /<\w+>|undefined/);
    const found = Object.keys(deployments).filter((name) => deployments[name].metadata.labels['stackbench.io/role'] === 'target');
    assert.deepEqual(found.sort(), Object.keys(targets).sort());
    for (const [name, { port, managementPort, extended }] of Object.entries(targets)) {
      const [own, served] = [container(name).ports, ofKind('Service')[name].spec.ports];
      const ports = [...own.map(({ containerPort }: any) => containerPort), ...served.map((entry: any) => entry.port)];
      assert.deepEqual(ports, [port, managementPort, port, managementPort], name);
      assert.equal(deployments[name].spec.replicas, extended ? 0 : 1, name);
    }
  });

  it('quote a value that YAML would read as something else, and leave out what is no module', () => {
    const own = { ...catalogue.targets.mvc, environment: { A: "it's: on" }, healthPath: '/health' };
    const text = targetManifests({ ...catalogue, targets: { own, elsewhere: { ...own, module: undefined } } }, read(TEMPLATE));
    const [deployment, service, ...others] = parseAllDocuments(text).map((document) => document.toJS());
    assert.equal(values(deployment.spec.template.spec.containers[0].env).A, "it's: on");
    assert.equal(deployment.spec.template.spec.containers[0].readinessProbe.httpGet.path, '/health');
    assert.deepEqual([service.metadata.name, others], ['own', []]);
  });
});

describe('the manifests and docker-compose.yml', () => {
  it('have the same servers, images, arguments and limits, and ask after their health as often', () => {
    assert.deepEqual(Object.keys(deployments).sort(), [...servers, 'generator'].sort());
    assert.equal(container('generator').image, services.generator.image);
    const memory = (text: string) => text.toLowerCase().replace('gi', 'g');
    const cpus = (text: string) => (text.endsWith('m') ? Number(text.slice(0, -1)) / 1000 : Number(text));
    for (const name of servers) {
      const { image, args, resources, readinessProbe: probe } = container(name);
      const { image: there, command, cpus: limit, mem_limit, healthcheck } = services[name];
      const { interval, timeout, retries } = healthcheck;
      assert.deepEqual([`${probe.periodSeconds}s`, `${probe.timeoutSeconds}s`, probe.failureThreshold], [interval, timeout, retries], name);
      assert.deepEqual([image, args], [there, command], name);
      assert.deepEqual([cpus(resources.limits.cpu), memory(resources.limits.memory)], [Number(limit), mem_limit], name);
    }
  });

  it('give every server the same environment, the targets with the default settings', () => {
    for (const name of servers) {
      const { env, envFrom = [] } = container(name);
      const shared = envFrom.map(({ configMapRef }: any) => maps[configMapRef.name] ?? assert.fail(configMapRef.name));
      const here = Object.assign({}, ...shared, values(env));
      const fromFiles = [services[name].env_file ?? []].flat().flatMap((file: string) => {
        const text = read(file.replace('${SETTINGS:-default}', 'default')).replace('${TARGET_POOL_SIZE}', settings.TARGET_POOL_SIZE);
        return [...text.matchAll(/^(\w+)=(.*)$/gm)].map((line) => line.slice(1, 3));
      });
      const ofCompose = Object.entries({ ...Object.fromEntries(fromFiles), ...services[name].environment });
      // A cluster puts no proxy into its containers.
      const there = Object.fromEntries(ofCompose.filter(([variable]) => variable.toUpperCase() !== 'HTTP_PROXY'));
      assert.deepEqual(Object.keys(here).sort(), Object.keys(there).sort(), name);
      for (const [variable, value] of Object.entries(there)) {
        if (isSecret(variable)) assert.ok(here[variable].secretKeyRef, `${name} ${variable}`);
        else assert.equal(here[variable], String(value ?? '').trim(), `${name} ${variable}`);
      }
    }
  });

  it('have the same files: each of the folders that Compose mounts is in a ConfigMap', () => {
    for (const name of ['db-init', 'prometheus', 'grafana']) {
      const { configMapGenerator } = parse(read(`${name}/kustomization.yaml`));
      const inMaps = configMapGenerator.flatMap(({ files: own }: { files: string[] }) => own.map((file) => file.replace(/^.*=/, '')));
      const entries = readdirSync(path.join(root, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const found = entries.map((entry) => path.relative(path.join(root, name), path.join(entry.parentPath, entry.name)));
      assert.deepEqual(inMaps.sort(), found.filter((file) => !['kustomization.yaml', 'native.yml'].includes(file)).sort());
    }
  });

  it('give k6 the same environment', () => {
    const { TARGET, RUN, INSTANCES, INSTANCE, K6_INFLUXDB_PASSWORD, ...shared } = values(job.spec.template.spec.containers[0].env);
    for (const [name, value] of Object.entries(shared)) assert.equal(value, services.k6.environment[name], name);
    assert.deepEqual([K6_INFLUXDB_PASSWORD.secretKeyRef.key, TARGET, RUN], ['INFLUXDB_TOKEN', 'mvc', 'by-hand']);
    assert.deepEqual([job.spec.completions, job.spec.parallelism], [Number(INSTANCES), Number(INSTANCES)]);
    assert.match(INSTANCE.fieldRef.fieldPath, /job-completion-index/);
    const { env, image } = testRun.spec.runner;
    const { TARGET_HOST, ...forOutput } = shared;
    assert.deepEqual({ ...values(env), K6_INFLUXDB_PASSWORD: null }, { ...forOutput, K6_INFLUXDB_PASSWORD: null });
    assert.deepEqual([image, services.k6.image], ['stackbench/k6', 'stackbench/k6']);
    assert.ok(testRun.spec.args.includes(`TARGET_HOST=${TARGET_HOST}`));
  });
});

describe('the manifests’ hardening', () => {
  const pods = [...Object.values(deployments), job].map(({ metadata, spec }) => ({ name: metadata.name, ...spec.template.spec }));

  it('has no root, no capability, no writable root, no token, seccomp’s default, and limits everywhere', () => {
    const operator = testRun.spec.runner;
    const ofOperator = {
      ...{ name: 'TestRun', ...operator, enableServiceLinks: false },
      automountServiceAccountToken: operator.automountServiceAccountToken !== 'false',
      containers: [{ securityContext: operator.containerSecurityContext, resources: operator.resources }],
    };
    const hardened = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true };
    for (const { name, securityContext, containers, ...pod } of [...pods, ofOperator]) {
      assert.deepEqual([securityContext.runAsNonRoot, securityContext.seccompProfile.type], [true, 'RuntimeDefault'], name);
      assert.ok(securityContext.runAsUser > 0 && securityContext.runAsGroup > 0, name);
      assert.deepEqual([pod.automountServiceAccountToken, pod.enableServiceLinks], [false, false], name);
      assert.ok(!pod.hostNetwork && !pod.hostPID, name);
      for (const { securityContext: own, resources } of containers) {
        assert.deepEqual(own, hardened, name);
        for (const part of [resources.requests, resources.limits]) {
          assert.deepEqual(Object.keys(part).sort(), ['cpu', 'ephemeral-storage', 'memory'], name);
        }
      }
    }
    assert.equal(ofKind('Namespace').stackbench.metadata.labels['pod-security.kubernetes.io/enforce'], 'restricted');
  });

  it('has no volume of the node, and a limit to each that is written', () => {
    for (const { name, volumes = [] } of pods) {
      for (const volume of volumes) assert.ok(volume.configMap || volume.emptyDir.sizeLimit, `${name} ${volume.name}`);
    }
  });

  it('has a network policy for every role, and none that lets everybody in', () => {
    const policies = Object.values(ofKind('NetworkPolicy'));
    const wanted = policies.map(({ spec }) => Object.entries(spec.podSelector.matchLabels ?? {})).filter(({ length }) => length > 0);
    for (const { metadata, spec } of [...Object.values(deployments), job]) {
      const { labels } = spec.template.metadata;
      const hasOne = wanted.some((pairs) => pairs.every(([key, value]) => labels[key] === value));
      assert.ok(hasOne, metadata.name);
    }
    for (const { metadata, spec } of policies) for (const rule of spec.ingress ?? []) assert.ok(rule.from && rule.ports, metadata.name);
    assert.deepEqual(ofKind('NetworkPolicy')['nothing-by-default'].spec, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('gives the runner rights in its namespace only, none by a wildcard, and one Secret', () => {
    for (const kind of ['ClusterRole', 'ClusterRoleBinding']) assert.deepEqual(ofKind(kind), {}, kind);
    for (const { resources, verbs, resourceNames } of ofKind('Role').runner.rules) {
      assert.ok(![...resources, ...verbs].includes('*'));
      assert.ok(!resources.some((name: string) => /role|serviceaccount/.test(name)));
      if (resources.includes('secrets')) assert.deepEqual([verbs, resourceNames], [['get'], ['passwords']]);
    }
  });

  it('gives the runner every right that a run needs', () => {
    const { rules } = ofKind('Role').runner;
    for (const [verb, what] of [...RIGHTS, ['patch', 'pods/resize']]) {
      const [kind, rest = ''] = what.split('/');
      const [resource, group = ''] = kind.split('.');
      const named = resource === 'secrets' ? rest : '';
      const granted = rules.filter(({ apiGroups, verbs }: any) => apiGroups.includes(group) && verbs.includes(verb));
      const isOf = ({ resources, resourceNames = [] }: any) =>
        named ? resourceNames.includes(named) : resources.includes([resource, rest].filter(Boolean).join('/'));
      assert.ok(granted.some(isOf), `${verb} ${what}`);
    }
  });

  it('has passwords in a Secret of a file that is not in the repository', () => {
    const known = ['MARIADB_ROOT_PASSWORD', 'MARIADB_PASSWORD', 'INFLUXDB_PASSWORD', 'INFLUXDB_TOKEN', 'GRAFANA_PASSWORD'];
    assert.deepEqual(kustomization.secretGenerator[0].envs, ['passwords.env']);
    assert.match(read('.gitignore'), /^deploy\/kubernetes\/base\/passwords\.env$/m);
    for (const { name, containers } of pods) {
      for (const { name: variable, value, valueFrom } of containers[0].env ?? []) {
        if (isSecret(variable)) assert.equal(value, undefined, `${name} ${variable}`);
        if (valueFrom?.secretKeyRef) assert.ok(known.includes(valueFrom.secretKeyRef.key), `${name} ${variable}`);
      }
    }
    for (const name of known) assert.match(read('docs/kubernetes.md'), new RegExp(`\\b${name}\\b`));
  });
});

it('the overlay for one node lets everything of the core and k6 fit into a core, beside what the cluster needs', () => {
  const { patches } = parse(read(`${folder}/overlays/one-node/kustomization.yaml`));
  const requested = (role: string) => {
    const { patch } = patches.find(({ target }: any) => target.labelSelector.includes(role));
    return Number.parseInt(parse(patch)[0].value.cpu, 10);
  };
  const running = Object.values(deployments).filter(({ spec }) => spec.replicas > 0);
  const millis = running.map(({ metadata }) => requested(metadata.labels['stackbench.io/role']));
  const ofJob = Number.parseInt(job.spec.template.spec.containers[0].resources.requests.cpu, 10) * job.spec.parallelism;
  assert.ok(millis.reduce((sum, each) => sum + each, ofJob) <= 1000);
});
