/** Which containers a command needs beyond the core, told to the host of the Docker engine in lines that a shell can read. */
import { readRun } from '../bundle/write.js';
import { asUsageError } from '../plan/knobs.js';
import { chooseScenarios, chooseTargets, needsOf } from '../plan/pairs.js';
import { chooseSettings, databaseRttMs } from '../plan/surroundings.js';
import { check } from './check.js';

/** @typedef {import('../catalogue.js').Catalogue} Catalogue */
/** @typedef {import('../command.js').Command} Command */
/** @typedef {{ targets: string[], needs: string[], settings: string | null, databaseRttMs: number | null }} Wanted */

/**
 * Checks the knobs, too.
 * @param {Command} command
 * @param {string} name of the command that will follow
 * @returns {Promise<number>} exit code 0
 * @throws {import('../errors.js').UsageError} one line
 */
export async function containers(command, name) {
  await check(command, name);
  const { env, catalogue, log } = command;
  for (const [key, value] of Object.entries(settled(catalogue, wanted(command, name), env))) if (value) log(`${key}=${value}`);
  return 0;
}

/** @param {Command} command @param {string} name @returns {Wanted} */
function wanted({ env, catalogue, resultsDir }, name) {
  if (env.RESUME) {
    const { targets, scenarios, settings, databaseRttMs: rttMs } = readRun(resultsDir, 'RESUME', env.RESUME);
    return { targets, needs: needsOf(catalogue, scenarios), settings: settings?.name ?? null, databaseRttMs: rttMs ?? null };
  }
  const variation = { settings: chooseSettings(env.SETTINGS, catalogue), databaseRttMs: asUsageError(() => databaseRttMs(env.DB_RTT_MS)) };
  if (name === 'up') {
    const targets = chooseTargets(env.TARGETS, catalogue);
    // Whatever a request by hand may need.
    return { targets, needs: needsOf(catalogue, env.TARGETS ? Object.keys(catalogue.scenarios) : []), ...variation };
  }
  /** @type {{ usual: 'core' | 'all', flawed: boolean }} */
  const how = name === 'verify' ? { usual: 'all', flawed: true } : { usual: 'core', flawed: false };
  const scenarios = chooseScenarios(env.SCENARIOS, catalogue, how);
  return { targets: chooseTargets(env.TARGETS, catalogue, how), needs: needsOf(catalogue, scenarios), ...variation };
}

/**
 * @param {Catalogue} catalogue
 * @param {Wanted} wanted
 * @param {Command['env']} env as docker-compose.yml sets it for `bench`
 * @returns {Record<string, string | number | null>} what bench/engines/docker/stack.sh reads
 */
function settled({ targets }, { targets: names, needs, settings, databaseRttMs: rttMs }, { MONGO_URI }) {
  const services = [...names.filter((name) => targets[name].extended), ...needs].join(' ');
  return { services, settings, databaseRttMs: rttMs, mongoUri: needs.includes('mongo') ? (MONGO_URI ?? null) : null };
}
