import { untilReady } from '../../processes/ready.ts';
import { SERVICES } from '../../common/services.ts';
import type { Tools } from '../../../setup/index.ts';
import type { Launch } from '../children.ts';
import type { Endpoints } from '../../engine.ts';
import type { Supervised } from '../../processes/supervise.ts';

/** Limits of starts: MariaDB creates its data folder, and a busy machine takes its time. */
const START_MS = 60_000;

/** What all services are started with. */
export interface Context {
  tools: Tools;
  /** the checkout */
  root: string;
  /** for their data */
  workDir: string;
  launch: Launch;
  /** where they are to listen */
  endpoints: Endpoints;
}

/** @returns it answers */
export async function startService(
  { launch, endpoints }: Pick<Context, 'launch' | 'endpoints'>,
  name: keyof typeof SERVICES,
  program: Omit<Parameters<Context['launch']>[0], 'name'>,
): Promise<Supervised> {
  const service = await launch({ name, ...program });
  await untilReady(service, START_MS, () => SERVICES[name].answers(endpoints));
  return service;
}
