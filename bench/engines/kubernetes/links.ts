/** The clock of a generator's node against that of this machine, round trips to targets and the database, and what was sent again. */
import { median } from '../../util/math.ts';
import { nowEpochMs } from '../../util/time.ts';
import type { Link } from '../../record/json/generators.ts';
import type { Kubectl } from './cluster/kubectl.ts';
import type { Cluster } from './forwards.ts';
import type { Readers } from './readers.ts';

/** by the clock here, and what the other says in between */
type ClockReading = { askedMs: number; answeredMs: number; clockMs: number };

const CLOCK_READINGS = 4;

/** In bash, which the images of generators and targets have. `TZ` plays no part: the time is the kernel's, in seconds with six digits. */
const TRIPS = `export LC_ALL=C
for trip in 1 2 3 4 5; do`;

/** A connection takes one round trip, and the kernel of the other side answers it. */
const SCRIPT = `${TRIPS}
  sent=$EPOCHREALTIME
  exec 3<>"/dev/tcp/$0/$1" || exit 1
  echo "$sent $EPOCHREALTIME"
  exec 3>&-
done
cat /proc/net/snmp`;

/** The server answers a handshake that is none with an error: no SQL statement, and next to no work. All of its greeting is read before. */
const DATABASE_SCRIPT = `${TRIPS}
  exec 3<>/dev/tcp/mariadb/3306 || exit 1
  while read -r -N 1 -t 0.05 -u 3 _ 2>/dev/null; do :; done
  sent=$EPOCHREALTIME
  printf '\\1\\0\\0\\1\\0' >&3
  read -r -N 1 -t 5 -u 3 _ || exit 1
  echo "$sent $EPOCHREALTIME"
  exec 3>&-
done 2>/dev/null`;

/** The round trip to the database from where the targets are. @param pod running, with bash @returns median of a few (ms) */
export async function pingFrom(kubectl: Kubectl, pod: string): Promise<number> {
  const tripMs = medianTrip(await kubectl.exec(pod, ['bash', '-c', DATABASE_SCRIPT]));
  if (tripMs === null) throw new Error(`the database does not answer pod ${pod}`);
  return tripMs;
}

/** @param pod of the generator @param target null: it is not there @returns `retransmits` since the pod began */
export async function linkOf(
  { kubectl, readers }: Pick<Cluster, 'kubectl' | 'readers'>,
  pod: string,
  target: { host: string; port: number } | null,
): Promise<Link> {
  const clock = offsetIn(await readClock(readers, pod).catch(() => []));
  const said = target ? await kubectl.exec(pod, ['bash', '-c', SCRIPT, target.host, String(target.port)]).catch(() => '') : '';
  const retransmits = retransmitsIn(said);
  return { ...clock, rttMs: medianTrip(said), ...(retransmits !== null && { retransmits }) };
}

async function readClock(readers: Readers, pod: string) {
  const readings: ClockReading[] = [];
  for (let reading = 0; reading < CLOCK_READINGS; reading++) {
    const askedMs = nowEpochMs();
    const clockMs = (await readers.read(pod, true))?.clockMs;
    if (!clockMs) break; // it has ended, or will not answer in time again
    readings.push({ askedMs, answeredMs: nowEpochMs(), clockMs });
  }
  return readings;
}

/** @returns by the one that was answered first */
export function offsetIn(readings: ClockReading[]): Pick<Link, 'clockOffsetMs' | 'clockErrorMs'> {
  const [best] = readings.toSorted((one, other) => one.answeredMs - one.askedMs - (other.answeredMs - other.askedMs));
  if (best === undefined) return { clockOffsetMs: null, clockErrorMs: null };
  const { askedMs, answeredMs, clockMs } = best;
  return { clockOffsetMs: rounded(clockMs - (askedMs + answeredMs) / 2), clockErrorMs: rounded((answeredMs - askedMs) / 2) };
}

/** @param text lines of two times each, in seconds with six digits @returns median (ms); null without any */
export function medianTrip(text: string): number | null {
  const times = [...text.matchAll(/^(\d+)\.(\d{6}) (\d+)\.(\d{6})$/gm)].map((match) => match.slice(1).map(Number));
  const tripsMs = times.map(([sent, sentUs, back, backUs]) => (back - sent) * 1000 + (backUs - sentUs) / 1000);
  return tripsMs.length === 0 ? null : rounded(median(tripsMs));
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
