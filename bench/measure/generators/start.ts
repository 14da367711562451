/** Starts the script of a scenario with the project's own k6. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { blocksText, type Block } from '../../../k6/lib/blocks.js';
import { targetsIn } from '../../record/part.ts';
import { sliceCount } from '../../record/run.ts';
import { writeWhole } from '../../util/files.ts';
import { startInstances, type Instances, type SharedLoad } from './instances.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Catalogue, Scenario } from '../../record/catalogue.ts';

/** what all loads of a run are put on, and by what */
export interface LoadContext {
  engine: Engine;
  /** folder of the checkout */
  root: string;
  k6Bin: string;
  runId: string;
  /** for the scripts; null: the checkout's */
  catalogueFile: string | null;
  /** of the user's scripts, by scenario */
  setupSeconds?: Record<string, number>;
}

/** a scenario on several targets */
export type BlocksSubject = LoadContext & { scenario: string };

export type Subject = BlocksSubject & { target: string };

/** further variables of the script, and where the results go */
interface Recording extends Pick<SharedLoad, 'environment' | 'files' | 'lastsSeconds'> {
  /** `-e` variables */
  variables: Record<string, string | number>;
  /** values of `--out`; by default nothing is recorded beside the files */
  outputs?: string[];
  /** no progress in the log: k6 writes a line for each slice every second */
  quiet?: boolean;
}

/** `gapSeconds`: after each slice */
export type Sequence = { blocks: Block[]; sliceSeconds: number; gapSeconds: number };
type BlocksRecording = Sequence & { round?: number } & Pick<Recording, 'files' | 'quiet'>;

/** Runs the script of a scenario against a target. The engine ends it with its other processes. */
export function startLoad({ target, ...subject }: Subject, { variables, ...recording }: Recording): Promise<Instances> {
  const { host } = new URL(targetUrl(subject.engine, target));
  return startScript(subject, [target], { variables: { TARGET: target, TARGET_HOST: host, ...variables }, ...recording });
}

/** Runs the script of a scenario against several targets, a slice of time each. The live dashboard shows it; without a round, as a warm-up. */
export function startBlocks(subject: BlocksSubject, { blocks, sliceSeconds, gapSeconds, round = 0, ...recording }: BlocksRecording) {
  const targets = targetsIn(blocks);
  const variables = {
    ...{ BLOCKS: blocksText(blocks), SLICE_SECONDS: sliceSeconds, GAP_SECONDS: gapSeconds },
    ...(ownScript(subject) === null && { TARGET_HOST: blocksHost(subject.engine, targets) }),
    ROUND: round,
  };
  const lastsSeconds = sliceCount(blocks) * (sliceSeconds + gapSeconds);
  return startScript(subject, targets, { variables, lastsSeconds, ...intoInflux(subject.engine.endpoints), ...recording });
}

function intoInflux({ influx, fromGenerator }: Engine['endpoints']): Pick<Recording, 'outputs' | 'environment'> {
  return {
    outputs: [`rollup=${fromGenerator?.influx ?? influx.url}/${influx.database}`],
    // On InfluxDB 2's v1 API the token is the password; any name goes with it.
    environment: influx.token ? { K6_INFLUXDB_USERNAME: 'stackbench', K6_INFLUXDB_PASSWORD: influx.token } : {},
  };
}

/** @returns for all of them: `{target}` for the name of a target that has a host of its own @throws {Error} one line, if no such host fits all */
export function blocksHost(engine: Reached, targets: string[]): string {
  const hosts = targets.map((target) => {
    const { hostname } = new URL(targetUrl(engine, target));
    return hostname === target ? '{target}' : hostname;
  });
  const other = hosts.find((host) => host !== hosts[0]);
  if (other !== undefined) throw new Error(`${targets.join(', ')} cannot be in one part: their hosts are ${hosts[0]} and ${other}`);
  return hosts[0];
}

type Reached = { endpoints: Pick<Engine['endpoints'], 'target' | 'fromGenerator'> };

/** @returns as the generators reach it */
function targetUrl({ endpoints }: Reached, target: string): string {
  return (endpoints.fromGenerator ?? endpoints).target(target);
}

/** @returns the script of a scenario that is the user's; null of this project's own */
function ownScript({ catalogueFile, scenario }: BlocksSubject): string | null {
  const file = catalogueFile === null ? null : ownScriptFile(catalogueFile, scenario);
  return file !== null && existsSync(file) ? file : null;
}

/** Runs the script of a scenario. With TRIAL iterations, that of a user has one user and no load, and logs every answer. */
export function startScript(
  subject: BlocksSubject,
  targets: string[],
  { variables, outputs = ['rollup=none'], quiet = false, ...load }: Recording,
): Promise<Instances> {
  const { engine, root, k6Bin, runId, catalogueFile, scenario, setupSeconds = {} } = subject;
  const script = ownScript(subject);
  const common = {
    RUN: runId,
    // The runner counts failures itself: k6 must neither fail for them nor read bodies to find them.
    THRESHOLDS: 'off',
    // It warms targets up itself, or loads one to that end.
    WARMUP: '0',
    ...(catalogueFile !== null && { CATALOGUE: catalogueFile }),
    ...variables,
  };
  const words = (own: Record<string, string | number>) => [
    ...[k6Bin, 'run', '--no-color', ...(quiet ? ['--quiet'] : [])],
    ...Object.entries({ ...common, ...own }).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    ...outputs.flatMap((output) => ['--out', output]),
    script ?? path.join(root, 'k6', `${scenario}.js`),
  ];
  // A script of the user's may read its base URL once and for all, so that each target has a k6 of its own.
  const variablesOf = (target: string) => {
    const url = targetUrl(engine, target);
    return { ONLY: target, BASE_URL: url, READY: engine.endpoints.probe(target).slice(url.length) };
  };
  const each = script === null ? undefined : targets.map(variablesOf);
  // All are on one node.
  return startInstances(engine, { words, target: targets[0], setupSeconds: setupSeconds[scenario], each, ...load });
}

/** @param catalogueFile of a run @param scenario of the user's @returns the script that k6 runs for it */
function ownScriptFile(catalogueFile: string, scenario: string): string {
  return path.join(path.dirname(catalogueFile), 'scripts', `${scenario}.js`);
}

/** For `make ab`: each hands the user's own script to the load of this project. @param catalogueFile that of this catalogue @param root of the checkout */
export function writeOwnScripts({ scenarios }: Catalogue, catalogueFile: string, root: string) {
  for (const [name, scenario] of Object.entries(scenarios)) {
    const file = ownScriptFile(catalogueFile, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeWhole(file, scriptText(name, scenario, path.join(root, 'k6', 'lib', 'own')));
  }
}

/** @param lib folder of what it needs */
function scriptText(name: string, { own, request, expect }: Scenario, lib: string) {
  const text = (value: unknown) => JSON.stringify(value);
  const script =
    own?.script === undefined
      ? [
          `import { requestScript } from ${text(`${lib}/request.js`)};`,
          '',
          `const script = requestScript(${text({ ...request, expect: expect.status })});`,
        ]
      : [`import * as script from ${text(own.script)};`, ''];
  return `${[
    `import { ownTest } from ${text(`${lib}/test.js`)};`,
    ...script,
    `const { options, iteration, setup, teardown, handleSummary } = ownTest(${text(name)}, script);`,
    '',
    'export { options, setup, teardown, handleSummary };',
    'export default iteration;',
  ].join('\n')}\n`;
}
