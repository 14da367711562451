/** What all engines do alike, around their targets and services. */
import { endChild } from '../processes/supervise.ts';
import { resetDatabase } from '../mariadb.ts';
import type { ChildProcess } from 'node:child_process';
import type { Command } from '../../setup/command.ts';
import type { EngineName } from '../engines.ts';
import type { RequestedLimits } from '../../record/json/limits.ts';
import type { EngineTargets, Exit, Endpoints, Variation } from '../engine.ts';
import type { Dashboard } from '../dashboard.ts';
import type { Given } from './given.ts';

/** what an engine is made of */
export type Options = Command & Variation & { limits: RequestedLimits };

export abstract class BaseEngine<T extends EngineTargets, S extends { dashboard: Dashboard }> {
  name;
  given;
  targets;
  services;
  endpoints;
  /** Whether the targets run on after `stop`, where services outlive runs. */
  leaves = false;
  /** the runner's own children */
  #tracked = new Set<ChildProcess>();
  #exitCallbacks: ((name: string, exit: Exit) => void)[] = [];
  #stopped: Promise<void> | undefined;

  constructor(name: EngineName, given: Given, { targets, services, endpoints }: { targets: T; services: S; endpoints: Endpoints }) {
    this.name = name;
    this.given = given;
    this.targets = targets;
    this.services = services;
    this.endpoints = endpoints;
  }

  dashboard() {
    return this.services.dashboard;
  }

  resetDatabase() {
    return resetDatabase(this.endpoints.mariadb, this.given.root);
  }

  onServiceExit(callback: (name: string, exit: Exit) => void) {
    this.#exitCallbacks.push(callback);
  }

  /** @param name of a service that has ended by itself */
  protected report(name: string, exit: Exit) {
    if (this.#stopped === undefined) for (const callback of this.#exitCallbacks) callback(name, exit);
  }

  track(child: ChildProcess) {
    this.#tracked.add(child);
  }

  protected endTracked() {
    return Promise.allSettled([...this.#tracked].map((child) => endChild(child)));
  }

  async leave() {
    this.leaves = true;
  }

  stop() {
    return (this.#stopped ??= this.end());
  }

  protected abstract end(): Promise<void>;
}
