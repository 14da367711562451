/** What the state of a pod says: how it ended, or why it does not start. */
import { exitOf } from '../../docker/containers.js';

/** @typedef {import('../../engine.js').Exit} Exit */
/** @typedef {import('./api.js').KubeObject} Pod */

/** Of a condition `DisruptionTarget`: who ended the pod (kubernetes.io, Pod disruption conditions). @type {Record<string, string>} */
const DISRUPTIONS = {
  EvictionByEvictionAPI: 'evicted from its node through the API, as by kubectl drain',
  PreemptionByScheduler: 'preempted by a pod of a higher priority',
  DeletionByTaintManager: 'deleted, because its node was tainted or did not answer',
  DeletionByPodGC: 'deleted, because its node is gone',
  TerminationByKubelet: 'ended by its node, which was short of something or shut down',
};

/** A container that is not there for one of these reasons will not come. @type {Record<string, (image: string, message: string) => string>} */
const WAITS = {
  // Of a chain of errors, the last is the cause.
  ImagePullBackOff: (image, message) => `its image ${image} cannot be pulled: ${message.split(': ').at(-1)}`,
  ErrImageNeverPull: (image) => `its image ${image} is not on the node, and must not be pulled`,
  InvalidImageName: (image) => `its image ${image} has no valid name`,
  CreateContainerConfigError: (_, message) => `its container cannot be made: ${message}`,
  CreateContainerError: (_, message) => `its container cannot be made: ${message}`,
  RunContainerError: (_, message) => `its container cannot be started: ${message}`,
};

/**
 * @param {Pod} pod
 * @param {number} [restarts] of its container that are known already
 * @returns {Exit | null} null while it runs, or before
 */
export function exitOfPod(pod, restarts = 0) {
  const { status, spec, metadata } = pod;
  const node = spec.nodeName ?? 'its node';
  const disruption = condition(pod, 'DisruptionTarget');
  if (status.reason === 'Evicted') return told(`evicted from ${node}: ${oneLine(status.message)}`);
  if (disruption?.status === 'True') return told(`${DISRUPTIONS[disruption.reason] ?? disruption.reason} (${node})`);
  if (metadata.deletionTimestamp) return told('its pod was deleted');
  const [container] = status.containerStatuses ?? [];
  const ended = container?.state?.terminated ?? (container?.restartCount > restarts ? container.lastState?.terminated : undefined);
  if (ended) return exitOfContainer(ended, spec.containers[0].resources?.limits?.memory);
  return status.phase === 'Failed' ? told(oneLine([status.reason, status.message].filter(Boolean).join(': '))) : null;
}

/** @param {{ exitCode: number, reason?: string }} ended @param {string | undefined} memory its limit @returns {Exit} */
function exitOfContainer({ exitCode, reason }, memory) {
  const exit = exitOf(exitCode);
  return reason === 'OOMKilled' ? { ...exit, signal: `OOM killed: it needed more than its ${memory ?? 'memory'}` } : exit;
}

/**
 * @param {Pod} pod
 * @returns {{ why: string, mayPass: boolean } | null} why it does not run, in words that follow its name; `mayPass`: another pod may make room
 */
export function obstacleOf(pod) {
  const { status, spec } = pod;
  const scheduled = condition(pod, 'PodScheduled');
  if (scheduled?.status === 'False') return { why: `there is no node for it: ${oneLine(scheduled.message)}`, mayPass: true };
  const [container] = status.containerStatuses ?? [];
  const waiting = container?.state?.waiting;
  const say = WAITS[waiting?.reason];
  if (say) return { why: say(spec.containers[0].image, oneLine(waiting.message)), mayPass: false };
  if (status.phase === 'Failed') return { why: `its node refuses it: ${oneLine(status.message ?? status.reason)}`, mayPass: false };
  return null;
}

/** @param {Pod} pod @returns {boolean} */
export function isReady(pod) {
  return condition(pod, 'Ready')?.status === 'True' && !pod.metadata.deletionTimestamp;
}

/** @param {Pod} pod @param {string} type */
function condition({ status }, type) {
  return status.conditions?.find((/** @type {{ type: string }} */ each) => each.type === type);
}

/** @param {string} signal @returns {Exit} */
function told(signal) {
  return { code: null, signal };
}

/** @param {string} [text] */
function oneLine(text = '') {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
    .replace(/\.$/, '');
}
