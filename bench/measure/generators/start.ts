/** Starts the script of a scenario with the project's own k6. */
import path from 'node:path';
import { targetsIn } from '../../record/part.ts';
import { blocksText, type Block } from '../../../k6/lib/blocks.js';
import { existsSync } from 'node:fs';
import { ownScriptFile } from '../own/scripts.ts';
import { startInstances, type Instances } from './instances.ts';
import type { Engine } from '../../engines/engine.ts';
import type { LoadFiles } from './files.ts';

/** what load is put on, and by what */
export interface Subject {
  engine: Engine;
  /** folder of the checkout */
  root: string;
  k6Bin: string;
  runId: string;
  /** for the scripts; null: the checkout's */
  catalogueFile: string | null;
  scenario: string;
  target: string;
  /** of the scenario's script, where it is the user's */
  setupSeconds?: number;
}

/** a scenario on several targets */
export type BlocksSubject = Omit<Subject, 'target'>;

interface Blocks {
  blocks: Block[];
  sliceSeconds: number;
  /** after each slice */
  gapSeconds: number;
}

/** further variables of the script, and where the results go */
export interface Recording {
  /** `-e` variables */
  variables: Record<string, string | number>;
  /** values of `--out` */
  outputs: string[];
  /** for k6 and its outputs */
  environment?: Record<string, string>;
  files: LoadFiles;
  /** of the load, with the wait for the last answers */
  lastsSeconds: number;
  /** no progress in the log: k6 writes a line for each slice every second */
  quiet?: boolean;
}

/** Runs the script of a scenario against a target. The engine ends it with its other processes. */
export function startLoad({ target, ...subject }: Subject, { variables, ...recording }: Recording): Promise<Instances> {
  const { host } = new URL(targetUrl(subject.engine, target));
  return startScript(subject, { variables: { TARGET: target, TARGET_HOST: host, ...variables }, targets: [target], ...recording });
}

/** Runs the script of a scenario against several targets, a slice of time each. */
export function startBlocks(
  subject: BlocksSubject,
  { blocks, sliceSeconds, gapSeconds, variables, ...recording }: Blocks & Recording,
): Promise<Instances> {
  const sequence = { BLOCKS: blocksText(blocks), SLICE_SECONDS: sliceSeconds, GAP_SECONDS: gapSeconds };
  const targets = targetsIn(blocks);
  const host: Record<string, string> = ownScript(subject) === null ? { TARGET_HOST: blocksHost(subject.engine, targets) } : {};
  return startScript(subject, { variables: { ...sequence, ...host, ...variables }, targets, ...recording });
}

/**
 * @param targets at least one
 * @returns TARGET_HOST for all of them: `{target}` stands for the name of a target that has a host of its own. Ports are the catalogue's
 * @throws {Error} one line, if no such host fits all
 */
export function blocksHost(engine: Pick<Engine, 'endpoints'>, targets: string[]): string {
  const hosts = targets.map((target) => {
    const { hostname } = new URL(targetUrl(engine, target));
    return hostname === target ? '{target}' : hostname;
  });
  const other = hosts.find((host) => host !== hosts[0]);
  if (other !== undefined) throw new Error(`${targets.join(', ')} cannot be in one part: their hosts are ${hosts[0]} and ${other}`);
  return hosts[0];
}

/** @returns as the generators reach it */
function targetUrl({ endpoints }: Pick<Engine, 'endpoints'>, target: string): string {
  return (endpoints.fromGenerator ?? endpoints).target(target);
}

/** Runs the user's script with one user and without load, and logs every answer. @param subject of a scenario that is the user's */
export function startTrial(
  { target, ...subject }: Subject,
  { iterations, ...recording }: { iterations: number; files: LoadFiles; lastsSeconds: number },
): Promise<Instances> {
  return startScript(subject, { variables: { TRIAL: iterations, ROUND: 0 }, outputs: ['rollup=none'], targets: [target], ...recording });
}

/** @returns of its own k6 */
function variablesOf(engine: BlocksSubject['engine'], target: string): Record<string, string> {
  const url = targetUrl(engine, target);
  return { ONLY: target, BASE_URL: url, READY: engine.endpoints.probe(target).slice(url.length) };
}

/** @returns the script of a scenario that is the user's; null of this project's own */
function ownScript({ catalogueFile, scenario }: Pick<BlocksSubject, 'catalogueFile' | 'scenario'>): string | null {
  const file = catalogueFile === null ? null : ownScriptFile(catalogueFile, scenario);
  return file !== null && existsSync(file) ? file : null;
}

/** A script of the user's may read its base URL once and for all, so that each target has a k6 of its own. */
function startScript(subject: BlocksSubject, { variables, outputs, quiet = false, targets, ...load }: Recording & { targets: string[] }) {
  const { engine, root, k6Bin, runId, catalogueFile, scenario, setupSeconds } = subject;
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
  // All are on one node.
  const [target] = targets;
  return startInstances(engine, {
    words,
    target,
    setupSeconds,
    ...load,
    ...(script !== null && { each: targets.map((one) => variablesOf(engine, one)) }),
  });
}
