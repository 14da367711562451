/** Of findings about a scenario, or a target in it. */
import { TOLERANCE } from '../../../analyse/slice/littles-law.ts';
import { fixed, list, number, percent, plural, signedPercent, fromTo } from '../../../util/text.ts';
import { factor } from '../verdicts.ts';
import { howOften } from './parts.ts';
import type { FindingOf } from '../../../analyse/findings/types.ts';
import type { Words } from './index.ts';
import type { SlotKind } from '../../../analyse/bottleneck/slots.ts';
import type { Predicted, Prediction } from '../../../analyse/prediction/prediction.ts';
import type { Names } from '../names.ts';

const LIMITS: Record<FindingOf<'warm-ups'>['limit'], string> = {
  kept: '',
  lifted: ', CPU limit lifted',
  'in turn': ', without the CPU limit and then under it',
};

export const SCENARIO_WORDS = {
  prediction: { statements: (found, names) => found.map((each) => predictionText(each, names)) },
  'little-cpu': {
    statements: (found, { label }) =>
      `Hardly any CPU was used (${list(found.map(({ target, cores }) => `${label(target)} ${number(cores)} cores`))}). ` +
      'Much of it went to scrapes, timers and compilers, so CPU per request does not show what a request costs.',
  },
  'downstream-delay': {
    statements: ([{ leastMs, mostMs, requestedMs, cpuShare }]) => {
      const cpu = cpuShare === null ? '' : `. It used at most ${percent(cpuShare)} of the CPU available to it`;
      return `The downstream service took ${fixed(leastMs, 1)} to ${fixed(mostMs, 1)} ms where ${requestedMs} ms were requested${cpu}.`;
    },
  },
  'late-answers': {
    statements: (found, { label }) =>
      `Requests piled up: the last answers came after the end of the load, ${list(found.map(({ target, seconds }) => `up to ${seconds} s later on ${label(target)}`))}. ` +
      "No slice counts them, but the users' time counts in every slice.",
  },
  'littles-law': {
    statements: ([{ plateaus, valid, explained, unexplained, generatorPlateaus }]) => {
      const reasons =
        explained > 0
          ? `; ${explained} more ${explained === 1 ? 'has' : 'have'} requests that were never answered, or a busy generator`
          : '';
      const open = unexplained > 0 ? `; ${unexplained} ${unexplained === 1 ? 'is' : 'are'} not explained` : '';
      const generator =
        generatorPlateaus > 0
          ? ` In ${generatorPlateaus} the generator took more than ${percent(TOLERANCE)} of the users' time, between their requests: the target had fewer users than the slice.`
          : '';
      return `Little's law (users = iterations/s × mean duration) holds within ${percent(TOLERANCE)} in ${valid} of ${plural(plateaus, 'slice')}${reasons}${open}.${generator}`;
    },
  },
  'littles-law-off': {
    light: 'red',
    title: ({ length }) =>
      `Little's law is off by more than ${percent(TOLERANCE)} in slices of ${plural(length, 'target')} without an explanation.`,
    text: 'Treat this as a measurement error until it is explained.',
    items: (each, { where }) => {
      const gives = `the law gives ${fromTo(each.users, (users) => fixed(users, 1))} users`;
      return `${where(each)} at ${plural(each.vus, 'user')}: ${gives} ${howOften(each)}`;
    },
  },
  'prediction-off': {
    light: 'red',
    title: ({ length }) => `Throughput differs from the prediction for ${plural(length, 'target')}.`,
    text: 'Either our model of this target is wrong, or the measurement is.',
    items: (each, names) => `${each.scenario} · ${predictionText(each, names)}`,
  },
  scrapes: {
    statements: ([{ ok, expected, leastShare }]) => {
      if (expected === 0) return 'Scrapes were not counted.';
      if (ok === expected) return 'Scrapes: all expected 1 s samples are there.';
      return `Scrapes: ${percent(ok / expected)} of the expected 1 s samples are there, at least ${percent(leastShare)} in every slice.`;
    },
  },
  'warm-ups': {
    statements: ([{ warmUps, leastSeconds, mostSeconds, vus, otherScenarios, limit, steady }]) => {
      if (warmUps === 0) return 'No warm-up.';
      const took = fromTo([leastSeconds, mostSeconds], (seconds) => fixed(seconds, 0));
      const requests = otherScenarios.length > 0 ? `, with requests of ${otherScenarios.join(', ')}` : '';
      return `Warm-up of each new JVM: ${took} s at ${vus.join(', ')} users${requests}${LIMITS[limit]}; warm at the end in ${steady} of ${warmUps}.`;
    },
  },
  checks: {
    statements: ([{ checks, failed }]) => {
      if (checks === 0) return 'No checks were recorded.';
      if (failed === 0) return `All ${plural(checks, 'check')} of the measurement passed.`;
      return `${failed} of ${checks} checks of the measurement failed.`;
    },
  },
  'idle-targets': {
    statements: ([{ cores, targets }]) =>
      `Beside the target under load, ${targets === 1 ? 'the idle one' : `the ${targets} idle ones together`} used ${number(cores)} cores on average.`,
  },
  'noise-floor': {
    statements: ([{ rounds, throughput, cpu }]) =>
      `Noise floor of this machine at ${plural(rounds, 'round')}: requests/s ${floorText(throughput)}, CPU per request ${floorText(cpu)}.`,
  },
} satisfies Words;

