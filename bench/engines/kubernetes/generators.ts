/** The load generators: pods that stay while a run lasts. k6 is started in them by exec, and what it writes is brought here. */
import { spawn, type ChildProcessWithoutNullStreams as Child } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import path from 'node:path';
import { RunAborted, UsageError } from '../../util/errors.ts';
import { exitText } from '../../util/text.ts';
import { inTime, waitUntil } from '../../util/wait.ts';
import { k6In } from '../common/contained.ts';
import { podOf, resourcesOf } from './cluster/pod-spec.ts';
import type { Readable } from 'node:stream';
import type { Link } from '../../record/json/generators.ts';
import type { Generator } from '../engine.ts';
import type { KubeObject } from './cluster/api.ts';
import type { Cluster } from './forwards.ts';

type Options = Pick<Cluster, 'kubectl' | 'api' | 'pods'> & {
  root: string;
  resultsDir: string;
  /** of each; null: what the template says */
  cpus: number | null;
  link: (pod: string, target: string) => Promise<Link>;
};

const READY_MS = 120_000;
const BRING_MS = 60_000;
const EXIT_KNOWN_MS = 3000;
/** In the pod: the checkout's scripts, and what k6 writes. */
const WORK = '/work';
/** k6 takes the place of the shell, and has its number. */
const START = 'echo $$ >"$0"; exec "$@"';
/** A k6 that was left behind, because the connection to it broke, would be load beside the next. */
const BRING = 'kill -9 "$(cat "$0")" 2>/dev/null; rm -f "$0"; exec tar -C "$1" -cf - .';
const SCRIPTS = ['--exclude=xk6-output-rollup', 'k6', 'catalogue.json'];

/** Starts the pods of all. @returns them, and the k6 in them */
export async function startGenerators({ kubectl, api }: Pick<Cluster, 'kubectl' | 'api'>, generators: PodGenerator[]) {
  const template = await api.deployment('generator');
  const started = await Promise.all(generators.map((generator) => generator.start(template)));
  const version = await kubectl.exec(started[0].metadata.name, ['k6', 'version']);
  if (!version.includes('rollup')) throw new UsageError('stackbench/generator: its k6 has no output rollup; build the image again');
  return { pods: started, k6: k6In(version) };
}

export class PodGenerator implements Generator {
  name;
  process;
  cpus;
  node: string | null = null;
  /** name of its pod; '' before `start` */
  pod = '';
  #options;
  /** Under way, by the folder of what it writes; there may be two: one that waits for its last answers, and the next. */
  #loads = new Map<string, { pidFile: string; tail: Child }>();
  #started = 0;

  constructor(options: Options, { name, process }: Pick<Generator, 'name' | 'process'>) {
    this.name = name;
    this.process = process;
    this.cpus = options.cpus;
    this.#options = options;
  }

