/** `make doctor`: what was found on this machine, what a run would use of it, and what is missing. */
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { speedChange } from '../analyse/comparison/machine-speed.js';
import { doubtsOf, machineFacts } from '../collect/machine.js';
import { readIfThere } from '../collect/proc.js';
import { createLimiter } from '../engines/native/limiter.js';
import { defaultTargetCpus } from '../engines/jvm.js';
import { yardstick } from '../measure/yardstick.js';
import { earlierSpeeds } from '../record/results/speeds.js';
import { describeMachine } from '../run/circumstances.js';
import { findGo } from '../setup/go.js';
import { findJdk } from '../setup/jdk.js';
import { median } from '../util/math.js';
import { run } from '../util/programs.js';
import { number, plural } from '../util/text.js';

/** Four targets with 512 MiB of heap each, the database and what watches. */
const LEAST_MEMORY_GIB = 4;
/** Tools, images and the first runs. */
const LEAST_DISK_GIB = 2;
/** Of k6 and of Toxiproxy, as their go.mod say. */
const NEEDED_GO = '1.25';

/** @typedef {{ found: string, missing?: string | false, doubt?: string | false }} Finding `missing`, `doubt`: a line with what to do, where no run is possible or its figures are doubtful */

/** @param {import('../setup/command.js').Command} command @returns {Promise<number>} exit code: 0 if nothing is missing */
export async function doctor(command) {
  const isNative = command.env.ENGINE !== 'docker' && command.env.ENGINE !== 'kubernetes';
  const facts = machineFacts();
  /** @type {Record<string, Promise<Finding> | Finding>} */
  const findings = {
    engine: engineFinding(command.env.ENGINE),
    Java: programFinding(javaText, isNative),
    'Node.js': { found: process.versions.node },
    Go: programFinding(goText, isNative),
    cores: { found: coresText(facts) },
    'CPU limit': { found: limitText(isNative) },
    'memory, disk': spaceFinding(command),
    proxies: { found: proxiesText(command.env) },
    power: {
      found: `${facts.isOnBattery ? 'battery' : 'mains, or unknown'}; ${facts.governor ? `governor ${facts.governor}` : 'no governor of frequencies'}`,
    },
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

/** @param {string | undefined} engine that make chose @returns {Promise<Finding>} */
async function engineFinding(engine) {
  if (engine === 'kubernetes') return { found: 'kubernetes: pods of the cluster of KUBECONFIG' };
  const asked = run('docker', ['info', '--format', '{{.ServerVersion}}']);
  const [version, why] = await asked.then(
    ({ stdout }) => [stdout.trim(), ''],
    (/** @type {Error} */ { message }) => ['', message],
  );
  const docker = version ? `Docker ${version}` : `Docker does not answer (${why || 'it has no server'})`;
  if (engine !== 'docker')
    return { found: `native, as plain processes; ${version ? `${docker} would be used with ENGINE=docker` : docker}` };
  return { found: `docker, ${docker}`, missing: !version && `${docker}: start it, or take ENGINE=native` };
}

/** @param {() => Promise<string>} text @param {boolean} isNeeded containers bring their own @returns {Promise<Finding>} */
async function programFinding(text, isNeeded) {
  try {
    return { found: await text() };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return isNeeded ? { found: 'missing', missing: message } : { found: 'none; containers bring their own' };
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

/** @param {import('../collect/machine.js').MachineFacts} facts */
function coresText({ kinds }) {
  const { cores, cpuModel, kernel } = describeMachine();
  const ofKinds =
    kinds.length > 1 ? `${kinds.map((kind) => kind.length).join(' + ')} of ${plural(kinds.length, 'kind')}` : plural(cores, 'core');
  return `${ofKinds}, ${cpuModel.trim()}, ${kernel}`;
}

/** @param {boolean} isNative @returns {string} of a target, by default */
function limitText(isNative) {
  const cpus = defaultTargetCpus();
  return isNative ? createLimiter(cpus).method : `quota of ${cpus} CPU by the containers' engine`;
}

/** @param {import('../setup/command.js').Command} command @returns {Promise<Finding>} */
async function spaceFinding({ root, cacheDir }) {
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

/** @param {string} folder may not exist yet @returns {Promise<number>} */
async function freeGib(folder) {
  const space = await statfs(folder).catch(() => null);
  return space ? (space.bavail * space.bsize) / 2 ** 30 : freeGib(path.dirname(folder));
}

/** @param {Record<string, string | undefined>} env @returns {string} without addresses, which may hold a password */
function proxiesText(env) {
  const names = Object.keys(env).filter((name) => /^(https?|all)_proxy$/i.test(name) && env[name]);
  return names.length > 0 ? `${names.join(', ')}: for downloads only` : 'none';
}

/** @param {string} resultsDir @returns {Finding} */
function speedFinding(resultsDir) {
  const now = yardstick();
  const earlier = earlierSpeeds(resultsDir);
  const found = `${number(now.memoryNs)} ns an access to memory, ${number(now.loopNs)} ns a turn of a loop`;
  if (earlier.length === 0) return { found: `${found}; no earlier run to compare with` };
  const before = (/** @type {'memoryNs' | 'loopNs'} */ field) => median(earlier.map((each) => each[field]));
  return {
    found: `${found}; in earlier runs ${number(before('memoryNs'))} and ${number(before('loopNs'))} ns`,
    doubt:
      speedChange(now, earlier) !== null &&
      'the machine is not as fast as in earlier runs: look for other programs, heat, or another host under it',
  };
}
