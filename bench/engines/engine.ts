/** The interface of every engine. Outside of engines/ nothing knows whether the parts are plain processes or containers; what differs is asked as a
 * capability. */
import type { ChildProcess } from 'node:child_process';
import type { Watched } from '../collect/processes.ts';
import type { Influx } from '../collect/influx.ts';
import type { Link } from '../record/json/generators.ts';
import type { ThreadTimes } from '../collect/jvm-facts.ts';
import type { Limits, Circumstances } from '../record/json/circumstances.ts';
import type { Note } from '../record/json/notes.ts';
import type { EngineName } from './engines.ts';
import type { Address } from './mariadb.ts';
import type { Dashboard } from './dashboard.ts';

/** what a run changes about every target */
export interface Variation {
  /** a name in the catalogue's `settings` */
  settings?: string | null;
  /** will it ask for `cpuSampler`? */
  samplesCpu?: boolean;
  /** delay on the way to the database and back; null: none, and no proxy */
  databaseRttMs?: number | null;
}

/** `signal`: or another reason, such as that its memory limit was reached */
export type Exit = { code: number | null; signal: string | null };

export interface Endpoints {
  /** base URL of a target */
  target: (target: string) => string;
  /** URL of a request that costs a target next to nothing */
  probe: (target: string) => string;
  /** base URL of its management server */
  management: (target: string) => string;
  metrics: (target: string) => string;
  /** URL that answers 200 when it is ready */
  health: (target: string) => string;
  influx: Influx;
  prometheus: string;
  /** without the delay that the targets may have */
  mariadb: Address;
  /** base URL of its API, before a far database */
  toxiproxy?: string;
  /** base URL of the downstream service (its management server: `management('downstream')`), URI of MongoDB */
  dependencies: { downstream: string; mongo: string };
  /** base URL of a target, and URL of InfluxDB, where the generators are; absent: as for the runner */
  fromGenerator?: { target: (target: string) => string; influx: string };
}

/** `words`: what to start here; `environment`: further variables of it; `kill`: where a signal to the child here does not reach that k6 */
type Spawned = { words: string[]; environment: NodeJS.ProcessEnv; kill?: (signal: NodeJS.Signals) => Promise<void> };

/** an instance of the load generator */
export interface Generator {
  /** `k6` where there is one, else `k6-1`, `k6-2`, … */
  name: string;
  /** its name in processes.csv: `generator` where there is one, else `generator 1`, … */
  process: string;
  /** that it is limited to; null: no limit */
  cpus: number | null;
  /** of the cluster that it runs on; null: this machine */
  node: string | null;
  /** so that k6 runs there with these words and variables. Where that starts it in a container, it is one of `processes` */
  command: (words: string[], environment: Record<string, string>) => Spawned;
  /** where that has folders of its own: makes `dir` there, and brings what k6 writes into it to the same folder here: the interval log while it grows (it
   * is read twice a second), everything else at the latest at `stop` */
  follow?: (dir: string) => Promise<{ stop: () => Promise<void> }>;
  /** its clock, and the way to a running target, where it is not on this machine */
  link?: (target: string) => Promise<Link>;
}

/** @param count of them @returns for people and logs, and in processes.csv */
export function namesOfGenerators(count: number): Pick<Generator, 'name' | 'process'>[] {
  if (count === 1) return [{ name: 'k6', process: 'generator' }];
  return Array.from({ length: count }, (_, index) => ({ name: `k6-${index + 1}`, process: `generator ${index + 1}` }));
}

interface CpuSampling {
  /** of JDK Flight Recorder */
  event: string;
  /** between two samples of a thread */
  periodMs: number;
  /** the stacks of that time (epoch ms) as `jfr-converter` writes them, collapsed; `flameGraph`: file that they are also drawn into */
  stop: (fromMs: number, toMs: number, flameGraph: string, title: string) => Promise<string>;
}

/** what a target spends CPU time on */
export interface CpuSampler {
  threads: (target: string) => ThreadTimes;
  /** throws one line, where the target is no JVM, or one that cannot be asked */
  start: (target: string) => Promise<CpuSampling>;
}

/** by name */
export interface EngineTargets {
  /** resolves when it is healthy, and under its CPU limit */
  start: (target: string) => Promise<void>;
  stop: (target: string) => Promise<void>;
  isRunning: (target: string) => boolean;
  /** how it ended; null while it is running */
  exit: (target: string) => Exit | null;
  /** whether one can run without its limit for a while, as during warm-ups */
  canLift: boolean;
  /** throws one line if the limit is then not what it should be */
  limit: (target: string, limited: boolean) => Promise<void>;
  /** starts it under its CPU limit, as a container is started, and resolves with the seconds until it answers; only of an engine that can time starts */
  timeStart?: (target: string, answers: () => Promise<boolean>) => Promise<number>;
  /** methods that its JVM has compiled, by the compilers' tier; null where it does not say */
  compiledTiers?: (target: string) => Promise<Record<string, number> | null>;
}

export interface Engine {
  name: EngineName;
  /** those of the dependencies that can be had here; absent: all */
  obtainable?: (needs: string[]) => Promise<string[]>;
  /** throws one line if a needed port is taken, or another run has what this one needs; `limits` and the tools are complete after it */
  preflight: (targets: string[], needs?: string[]) => Promise<void>;
  /** field `limits` of run.json */
  limits: () => Limits;
  /** those that share every load; at least one */
  generators: Generator[];
  /** what a reader of the run must know about its parts; complete after `preflight` */
  notes?: () => Note[];
  /** database, observers, and the needed dependencies, which `preflight` was given */
  startServices: () => Promise<void>;
  targets: EngineTargets;
  /** only of an engine that can sample; made with `samplesCpu` */
  cpuSampler?: CpuSampler;
  endpoints: Endpoints;
  /** once the services are running */
  dashboard: () => Dashboard;
  resetDatabase: () => Promise<void>;
  /** median round trip from the targets' side to the database, without an SQL statement (ms) */
  databasePing: () => Promise<number>;
  /** `process`: its name in processes.csv */
  processes: () => (Watched & { name: string })[];
  onServiceExit: (callback: (name: string, exit: Exit) => void) => void;
  /** ends the child together with the engine's processes */
  track: (child: ChildProcess) => void;
  /** of the targets, complete after `preflight`; absent or null: this one */
  machine?: () => Circumstances['machine'] | null;
  /** fields of `limits`; only of an engine with nodes */
  clusterNodes?: () => Pick<Limits, 'nodes' | 'runnerMachine'>;
  /** how somebody reaches a target after `leave` */
  reach?: (target: string) => string;
  /** where services outlive runs, `stop` will leave the targets running, too */
  leave: () => Promise<void>;
  stop: () => Promise<void>;
}
