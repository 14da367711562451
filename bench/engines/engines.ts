/** Which engines there are, and what differs between them before one is made. Only index.ts beside this file knows them by name. */
import { UsageError } from '../util/errors.ts';

export type EngineName = keyof typeof ENGINES;

/** What each can do, as the names say. `measuresTargetTwice`: one target can run under two names, as a calibration needs; `samplesCpu`: what targets spend
 * CPU time on; `delaysDatabase`: on the way from the targets; `servicesOutliveRuns`: databases and Grafana run until they are stopped, and keep their data */
export const ENGINES = {
  /** Plain processes. */
  native: { measuresTargetTwice: true, timesStarts: true, samplesCpu: true, delaysDatabase: true, servicesOutliveRuns: false },
  /** Containers of docker-compose.yml. */
  docker: { measuresTargetTwice: false, timesStarts: false, samplesCpu: false, delaysDatabase: true, servicesOutliveRuns: true },
  /** Pods of a cluster. */
  kubernetes: { measuresTargetTwice: false, timesStarts: false, samplesCpu: false, delaysDatabase: false, servicesOutliveRuns: true },
};

export type Capabilities = Record<keyof (typeof ENGINES)[EngineName], boolean>;

/** @param value of ENGINE, which the front door (Makefile) sets in the runner's container @throws {UsageError} if it is something else */
export function chooseEngine(value: string | undefined): EngineName {
  if (value === undefined || value === '') return 'native';
  if (Object.hasOwn(ENGINES, value)) return value as EngineName;
  throw new UsageError(`ENGINE=${value}: accepted: docker, kubernetes, native`);
}

/** @param value of ENGINE @throws {UsageError} for an unknown engine */
export function capabilitiesOf(value: string | undefined): Capabilities {
  return ENGINES[chooseEngine(value)];
}