function floorText(ratio: number | null) {
  return ratio === null ? 'not known' : `×${factor(ratio)}`;
}

const SLOTS: Record<SlotKind, { one: string; many: string }> = {
  'no thread': { one: 'no thread waits', many: 'no thread waits' },
  'virtual threads': { one: 'a virtual thread each', many: 'a virtual thread each' },
  'Tomcat threads': { one: 'Tomcat thread', many: 'Tomcat threads' },
  'Jetty threads': { one: 'Jetty thread', many: 'Jetty threads' },
  'event loops': { one: 'event-loop thread', many: 'event-loop threads' },
  'offload threads': { one: 'offload thread', many: 'offload threads' },
  connections: { one: 'connection', many: 'connections' },
  'downstream connections': { one: 'request on its connections', many: 'requests on its connections' },
};

export function predictionText({ target, vus, rps, prediction, deviation, isOff }: Predicted, { label }: Pick<Names, 'label'>) {
  const measured = `${label(target)}: ${number(rps)}/s at ${vus} users`;
  if (prediction === null) return `${measured}; no prediction: how many requests it can hold at once is not known.`;
  const { isUpperBound, largerPool } = prediction;
  const larger = largerPool ? `; ${largerPool.connections} connections would allow ${number(largerPool.rps)}/s` : '';
  const doubt = isOff ? ' Treat this as a measurement error until it is explained.' : '';
  const bound = isUpperBound ? 'upper bound' : 'predicted';
  return `${measured}; ${bound} ${number(prediction.rps)}/s: ${formula(prediction)} (deviation ${signedPercent(deviation)})${larger}.${doubt}`;
}

/** @returns such as 'min(300 users, 200 Tomcat threads) ÷ 1 s' */
function formula({ vus, slots: { count, kind }, request }: Prediction): string {
  const words = SLOTS[kind][count === 1 ? 'one' : 'many'];
  const divisor = 'seconds' in request ? `${request.seconds} s` : roundTripsText(request);
  if (!Number.isFinite(count)) return `${vus} users, ${words} ÷ ${divisor}`;
  return `${vus === null ? `${count} ${words}` : `min(${vus} users, ${count} ${words})`} ÷ ${divisor}`;
}

function roundTripsText({ roundTrips, rttMs }: { roundTrips: number; rttMs: number }) {
  const trips = number(roundTrips).replace(/\.0+$/, '');
  return `(${trips} round trip${roundTrips === 1 ? '' : 's'} × ${fixed(rttMs / 1000, 3)} s)`;
}
