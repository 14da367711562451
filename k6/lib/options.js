/** k6 options of every script. No k6 imports. */
import { InputError, wholeNumber } from './input.js';

/** Requests in flight when the last stage ends get this long; they are counted, but belong to no stage. */
const GRACEFUL_STOP = '5s';

const MAX_PAUSE_SECONDS = 3600;

/**
 * A closed loop without think time: as many users as the stage says, each sending its next request when the last is answered.
 *
 * @param {string} scenario name in the catalogue
 * @param {string} target name in the catalogue
 * @param {import('./profiles.js').Stage[]} stages
 * @param {import('./input.js').Env} env
 * @returns {import('k6/options').Options}
 * @throws {InputError} one line that names the variable, its value and what is accepted
 */
export function loadOptions(scenario, target, stages, env) {
  const pauseMs = wholeNumber(env, 'PAUSE_SECONDS', 0, 0, MAX_PAUSE_SECONDS) * 1000;
  const pause = pauseMs > 0 ? jumpAndPlateau({ vus: 0, durationMs: pauseMs }) : [];
  return {
    scenarios: {
      [scenario]: {
        executor: 'ramping-vus',
        startVUs: stages[0].vus,
        stages: stages.flatMap((stage) => [...jumpAndPlateau(stage), ...pause]),
        gracefulStop: GRACEFUL_STOP,
        tags: { name: scenario },
      },
    },
    tags: { run: runName(env), target, scenario, round: String(wholeNumber(env, 'ROUND', 1, 0, 1_000_000)) },
    systemTags: ['status', 'error_code', 'expected_response'],
    summaryTrendStats: ['count', 'min', 'avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
    discardResponseBodies: true,
    maxRedirects: 0,
    userAgent: 'stackbench',
  };
}

/** @param {import('./profiles.js').Stage} stage */
function jumpAndPlateau({ vus, durationMs }) {
  return [
    { duration: '0s', target: vus },
    { duration: `${durationMs}ms`, target: vus },
  ];
}

/** @param {import('./input.js').Env} env */
function runName({ RUN = 'manual' }) {
  if (!/^[\w.-]+$/.test(RUN)) throw new InputError(`RUN=${RUN}: accepted are letters, digits, '_', '.' and '-'`);
  return RUN;
}
