/** `make doctor` and `make setup`: what was found on this machine, what a run would use of it, and what is missing, which set-up fetches and builds. */
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { speedChange } from '../analyse/comparison/machine-speed.ts';
import { doubtsOf, machineFacts, type MachineFacts } from '../collect/machine.ts';
import { readIfThere } from '../collect/proc.ts';
import { createLimiter } from '../engines/native/limiter.ts';
import { defaultTargetCpus } from '../engines/common/given.ts';
import { yardstick } from '../measure/yardstick.ts';
import { earlierSpeeds } from '../record/results/runs.ts';
import { describeMachine } from '../run/circumstances.ts';
import { findGo } from '../setup/go.ts';
import { setUp, USUAL_NEEDS } from '../setup/index.ts';
import { findJdk } from '../setup/jdk.ts';
import { messageOf } from '../util/errors.ts';
import { untilAborted } from '../util/interruption.ts';
import { median } from '../util/math.ts';
import { run } from '../util/programs.ts';
import { number, plural } from '../util/text.ts';
import type { Command } from '../setup/command.ts';

/** Four targets with 512 MiB of heap each, the database and what watches. */
const LEAST_MEMORY_GIB = 4;
/** Tools, images and the first runs. */
const LEAST_DISK_GIB = 2;
/** Of k6 and of Toxiproxy, as their go.mod say. */
const NEEDED_GO = '1.25';

/** `missing`, `doubt`: a line with what to do, where no run is possible or its figures are doubtful */
type Finding = { found: string; missing?: string | false; doubt?: string | false };

/** @returns exit code: 0 if nothing is missing */
export async function doctor(command: Command): Promise<number> {
  const isNative = command.env.ENGINE !== 'docker' && command.env.ENGINE !== 'kubernetes';
  const facts = machineFacts();
  const cpus = defaultTargetCpus();
  const governor = facts.governor ? `governor ${facts.governor}` : 'no governor of frequencies';
  const findings: Record<string, Promise<Finding> | Finding> = {
    engine: engineFinding(command.env.ENGINE),
    Java: programFinding(javaText, isNative),
    'Node.js': { found: process.versions.node },
    Go: programFinding(goText, isNative),
    cores: { found: coresText(facts) },
    'CPU limit': { found: isNative ? createLimiter(cpus).method : `quota of ${cpus} CPU by the containers' engine` },
    'memory, disk': spaceFinding(command),
    proxies: { found: proxiesText(command.env) },
    power: { found: `${facts.isOnBattery ? 'battery' : 'mains, or unknown'}; ${governor}` },
    speed: speedFinding(command.resultsDir),
  };
  const missing = [];
  const doubts = doubtsOf(facts);
  for (const [name, finding] of Object.entries(findings)) {
    const { found, missing: lack, doubt } = await finding;
    command.log(`${name.padEnd(12)}  ${found}`);
    if (lack) missing.push(lack);
    if (doubt) doubts.push(doubt);
  }
  for (const line of [...missing, ...doubts]) command.warn(line);
  return missing.length > 0 ? 1 : 0;
}

/** @param engine that make chose */
async function engineFinding(engine: string | undefined): Promise<Finding> {
  if (engine === 'kubernetes') return { found: 'kubernetes: pods of the cluster of KUBECONFIG' };
  const asked = run('docker', ['info', '--format', '{{.ServerVersion}}']);
  const [version, why] = await asked.then(
    ({ stdout }) => [stdout.trim(), ''],
    ({ message }: Error) => ['', message],
  );
  const docker = version ? `Docker ${version}` : `Docker does not answer (${why || 'it has no server'})`;
  if (engine !== 'docker')
    return { found: `native, as plain processes; ${version ? `${docker} would be used with ENGINE=docker` : docker}` };
  return { found: `docker, ${docker}`, missing: !version && `${docker}: start it, or take ENGINE=native` };
}

/** @param isNeeded containers bring their own */
async function programFinding(text: () => Promise<string>, isNeeded: boolean): Promise<Finding> {
  try {
    return { found: await text() };
  } catch (error) {
    return isNeeded ? { found: 'missing', missing: messageOf(error) } : { found: 'none; containers bring their own' };
  }
}

async function javaText() {
  const { version, vendor, home } = await findJdk();
  return `${version} (${vendor}) in ${home}`;
}

async function goText() {
  const go = await findGo(NEEDED_GO, 'k6');
  const { stdout } = await run(go, ['env', 'GOVERSION'], { cwd: path.parse(go).root });
  return `${stdout.trim().replace(/^go/, '')} in ${go}`;
}

function coresText({ kinds }: MachineFacts) {
  const { cores, cpuModel, kernel } = describeMachine();
  const counts = kinds.map((kind) => kind.length).join(' + ');
  return `${kinds.length > 1 ? `${counts} of ${plural(kinds.length, 'kind')}` : plural(cores, 'core')}, ${cpuModel.trim()}, ${kernel}`;
}

async function spaceFinding({ root, cacheDir }: Command): Promise<Finding> {
  const available = /^MemAvailable: +(\d+) kB$/m.exec(readIfThere('/proc/meminfo'))?.[1];
  const memory = (available ? Number(available) * 1024 : os.freemem()) / 2 ** 30;
  const [results, cache] = await Promise.all([root, cacheDir].map(freeGib));
  const short = [memory < LEAST_MEMORY_GIB && 'memory', Math.min(results, cache) < LEAST_DISK_GIB && 'space on the disk'].filter(Boolean);
  return {
    found: `${number(memory)} of ${number(os.totalmem() / 2 ** 30)} GiB free; disk: ${number(results)} GiB for results, ${number(cache)} GiB for the cache`,
    missing:
      short.length > 0 &&
      `too little ${short.join(' and ')}: a run of four targets needs about ${LEAST_MEMORY_GIB} GiB of memory and ${LEAST_DISK_GIB} GiB of disk`,
  };
}

/** @param folder may not exist yet */
async function freeGib(folder: string): Promise<number> {
  const space = await statfs(folder).catch(() => null);
  return space ? (space.bavail * space.bsize) / 2 ** 30 : freeGib(path.dirname(folder));
}

/** @returns without addresses, which may hold a password */
function proxiesText(env: Record<string, string | undefined>): string {
  const names = Object.keys(env).filter((name) => /^(https?|all)_proxy$/i.test(name) && env[name]);
  return names.length > 0 ? `${names.join(', ')}: for downloads only` : 'none';
}

function speedFinding(resultsDir: string): Finding {
  const now = yardstick();
  const earlier = earlierSpeeds(resultsDir);
  const found = `${number(now.memoryNs)} ns an access to memory, ${number(now.loopNs)} ns a turn of a loop`;
  if (earlier.length === 0) return { found: `${found}; no earlier run to compare with` };
  const before = (field: 'memoryNs' | 'loopNs') => median(earlier.map((each) => each[field]));
  return {
    found: `${found}; in earlier runs ${number(before('memoryNs'))} and ${number(before('loopNs'))} ns`,
    doubt:
      speedChange(now, earlier) !== null &&
      'the machine is not as fast as in earlier runs: look for other programs, heat, or another host under it',
  };
}

/** So that measurements need no network. @returns exit code */
export async function setup({ catalogue, root, cacheDir, signal, log }: Command): Promise<number> {
  await untilAborted(setUp({ catalogue, root, cacheDir, log, needs: [...USUAL_NEEDS, 'toxiproxy'] }), signal);
  log(`everything is in place, in ${cacheDir} and services/*/target`);
  return 0;
}
