/** What all engines do alike, around their targets and services. */
import { ENGINES } from '../engines.js';
import { Gate, STARTS_AT_ONCE } from './gate.js';
import { endChild } from '../processes/supervise.js';
import { resetDatabase } from '../seed.js';

/** @typedef {import('../engine.js').Exit} Exit */
/** @typedef {import('../engine.js').Endpoints} Endpoints */
/**
 * @typedef {object} AnyTargets
 * @property {(name: string) => Promise<void>} start
 * @property {(name: string) => Promise<void>} stop
 * @property {(name: string) => boolean} isRunning
 * @property {(name: string) => Exit | null} exit
 * @property {(name: string, limited: boolean) => Promise<void>} limit
 */

/** @template {AnyTargets} T @template {{ dashboard: import('./services.js').Dashboard }} S */
export class BaseEngine {
  /** Whether the targets run on after `stop`. */
  leaves = false;
  #starts = new Gate(STARTS_AT_ONCE);
  /** @type {Set<import('node:child_process').ChildProcess>} the runner's own children */
  #tracked = new Set();
  /** @type {((name: string, exit: Exit) => void)[]} */
  #exitCallbacks = [];
  /** @type {Promise<void> | undefined} set once `stop` was called */
  #stopped;

  /**
   * @param {import('../engines.js').EngineName} name
   * @param {import('./given.js').Given} given
   * @param {{ targets: T, services: S, endpoints: Endpoints }} parts
   */
  constructor(name, given, { targets, services, endpoints }) {
    this.name = name;
    this.capabilities = ENGINES[name];
    this.given = given;
    this.targets = targets;
    this.services = services;
    this.endpoints = endpoints;
  }

  dashboard() {
    return this.services.dashboard.line;
  }

  dashboardUrl() {
    return this.services.dashboard.url;
  }

  /** @param {string[]} needs */
  async obtainable(needs) {
    return needs;
  }

  /** @returns {import('../../record/json/notes.js').Note[]} */
  notes() {
    return [];
  }

  /** @param {string} name */
  startTarget(name) {
    return this.#starts.pass(() => this.targets.start(name));
  }

  /** @param {string} name */
  stopTarget(name) {
    return this.targets.stop(name);
  }

  /** @param {string} name */
  isRunning(name) {
    return this.targets.isRunning(name);
  }

  /** @param {string} name */
  targetExit(name) {
    return this.targets.exit(name);
  }

  /** @param {string} name */
  liftLimit(name) {
    return this.targets.limit(name, false);
  }

  /** @param {string} name */
  applyLimit(name) {
    return this.targets.limit(name, true);
  }

  resetDatabase() {
    return resetDatabase(this.endpoints.mariadb, this.given.root);
  }

  /** @param {(name: string, exit: Exit) => void} callback */
  onServiceExit(callback) {
    this.#exitCallbacks.push(callback);
  }

  /** @protected @param {string} name of a service that has ended by itself @param {Exit} exit */
  report(name, exit) {
    if (this.#stopped === undefined) for (const callback of this.#exitCallbacks) callback(name, exit);
  }

  /** @param {import('node:child_process').ChildProcess} child */
  track(child) {
    this.#tracked.add(child);
  }

  /** @protected */
  endTracked() {
    return Promise.allSettled([...this.#tracked].map((child) => endChild(child)));
  }

  async leave() {
    this.leaves = this.capabilities.servicesOutliveRuns;
  }

  stop() {
    return (this.#stopped ??= this.end());
  }

  /** @protected Ends what the run has started. */
  async end() {}
}
