/** The targets' manifests for Kubernetes, made of one template and the catalogue: `make format` writes them, a test holds them to it. */
import type { Catalogue, Target } from '../record/catalogue.ts';

/** Made from the second. */
export const TARGETS = 'deploy/kubernetes/base/targets.yaml';
export const TEMPLATE = 'deploy/kubernetes/target.yaml';

const HEADER = '# Made by `make format` from ../target.yaml and catalogue.json.\n';

/** Without commands and containers of their own, which have no image. @param template text of TEMPLATE, a comment first @returns text of TARGETS */
export function targetManifests({ targets, settings }: Catalogue, template: string): string {
  const body = template.slice(template.indexOf('\n') + 1);
  const modules = Object.entries(targets).filter(([, { module }]) => module);
  const parts = new Set(Object.values(settings).flatMap((variables) => Object.keys(variables.environment)));
  return HEADER + modules.map(([name, target]) => manifest(name, target, body, parts)).join('');
}

/** @param body of the template @param parts servers and drivers for which there are settings */
function manifest(name: string, target: Target, body: string, parts: Set<string>) {
  const { module, port, managementPort, extended, healthPath = '/actuator/health' } = target;
  const values: Record<string, string> = {
    name,
    module: String(module),
    port: String(port),
    managementPort: String(managementPort),
    // Not of the core: measured by name only.
    replicas: extended ? '0' : '1',
    healthPath,
    settings: settingsOf(target, parts),
    environment: environment(name, target),
  };
  const filled = body.replaceAll(/<(\w+)>/g, (_, placeholder) => values[placeholder]);
  // Of the keys whose lists begin in the next line.
  return filled.replaceAll(/ +$/gm, '');
}

function settingsOf({ server, database }: Target, parts: Set<string>) {
  const own = [server, database].filter((part) => part && parts.has(part)).map((part) => `settings-${part}`);
  return list(['target-environment', ...own].map((name) => `- configMapRef: { name: ${name} }`));
}

function environment(name: string, { port, managementPort, environment: own }: Target) {
  const values = { TARGET: name, SERVER_PORT: String(port), MANAGEMENT_SERVER_PORT: String(managementPort), ...own };
  return list([
    ...Object.entries(values).map(([variable, value]) => `- { name: ${variable}, value: '${value.replaceAll("'", "''")}' }`),
    '- name: DB_PASSWORD',
    '  valueFrom: { secretKeyRef: { name: passwords, key: MARIADB_PASSWORD } }',
  ]);
}

/** @param lines of a list that begins below its key, at the template's depth */
function list(lines: string[]) {
  return lines.map((line) => `\n            ${line}`).join('');
}
