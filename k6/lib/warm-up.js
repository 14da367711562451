/** Warms a target up before the load, in setup(): as many users as the load has, each with one request under way, until its compilers rest. */
import http from 'k6/http';
import { Gauge } from 'k6/metrics';
import { compilerMsIn } from './compilers.js';
import { log } from './log.js';
import { randomInt } from './random.js';
import { WARM_UP_METRIC } from './summary.js';
import { isWarm, LOOK_EVERY_MS, TIMES, WARM_UP } from './warm-up-plan.js';

const warmUpSeconds = new Gauge(WARM_UP_METRIC);

/**
 * Its requests belong to no threshold and to no figure of the summary. It ends early if the target is gone, which the load will report.
 *
 * @param {import('./target.js').Target} target
 * @param {import('./catalogue.js').Scenario} scenario
 * @param {import('./warm-up-plan.js').WarmUp} warmUp
 * @param {Record<string, string>} tags of the run
 */
export async function warmUpTarget(target, { request, places, cases }, { users, maxSeconds }, tags) {
  log.info(`${target.name} is warmed up until its compilers rest, for ${maxSeconds} s at most; -e WARMUP=0 leaves that out`);
  // What the load is to sell must not be sold before: the event of the cases is full.
  /** @type {import('./catalogue.js').Request} */
  const { method, path, parameters, body, headers = {} } = places === undefined ? request : cases[0].request;
  const ofRun = { ...tags, target: target.name };
  const params = paramsOf({ ...ofRun, name: WARM_UP, round: '0' });
  const startMs = Date.now();
  const isLate = () => Date.now() - startMs >= maxSeconds * 1000;
  const send = (/** @type {Record<string, string>} */ further = {}) =>
    http.asyncRequest(method, target.baseUrl + pathOf(path, parameters), body ?? null, { ...params, headers: { ...headers, ...further } });
  const untilWarm = async () => {
    let [answers, lookAtMs, isOver] = [0, 0, false];
    /** @type {import('./warm-up-plan.js').Look[]} */
    const looks = [];
    const user = async () => {
      while (!isOver) {
        const { status } = await send();
        if (status === 0) return;
        answers++;
        if (Date.now() >= lookAtMs) {
          lookAtMs = Date.now() + LOOK_EVERY_MS;
          const compilerMs = await compilerMsOf(target, { ...ofRun, name: 'setup' });
          looks.push({ ms: Date.now() - startMs, answers, compilerMs });
          isOver ||= isWarm(looks);
        }
        isOver ||= isLate();
      }
      await send({ connection: 'close' });
    };
    await Promise.all(Array.from({ length: users }, user));
  };
  for (let time = 0; time < TIMES && !isLate(); time++) await untilWarm();
  warmUpSeconds.add(Math.min(maxSeconds, Math.round((Date.now() - startMs) / 1000)), ofRun);
}

/**
 * @param {import('./target.js').Target} target
 * @param {Record<string, string>} tags
 * @returns {Promise<number | null>} milliseconds that its compilers took so far; null where it does not say
 */
async function compilerMsOf({ metricsUrl }, tags) {
  if (metricsUrl === null) return null;
  const { status, body } = await http.asyncRequest('GET', metricsUrl, null, { ...paramsOf(tags), responseType: 'text' });
  return status === 200 ? compilerMsIn(String(body)) : null;
}

/** @param {Record<string, string>} tags @returns {any} as @types/k6 knows no `null` */
function paramsOf(tags) {
  // Without a callback they do not count in http_req_failed.
  return { tags, responseType: 'none', responseCallback: null };
}

/**
 * @param {string} path with placeholders such as `{id}`
 * @param {Record<string, { from: number, to: number }>} [parameters]
 * @returns {string}
 */
function pathOf(path, parameters = {}) {
  return path.replace(/\{(\w+)\}/g, (_, name) => String(randomInt(parameters[name].from, parameters[name].to)));
}
