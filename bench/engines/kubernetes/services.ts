/** Database, observers and dependencies: Deployments of the stack, which stay when a run has ended. */
import { UsageError } from '../../util/errors.ts';
import { dashboardAt, noDashboard } from '../dashboard.ts';
import { LastingServices } from '../common/services.ts';
import { hasLasted, isReady, obstacleOf } from './cluster/exits.ts';
import type { Endpoints } from '../engine.ts';
import type { Cluster } from './forwards.ts';
import type { KubeObject } from './cluster/api.ts';

export class Services extends LastingServices<Cluster & { endpoints: Endpoints }> {
  /** An image may have to be pulled, and the database loads its content. */
  override startMs = 300_000;
  /** Pod by name of each to which there is a way. */
  #ways = new Map<string, string>();

  override async startUsual() {
    await super.startUsual();
    const { pods, forwards } = this.options;
    const pod = pods.of('grafana');
    const obstacle = pod && obstacleOf(pod)?.why;
    this.dashboard = noDashboard(obstacle ?? 'grafana is not ready');
    if (!pod || obstacle || !isReady(pod)) return;
    await this.#forward('grafana', pod);
    this.dashboard = dashboardAt(`http://127.0.0.1:${forwards.port('grafana')}`);
  }

  async prepare(needs: string[]) {
    const { api, pods, catalogue } = this.options;
    const idle = Object.keys(catalogue.dependencies).filter((name) => !needs.includes(name) && pods.of(name));
    await Promise.all([...needs.map((name) => api.scale(name, 1)), ...idle.map((name) => api.scale(name, 0))]);
    this.needs = needs;
  }

  async stopNeeded() {
    this.areUp = false;
    await Promise.all(this.needs.map((name) => this.options.api.scale(name, 0)));
  }

  async #forward(name: string, { metadata }: KubeObject) {
    const { forwards } = this.options;
    if (this.#ways.get(name) === metadata.name) return;
    await forwards.reserve(name);
    await forwards.open(name, metadata.name);
    this.#ways.set(name, metadata.name);
  }

  override async started(name: string) {
    const startedMs = performance.now();
    const refuse = () => {
      const pod = this.options.pods.of(name);
      const obstacle = pod && obstacleOf(pod);
      if (obstacle && hasLasted(obstacle, startedMs)) throw new UsageError(`ENGINE=kubernetes: ${name}: ${obstacle.why}`);
    };
    return { name: `ENGINE=kubernetes: ${name}`, exit: null, explain: (why = '') => why, refuse };
  }

  override async answers(name: string) {
    const pod = this.options.pods.of(name);
    if (!pod || !isReady(pod)) throw new Error((pod && obstacleOf(pod)?.why) ?? 'its pod is not ready');
    await this.#forward(name, pod);
    return super.answers(name);
  }
}
