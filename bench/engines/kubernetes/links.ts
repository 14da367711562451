/** The clock of a generator's node against that of this machine, the round trip from there to a target, and what was sent again. */
import { median } from '../../util/math.ts';
import { nowEpochMs } from '../../util/time.ts';
import type { Link } from '../../record/json/generators.ts';
import type { Cluster } from './endpoints.ts';
import type { Readers } from './readers.ts';

/** by the clock here, and what the other says in between */
type ClockReading = { askedMs: number; answeredMs: number; clockMs: number };

const CLOCK_READINGS = 4;

/** A connection takes one round trip, and the kernel of the other side answers it. In bash, which the generator's image has. */
const SCRIPT = `export LC_ALL=C
for trip in 1 2 3 4 5; do
  sent=$EPOCHREALTIME
  exec 3<>"/dev/tcp/$0/$1" || exit 1
  echo "$sent $EPOCHREALTIME"
  exec 3>&-
done
cat /proc/net/snmp`;

/** @param pod of the generator @param target null: it is not there @returns `retransmits` since the pod began */
export async function linkOf(
  { kubectl, readers }: Pick<Cluster, 'kubectl' | 'readers'>,
  pod: string,
  target: { host: string; port: number } | null,
): Promise<Link> {
  const clock = await readClock(readers, pod).catch(() => null);
  const said = target ? await kubectl.exec(pod, ['bash', '-c', SCRIPT, target.host, String(target.port)]).catch(() => '') : '';
  const retransmits = retransmitsIn(said);
  const counted = retransmits === null ? {} : { retransmits };
  return { clockOffsetMs: clock && clock.offsetMs, clockErrorMs: clock && clock.errorMs, rttMs: medianTrip(said), ...counted };
}

async function readClock(readers: Readers, pod: string) {
  const readings: ClockReading[] = [];
  for (let reading = 0; reading < CLOCK_READINGS; reading++) {
    const askedMs = nowEpochMs();
    const clockMs = (await readers.read(pod, true))?.clockMs;
    if (!clockMs) break; // it has ended, or will not answer in time again
    readings.push({ askedMs, answeredMs: nowEpochMs(), clockMs });
  }
  return offsetIn(readings);
}

/** @returns by the one that was answered first; null without any */
export function offsetIn(readings: ClockReading[]): { offsetMs: number; errorMs: number } | null {
  const [best] = readings.toSorted((one, other) => one.answeredMs - one.askedMs - (other.answeredMs - other.askedMs));
  if (best === undefined) return null;
  const { askedMs, answeredMs, clockMs } = best;
  return { offsetMs: rounded(clockMs - (askedMs + answeredMs) / 2), errorMs: rounded((answeredMs - askedMs) / 2) };
}

/** @param text lines of two times each, in seconds with six digits @returns median (ms); null without any */
export function medianTrip(text: string): number | null {
  const trips = [...text.matchAll(/^(\d+)\.(\d{6}) (\d+)\.(\d{6})$/gm)];
  if (trips.length === 0) return null;
  return rounded(
    median(trips.map(([, sent, sentUs, back, backUs]) => (Number(back) - Number(sent)) * 1000 + (Number(backUs) - Number(sentUs)) / 1000)),
  );
}

/** @param text of /proc/net/snmp (proc_pid_net(5)): a line of names, then one of values @returns TCP segments sent again */
export function retransmitsIn(text: string): number | null {
  const [names, values] = [...text.matchAll(/^Tcp: (.*)$/gm)].map(([, fields]) => fields.split(' '));
  const count = Number(values?.[names.indexOf('RetransSegs')]);
  return Number.isInteger(count) ? count : null;
}

function rounded(ms: number) {
  return Number(ms.toFixed(3));
}
