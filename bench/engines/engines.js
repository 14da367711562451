/** Which engines there are, and what differs between them before one is made. Only index.js beside this file knows them by name. */
import { UsageError } from '../util/errors.js';

/**
 * @typedef {object} Capabilities
 * @property {boolean} measuresTargetTwice one target can run under two names, as a calibration needs
 * @property {boolean} timesStarts the start of a target can be timed
 * @property {boolean} samplesCpu what targets spend CPU time on can be sampled
 * @property {boolean} delaysDatabase a delay can be put between the targets and the database
 * @property {boolean} servicesOutliveRuns databases and Grafana run until they are stopped, and keep their data
 */

/** @typedef {keyof typeof ENGINES} EngineName */

export const ENGINES = {
  /** Plain processes. */
  native: { measuresTargetTwice: true, timesStarts: true, samplesCpu: true, delaysDatabase: true, servicesOutliveRuns: false },
  /** Containers of docker-compose.yml. */
  docker: { measuresTargetTwice: false, timesStarts: false, samplesCpu: false, delaysDatabase: true, servicesOutliveRuns: true },
  /** Pods of a cluster. */
  kubernetes: { measuresTargetTwice: false, timesStarts: false, samplesCpu: false, delaysDatabase: false, servicesOutliveRuns: true },
};

/**
 * The front door (Makefile) chooses between containers and plain processes; in the runner's container ENGINE is `docker`.
 * @param {string | undefined} value of ENGINE
 * @returns {EngineName}
 * @throws {UsageError} if it is something else
 */
export function chooseEngine(value) {
  if (value === undefined || value === '') return 'native';
  if (Object.hasOwn(ENGINES, value)) return /** @type {EngineName} */ (value);
  throw new UsageError(`ENGINE=${value}: accepted: docker, kubernetes, native`);
}

/** @param {string | undefined} value of ENGINE @returns {Capabilities} @throws {UsageError} for an unknown engine */
export function capabilitiesOf(value) {
  return ENGINES[chooseEngine(value)];
}
