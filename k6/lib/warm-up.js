/** Warms a target up before the load, in setup(): as many users as the load has, each with one request under way, until throughput has settled. */
import http from 'k6/http';
import { Gauge } from 'k6/metrics';
import { log } from './log.js';
import { randomInt } from './random.js';
import { WARM_UP_METRIC } from './summary.js';
import { hasSettled, WARM_UP } from './warm-up-plan.js';

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
  log.info(`${target.name} is warmed up, for ${maxSeconds} s at most; -e WARMUP=0 leaves that out`);
  // What the load is to sell must not be sold before: the event of the cases is full.
  /** @type {import('./catalogue.js').Request} */
  const { method, path, parameters, body, headers = {} } = places === undefined ? request : cases[0].request;
  const ofRun = { ...tags, target: target.name };
  /** @type {any} as @types/k6 knows no `null` */
  const params = {
    headers,
    tags: { ...ofRun, name: WARM_UP, round: '0' },
    responseType: 'none',
    // Leaves them out of http_req_failed.
    responseCallback: null,
  };
  const startMs = Date.now();
  const second = () => Math.floor((Date.now() - startMs) / 1000);
  /** @type {number[]} */
  const answers = [];
  /** @type {number | null} */
  let lasted = null;
  const isOver = () => {
    if (lasted === null && (second() >= maxSeconds || hasSettled(answers, second()))) lasted = second();
    return lasted !== null;
  };
  const user = async () => {
    while (!isOver()) {
      const { status } = await http.asyncRequest(method, target.baseUrl + pathOf(path, parameters), body ?? null, params);
      if (status === 0) return;
      answers[second()] = (answers[second()] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: users }, user));
  warmUpSeconds.add(lasted ?? second(), ofRun);
}

/**
 * @param {string} path with placeholders such as `{id}`
 * @param {Record<string, { from: number, to: number }>} [parameters]
 * @returns {string}
 */
function pathOf(path, parameters = {}) {
  return path.replace(/\{(\w+)\}/g, (_, name) => String(randomInt(parameters[name].from, parameters[name].to)));
}
