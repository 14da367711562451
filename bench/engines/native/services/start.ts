import { untilReady } from '../../processes/ready.ts';
import { SERVICES } from '../../common/services.ts';
import type { Catalogue } from '../../../record/catalogue.ts';
import type { Tools } from '../../../setup/index.ts';
import type { Launch } from '../children.ts';
import type { PORTS } from '../ports.ts';
import type { Endpoints } from '../../engine.ts';
import type { Program, Supervised } from '../../processes/supervise.ts';

/** Limits of starts: MariaDB creates its data folder, and a busy machine takes its time. */
const START_MS = 60_000;

/** What all services are started with: the checkout, a folder for their data, and where they are to listen. */
export interface Context {
  catalogue: Catalogue;
  tools: Tools;
  root: string;
  workDir: string;
  launch: Launch;
  ports: typeof PORTS;
  endpoints: Endpoints;
  databaseRttMs: number | null;
}

export async function startService(context: Context, name: string, program: Omit<Program, 'name' | 'logFile'>): Promise<Supervised> {
  const service = await context.launch({ name, ...program });
  await untilReady(service, START_MS, () => SERVICES[name].answers(context.endpoints));
  return service;
}