  // Bound to this one: a generator that takes turns with itself is copied.
  command: Generator['command'] = (words, environment) => {
    const { kubectl } = this.#options;
    const pidFile = `/tmp/${++this.#started}.pid`;
    const log = environment.K6_ROLLUP_HLOG;
    if (log) this.#loads.set(path.dirname(log), { pidFile, tail: this.#tail(log) });
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${this.#there(value)}`);
    const inPod = ['env', ...variables, ...words.map((word) => this.#there(word))];
    return {
      words: kubectl.words('exec', this.pod, '--', 'sh', '-c', START, pidFile, ...inPod),
      // kubectl is not k6: it gets the user's environment.
      environment: kubectl.env,
      kill: async (signal) => {
        await kubectl.exec(this.pod, ['sh', '-c', `kill -${signal.replace(/^SIG/, '')} "$(cat "$0")"`, pidFile]);
      },
    };
  };

  link = (target: string) => this.#options.link(this.pod, target);

  follow = async (dir: string) => {
    await this.#named(this.#prepare(dir));
    return { stop: () => this.#named(this.#bring(dir)) };
  };

  /** @param text with paths here @returns with paths in the pod */
  #there(text: string): string {
    const { root, resultsDir } = this.#options;
    return text.replaceAll(resultsDir, `${WORK}/results`).replaceAll(`${root}${path.sep}`, `${WORK}/`);
  }

  /** @param template its Deployment @returns the pod, with the checkout's scripts in it */
  async start(template: KubeObject): Promise<KubeObject> {
    const { api, pods, cpus, root } = this.#options;
    const { requestedCpus } = resourcesOf(template.spec.template.spec.containers[0]);
    const limit = cpus === null ? null : { limit: cpus, request: Math.min(cpus, requestedCpus) };
    const { metadata } = await api.createPod(podOf(template, { name: this.name, cpus: limit }));
    const isReady = ({ status }: KubeObject) => status.containerStatuses?.[0]?.ready;
    const pod = await pods.until(metadata.name, { what: `the generator ${this.name}`, withinMs: READY_MS }, isReady);
    this.pod = metadata.name;
    this.node = pod.spec.nodeName;
    this.cpus = resourcesOf(pod.spec.containers[0]).cpus;
    const archive = spawn('tar', ['-C', root, '-cf', '-', ...SCRIPTS], { stdio: ['ignore', 'pipe', 'ignore'] });
    await this.#send(archive.stdout, ['tar', '-C', WORK, '-xf', '-']);
    return pod;
  }

  async #send(input: Readable, words: string[]) {
    const child = this.#options.kubectl.start('exec', '-i', this.pod, '--', ...words);
    input.pipe(child.stdin);
    child.stdout.resume();
    const [code] = await inTime(once(child, 'exit'), BRING_MS, `pod ${this.pod} did not take its files within ${BRING_MS / 1000} s`);
    if (code !== 0) throw new UsageError(`pod ${this.pod} did not take its files: ${words[0]} ended with ${code}`);
  }

  /** @param action in its pod @throws {Error} that names the pod's end, where it has ended: what kubectl says then is a riddle */
  async #named<T>(action: Promise<T>): Promise<T> {
    try {
      return await action;
    } catch (error) {
      const { exits } = this.#options.pods;
      await waitUntil(() => exits.has(this.pod), { everyMs: 100, withinMs: EXIT_KNOWN_MS });
      const exit = exits.get(this.pod);
      throw exit ? new RunAborted(`${this.name} ended by itself (${exitText(exit)})`) : error;
    }
  }

  async #prepare(dir: string) {
    const { kubectl, resultsDir } = this.#options;
    // What an earlier load left there is here already.
    await kubectl.exec(this.pod, ['sh', '-c', 'mkdir -p "$1" && rm -f "$1"/*', 'sh', this.#there(dir)]);
    const catalogue = path.join(resultsDir, path.relative(resultsDir, dir).split(path.sep)[0], 'catalogue.json');
    if (existsSync(catalogue)) await this.#send(createReadStream(catalogue), ['sh', '-c', 'cat >"$1"', 'sh', this.#there(catalogue)]);
  }

  /** The log while it grows. @param file here */
  #tail(file: string): Child {
    const child = this.#options.kubectl.start('exec', this.pod, '--', 'tail', '-n', '+1', '-s', '0.2', '-F', this.#there(file));
    child.stdout.pipe(createWriteStream(file));
    return child;
  }

  /** All files of a load that has ended, complete. @param dir here */
  async #bring(dir: string) {
    const { pidFile = '', tail } = this.#loads.get(dir) ?? {};
    if (tail && tail.exitCode === null && tail.signalCode === null) {
      tail.kill('SIGKILL');
      await once(tail, 'close');
    }
    const child = this.#options.kubectl.start('exec', this.pod, '--', 'sh', '-c', BRING, pidFile, this.#there(dir));
    const archive = spawn('tar', ['-C', dir, '-xf', '-'], { stdio: ['pipe', 'ignore', 'ignore'] });
    archive.stdin.on('error', () => {}); // its exit code says so
    child.stdout.pipe(archive.stdin);
    const late = `what k6 left in pod ${this.pod} was not brought here within ${BRING_MS / 1000} s`;
    const [code] = await inTime(once(archive, 'close'), BRING_MS, late);
    if (code !== 0) throw new Error(`what k6 left in pod ${this.pod} could not be brought here: tar ended with ${code}`);
  }
}
