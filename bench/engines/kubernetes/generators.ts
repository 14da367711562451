/** The load generators: pods that stay while a run lasts. k6 is started in them by exec, and what it writes is brought here. */
import { spawn, type ChildProcessWithoutNullStreams as Child } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import path from 'node:path';
import { RunAborted, UsageError } from '../../util/errors.ts';
import { inTime, waitUntil } from '../../util/wait.ts';
import { namesOfGenerators } from '../generators.ts';
import { podOf, resourcesOf } from './cluster/pod-spec.ts';
import { exitText } from '../../util/text.ts';
import type { Readable } from 'node:stream';
import type { Link } from '../../record/json/generators.ts';
import type { Generator } from '../engine.ts';
import type { Cluster } from './endpoints.ts';
import type { KubeObject } from './cluster/api.ts';

type Linked = (pod: string, target: string) => Promise<Link>;
/** under way; there may be two in a pod: one that waits for its last answers, and the next */
type Load = { pidFile: string; tail: Child | null };

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

export class Generators {
  options;
  /** pod by name of the generator */
  pods = new Map<string, string>();
  list: Generator[];

  /** @param options `cpus`: of each, null for what the template says */
  constructor(
    options: Pick<Cluster, 'kubectl' | 'pods'> & { root: string; resultsDir: string; count: number; cpus: number | null; link: Linked },
  ) {
    this.options = options;
    this.list = namesOfGenerators(options.count).map((names) => this.#generator(names));
  }

  #generator(names: Pick<Generator, 'name' | 'process'>): Generator {
    const { kubectl } = this.options;
    /** by the folder of what it writes */
    const loads = new Map<string, Load>();
    let started = 0;
    const pod = () => this.pods.get(names.name) ?? '';
    return {
      ...names,
      cpus: this.options.cpus,
      node: null,
      command: (words, environment) => {
        const pidFile = `/tmp/${++started}.pid`;
        const log = environment.K6_ROLLUP_HLOG;
        if (log) loads.set(path.dirname(log), { pidFile, tail: this.#tail(pod(), log) });
        const variables = Object.entries(environment).map(([name, value]) => `${name}=${this.#there(value)}`);
        const inPod = ['env', ...variables, ...words.map((word) => this.#there(word))];
        return {
          words: kubectl.words('exec', pod(), '--', 'sh', '-c', START, pidFile, ...inPod),
          // kubectl is not k6: it gets the user's environment.
          environment: kubectl.env as Record<string, string>,
          kill: async (signal) => {
            await kubectl.exec(pod(), ['sh', '-c', `kill -${signal.replace(/^SIG/, '')} "$(cat "$0")"`, pidFile]);
          },
        };
      },
      link: (target) => this.options.link(pod(), target),
      follow: async (dir) => {
        await this.#named(names.name, this.#prepare(pod(), dir));
        return { stop: () => this.#named(names.name, this.#bring(pod(), dir, loads.get(dir))) };
      },
    };
  }

  /** @param text with paths here @returns with paths in the pod */
  #there(text: string): string {
    const { root, resultsDir } = this.options;
    return text.replaceAll(resultsDir, `${WORK}/results`).replaceAll(`${root}${path.sep}`, `${WORK}/`);
  }

  /** Makes the pods, with the checkout's scripts in them. @returns `version` of k6 */
  async start(): Promise<{ pods: KubeObject[]; version: string | null }> {
    const { pods, cpus, kubectl } = this.options;
    const template = await pods.api.deployment('generator');
    const { requestedCpus } = resourcesOf(template.spec.template.spec.containers[0]);
    const limit = cpus === null ? null : { limit: cpus, request: Math.min(cpus, requestedCpus) };
    const started = await Promise.all(
      this.list.map(async (generator) => {
        const { metadata } = await pods.api.createPod(podOf(template, { name: generator.name, cpus: limit }));
        const isUp = (pod: KubeObject) => pod.status.phase === 'Running' && pod.status.containerStatuses?.[0]?.ready;
        const pod = await pods.until(metadata.name, isUp, { what: `the generator ${generator.name}`, withinMs: READY_MS });
        this.pods.set(generator.name, metadata.name);
        generator.node = pod.spec.nodeName;
        generator.cpus = resourcesOf(pod.spec.containers[0]).cpus;
        await this.#uploadScripts(metadata.name);
        return pod;
      }),
    );
    const version = await kubectl.exec(started[0].metadata.name, ['k6', 'version']);
    if (!version.includes('rollup')) throw new UsageError('stackbench/generator: its k6 has no output rollup; build the image again');
    return { pods: started, version: /v(\d+\.\d+\.\d+\S*)/.exec(version)?.[1] ?? null };
  }

  async #uploadScripts(pod: string) {
    const archive = spawn('tar', ['-C', this.options.root, '-cf', '-', ...SCRIPTS], { stdio: ['ignore', 'pipe', 'ignore'] });
    await this.#send(pod, archive.stdout, ['tar', '-C', WORK, '-xf', '-']);
  }

  /** @param words that take it */
  async #send(pod: string, input: Readable, words: string[]) {
    const child = this.options.kubectl.start('exec', '-i', pod, '--', ...words);
    input.pipe(child.stdin);
    child.stdout.resume();
    const [code] = await inTime(once(child, 'exit'), BRING_MS, `pod ${pod} did not take its files within ${BRING_MS / 1000} s`);
    if (code !== 0) throw new UsageError(`pod ${pod} did not take its files: ${words[0]} ended with ${code}`);
  }

  /**
   * @param name of a generator
   * @param action in its pod
   * @throws {Error} that names its end, where it has ended: what kubectl says then is a riddle
   */
  async #named<T>(name: string, action: Promise<T>): Promise<T> {
    try {
      return await action;
    } catch (error) {
      const { exits } = this.options.pods;
      const pod = this.pods.get(name) ?? '';
      await waitUntil(() => exits.has(pod), { everyMs: 100, withinMs: EXIT_KNOWN_MS });
      const exit = exits.get(pod);
      throw exit ? new RunAborted(`${name} ended by itself (${exitText(exit)})`) : error;
    }
  }

  /** @param dir here */
  async #prepare(pod: string, dir: string) {
    const { kubectl, resultsDir } = this.options;
    // What an earlier load left there is here already.
    await kubectl.exec(pod, ['sh', '-c', 'mkdir -p "$1" && rm -f "$1"/*', 'sh', this.#there(dir)]);
    const catalogue = path.join(resultsDir, path.relative(resultsDir, dir).split(path.sep)[0], 'catalogue.json');
    if (existsSync(catalogue)) await this.#send(pod, createReadStream(catalogue), ['sh', '-c', 'cat >"$1"', 'sh', this.#there(catalogue)]);
  }

  /** The log while it grows. @param file here */
  #tail(pod: string, file: string): Child {
    const child = this.options.kubectl.start('exec', pod, '--', 'tail', '-n', '+1', '-s', '0.2', '-F', this.#there(file));
    child.stdout.pipe(createWriteStream(file));
    return child;
  }

  /** All files, complete. @param dir here @param load that has ended */
  async #bring(pod: string, dir: string, load: Load | undefined) {
    const tail = load?.tail;
    if (tail && tail.exitCode === null && tail.signalCode === null) {
      tail.kill('SIGKILL');
      await once(tail, 'close');
    }
    const child = this.options.kubectl.start('exec', pod, '--', 'sh', '-c', BRING, load?.pidFile ?? '', this.#there(dir));
    const archive = spawn('tar', ['-C', dir, '-xf', '-'], { stdio: ['pipe', 'ignore', 'ignore'] });
    archive.stdin.on('error', () => {}); // its exit code says so
    child.stdout.pipe(archive.stdin);
    const [code] = await inTime(
      once(archive, 'close'),
      BRING_MS,
      `what k6 left in pod ${pod} was not brought here within ${BRING_MS / 1000} s`,
    );
    if (code !== 0) throw new Error(`what k6 left in pod ${pod} could not be brought here: tar ended with ${code}`);
  }
}
