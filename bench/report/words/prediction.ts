/** What arithmetic predicts, beside what was measured. */
import { fixed, number, signedPercent } from '../../util/text.ts';
import type { SlotKind } from '../../analyse/bottleneck/slots.ts';
import type { Predicted, Prediction } from '../../analyse/prediction/prediction.ts';
import type { Names } from './names.ts';

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
