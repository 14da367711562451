/** What the state of a pod says: how it ended, or why it does not start. */
import { exitOf } from '../../common/contained.ts';
import type { Exit } from '../../engine.ts';
import type { KubeObject as Pod } from './api.ts';

/** Of a condition `DisruptionTarget`: who ended the pod (kubernetes.io, Pod disruption conditions). */
const DISRUPTIONS: Record<string, string> = {
  EvictionByEvictionAPI: 'evicted from its node through the API, as by kubectl drain',
  PreemptionByScheduler: 'preempted by a pod of a higher priority',
  DeletionByTaintManager: 'deleted, because its node was tainted or did not answer',
  DeletionByPodGC: 'deleted, because its node is gone',
  TerminationByKubelet: 'ended by its node, which was short of something or shut down',
};

/** A scheduler that waits for another pod to end has put a pod somewhere by then. */
const PATIENCE_MS = 20_000;

/** A container that is not there for one of these reasons will not come. */
const WAITS: Record<string, (image: string, message: string) => string> = {
  // Of a chain of errors, the last is the cause.
  ImagePullBackOff: (image, message) => `its image ${image} cannot be pulled: ${message.split(': ').at(-1)}`,
  ErrImageNeverPull: (image) => `its image ${image} is not on the node, and must not be pulled`,
  InvalidImageName: (image) => `its image ${image} has no valid name`,
  CreateContainerConfigError: (_, message) => `its container cannot be made: ${message}`,
  CreateContainerError: (_, message) => `its container cannot be made: ${message}`,
  RunContainerError: (_, message) => `its container cannot be started: ${message}`,
};

/** @param restarts of its container that are known already @returns null while it runs, or before */
export function exitOfPod(pod: Pod, restarts = 0): Exit | null {
  const { status, spec, metadata } = pod;
  const node = spec.nodeName ?? 'its node';
  const disruption = condition(pod, 'DisruptionTarget');
  if (status.reason === 'Evicted') return told(`evicted from ${node}: ${oneLine(status.message)}`);
  if (disruption?.status === 'True') return told(`${DISRUPTIONS[disruption.reason] ?? disruption.reason} (${node})`);
  if (metadata.deletionTimestamp) return told('its pod was deleted');
  const [container] = status.containerStatuses ?? [];
  const ended = container?.state?.terminated ?? (container?.restartCount > restarts ? container.lastState?.terminated : undefined);
  const memory = spec.containers[0].resources?.limits?.memory ?? 'memory';
  if (ended) return exitOf(ended.exitCode, ended.reason === 'OOMKilled' ? memory : undefined);
  return status.phase === 'Failed' ? told(oneLine([status.reason, status.message].filter(Boolean).join(': '))) : null;
}

/** `mayPass`: another pod may make room */
type Obstacle = { why: string; mayPass: boolean };

/** @returns why it does not run, in words that follow its name */
export function obstacleOf(pod: Pod): Obstacle | null {
  const { status, spec } = pod;
  const scheduled = condition(pod, 'PodScheduled');
  if (scheduled?.status === 'False') return { why: `there is no node for it: ${oneLine(scheduled.message)}`, mayPass: true };
  const waiting = status.containerStatuses?.[0]?.state?.waiting;
  const say = WAITS[waiting?.reason];
  if (say) return { why: say(spec.containers[0].image, oneLine(waiting.message)), mayPass: false };
  if (status.phase === 'Failed') return { why: `its node refuses it: ${oneLine(status.message ?? status.reason)}`, mayPass: false };
  return null;
}

/** @returns it is in vain to wait on for a pod that has been awaited since then */
export function hasLasted({ mayPass }: Obstacle, sinceMs: number): boolean {
  return !mayPass || performance.now() > sinceMs + PATIENCE_MS;
}

export function isReady(pod: Pod): boolean {
  return condition(pod, 'Ready')?.status === 'True' && !pod.metadata.deletionTimestamp;
}

function condition({ status }: Pod, type: string) {
  return status.conditions?.find((each: { type: string }) => each.type === type);
}

function told(signal: string): Exit {
  return { code: null, signal };
}

function oneLine(text = '') {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
    .replace(/\.$/, '');
}
