/** The load generators: pods that stay while a run lasts. k6 is started in them by exec, and what it writes is brought here. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import path from 'node:path';
import { RunAborted, UsageError } from '../../util/errors.js';
import { inTime, waitUntil } from '../../util/wait.js';
import { namesOfGenerators } from '../generators.js';
import { podOf, resourcesOf } from './cluster/pod-spec.js';
import { exitText } from '../../util/text.js';

/** @typedef {import('../engine.js').Generator} Generator */
/** @typedef {import('./cluster/kubectl.js').Child} Child */
/** @typedef {(pod: string, target: string) => Promise<import('../../record/json/generators.js').Link>} Linked */
/** @typedef {{ pidFile: string, tail: Child | null }} Load under way; there may be two in a pod: one that waits for its last answers, and the next */

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
  /** @type {Map<string, string>} pod by name of the generator */
  pods = new Map();
  /** @type {Generator[]} */
  list;

  /**
   * @param {Pick<import('./endpoints.js').Cluster, 'kubectl' | 'pods'> & { root: string, resultsDir: string, count: number, cpus: number | null, link: Linked }}
   *   options `cpus`: of each, null for what the template says
   */
  constructor(options) {
    this.options = options;
    this.list = namesOfGenerators(options.count).map((names) => this.#generator(names));
  }

  /** @param {Pick<Generator, 'name' | 'process'>} names @returns {Generator} */
  #generator(names) {
    const { kubectl } = this.options;
    /** @type {Map<string, Load>} by the folder of what it writes */
    const loads = new Map();
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
          environment: /** @type {Record<string, string>} */ (kubectl.env),
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

  /** @param {string} text with paths here @returns {string} with paths in the pod */
  #there(text) {
    const { root, resultsDir } = this.options;
    return text.replaceAll(resultsDir, `${WORK}/results`).replaceAll(`${root}${path.sep}`, `${WORK}/`);
  }

  /**
   * Makes the pods, with the checkout's scripts in them.
   * @returns {Promise<{ pods: import('./cluster/api.js').KubeObject[], version: string | null }>} `version` of k6
   */
  async start() {
    const { pods, cpus, kubectl } = this.options;
    const template = await pods.api.deployment('generator');
    const { requestedCpus } = resourcesOf(template.spec.template.spec.containers[0]);
    const limit = cpus === null ? null : { limit: cpus, request: Math.min(cpus, requestedCpus) };
    const started = await Promise.all(
      this.list.map(async (generator) => {
        const { metadata } = await pods.api.createPod(podOf(template, { name: generator.name, cpus: limit }));
        const isUp = (/** @type {any} */ pod) => pod.status.phase === 'Running' && pod.status.containerStatuses?.[0]?.ready;
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

  /** @param {string} pod */
  async #uploadScripts(pod) {
    const archive = spawn('tar', ['-C', this.options.root, '-cf', '-', ...SCRIPTS], { stdio: ['ignore', 'pipe', 'ignore'] });
    await this.#send(pod, archive.stdout, ['tar', '-C', WORK, '-xf', '-']);
  }

  /** @param {string} pod @param {import('node:stream').Readable} input @param {string[]} words that take it */
  async #send(pod, input, words) {
    const child = this.options.kubectl.start('exec', '-i', pod, '--', ...words);
    input.pipe(child.stdin);
    child.stdout.resume();
    const [code] = await inTime(once(child, 'exit'), BRING_MS, `pod ${pod} did not take its files within ${BRING_MS / 1000} s`);
    if (code !== 0) throw new UsageError(`pod ${pod} did not take its files: ${words[0]} ended with ${code}`);
  }

  /**
   * @template T
   * @param {string} name of a generator
   * @param {Promise<T>} action in its pod
   * @returns {Promise<T>}
   * @throws {Error} that names its end, where it has ended: what kubectl says then is a riddle
   */
  async #named(name, action) {
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

  /** @param {string} pod @param {string} dir here */
  async #prepare(pod, dir) {
    const { kubectl, resultsDir } = this.options;
    // What an earlier load left there is here already.
    await kubectl.exec(pod, ['sh', '-c', 'mkdir -p "$1" && rm -f "$1"/*', 'sh', this.#there(dir)]);
    const catalogue = path.join(resultsDir, path.relative(resultsDir, dir).split(path.sep)[0], 'catalogue.json');
    if (existsSync(catalogue)) await this.#send(pod, createReadStream(catalogue), ['sh', '-c', 'cat >"$1"', 'sh', this.#there(catalogue)]);
  }

  /** The log while it grows. @param {string} pod @param {string} file here @returns {Child} */
  #tail(pod, file) {
    const child = this.options.kubectl.start('exec', pod, '--', 'tail', '-n', '+1', '-s', '0.2', '-F', this.#there(file));
    child.stdout.pipe(createWriteStream(file));
    return child;
  }

  /** All files, complete. @param {string} pod @param {string} dir here @param {Load | undefined} load that has ended */
  async #bring(pod, dir, load) {
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
