/** The round trip to the database from where the targets are, with what their image has: bash. */
import { medianTrip } from './links.ts';
import type { Kubectl } from './cluster/kubectl.ts';

/**
 * The server answers a handshake that is none with an error: no SQL statement, and next to no work. All of its greeting is read before.
 * `TZ` and the like play no part: the time is that of the kernel, in seconds with six digits.
 */
const SCRIPT = `export LC_ALL=C
for trip in 1 2 3 4 5; do
  exec 3<>/dev/tcp/mariadb/3306 || exit 1
  while read -r -N 1 -t 0.05 -u 3 _ 2>/dev/null; do :; done
  sent=$EPOCHREALTIME
  printf '\\1\\0\\0\\1\\0' >&3
  read -r -N 1 -t 5 -u 3 _ || exit 1
  echo "$sent $EPOCHREALTIME"
  exec 3>&-
done 2>/dev/null`;

/** @param pod running, with bash @returns median of a few round trips (ms) */
export async function pingFrom(kubectl: Kubectl, pod: string): Promise<number> {
  const tripMs = medianTrip(await kubectl.exec(pod, ['bash', '-c', SCRIPT]));
  if (tripMs === null) throw new Error(`the database does not answer pod ${pod}`);
  return tripMs;
}
