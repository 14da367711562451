import { untilReady } from '../../processes/ready.ts';
import { SERVICES } from '../../common/services.ts';
import type { Catalogue } from '../../../record/catalogue.ts';
import type { Tools } from '../../../setup/index.ts';
import type { PORTS } from '../addresses.ts';
import type { Launch } from '../children.ts';
import type { Endpoints } from '../../engine.ts';
import type { Program, Supervised } from '../../processes/supervise.ts';

/** Limits of starts: MariaDB creates its data folder, and a busy machine takes its time. */
const START_MS = 60_000;

/** What all services are started with. */
export interface Context {
  catalogue: Catalogue;
  tools: Tools;
  /** the checkout */
  root: string;
  /** for their data */
  workDir: string;
  launch: Launch;
  /** where they are to listen */
  ports: typeof PORTS;
  endpoints: Endpoints;
  /** delay there and back, on the way of the targets to the database; null: none, and no proxy */
  databaseRttMs: number | null;
}

/** @returns it answers */
export async function startService({ launch, endpoints }: Context, name: string, program: Omit<Program, 'name' | 'logFile'>): Promise<Supervised> {
  const service = await launch({ name, ...program });
  await untilReady(service, START_MS, () => SERVICES[name].answers(endpoints));
  return service;
}
