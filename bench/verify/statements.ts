/** SQL statements and rows per request, as counted by the database. */
import { ROWS_READ, ROWS_WRITTEN, type Counters } from './database.ts';
import { messageOf } from '../util/errors.ts';
import { sum } from '../util/math.ts';
import type { Scenario, Request } from '../record/catalogue.ts';
import { Difference, type Finding } from './finding.ts';
import type { Count } from './counting.ts';
import type { Client, Management } from './client.ts';

/** per request; kinds are MariaDB's, as in `Com_select` */
type Statements = { perRequest: Record<string, number>; framing: Record<string, number>; rowsRead: number; rowsWritten: number };

export type StatementFinding = Statements & Finding;

const PREFIX = 'Com_';

/** Commands that drivers and pools send around statements; `admin_commands`: pings, resets. They may differ between stacks: shown, not compared. */
const FRAMING =
  /^(admin_commands|begin|change_db|commit|rollback|(release_|rollback_to_)?savepoint|set_option|stmt_(close|execute|prepare|reprepare|reset))$/;

/** Framing that is sent along with a statement, or has no answer. */
const NO_ROUND_TRIP = new Set(['stmt_execute', 'stmt_close']);

const REQUESTS = 200;
const REQUESTS_SHORT = 20;
const NONE: Statements = { perRequest: {}, framing: {}, rowsRead: 0, rowsWritten: 0 };

/** Coprime to any small span, so that consecutive requests are spread over the range. */
const STRIDE = 7_919;

/** @param template `{name}` in the path stands for a parameter @param index from 0; spreads the parameters over their ranges */
export function requestAt({ parameters = {}, ...template }: Request, index: number): Request {
  const path = template.path.replace(/\{(\w+)\}/g, (_, name) => {
    const { from, to } = parameters[name];
    return String(from + ((index * STRIDE) % (to - from + 1)));
  });
  return { ...template, path };
}

/** A fraction per request may be a pool's own traffic (validation after a pause), so it is counted again; a second fraction is a difference.
 * @param how `countWith`: in place of the scenario's request; `countOver`: fewer requests, if the default number would take too long */
export async function countRequests(
  count: Count,
  client: Client,
  scenario: Scenario,
  { countWith = scenario.request, countOver = REQUESTS, short }: { countWith?: Request; countOver?: number; short: boolean },
): Promise<StatementFinding> {
  const requests = Math.min(short ? REQUESTS_SHORT : REQUESTS, countOver);
  const sendAll = async () => {
    for (let index = 0; index < requests; index++) await sendExpecting(client, requestAt(countWith, index), scenario.expect.status);
  };
  const countAll = async () => perRequest(await count(sendAll), requests);
  try {
    const first = await countAll();
    const counted = isWhole(first) ? first : await countAll();
    const differences = statementDifferences(counted, scenario);
    return { ...counted, ok: differences.length === 0, detail: differences.join('; ') || `over ${requests} requests` };
  } catch (error) {
    return { ...NONE, ok: false, detail: `SQL statements not counted: ${messageOf(error)}` };
  }
}

/** @returns commands per request whose answer the target waits for */
export function roundTrips({ perRequest: statements, framing }: Statements): number {
  const around = Object.entries(framing).filter(([kind]) => !NO_ROUND_TRIP.has(kind));
  return sum([...Object.values(statements), ...around.map(([, count]) => count)]);
}

/** Scrapes, which go on during every measurement, must not use the database. Counted again if one does: a pool may have replaced a connection. */
export async function countScrape(count: Count, management: Management): Promise<string> {
  const countUsed = async () => {
    const added = await count(async () => void (await management.scrape()));
    return Object.entries(added).filter(([, times]) => times !== 0);
  };
  const first = await countUsed();
  const used = first.length === 0 ? first : await countUsed();
  if (used.length === 0) return 'does not use the database';
  throw new Difference(`a scrape uses the database: ${used.map(([name, times]) => `${name} ${times}`).join(', ')}`);
}

async function sendExpecting(client: Client, request: Request, status: number) {
  const received = await client.send(request);
  if (received.status !== status) throw new Error(`${request.method} ${request.path} answers ${received.status}, not ${status}`);
}

function perRequest(total: Counters, requests: number): Statements {
  const commands = Object.entries(total)
    .filter(([name, count]) => name.startsWith(PREFIX) && count !== 0)
    .map(([name, count]) => [name.slice(PREFIX.length), count / requests] as const);
  return {
    perRequest: Object.fromEntries(commands.filter(([kind]) => !FRAMING.test(kind))),
    framing: Object.fromEntries(commands.filter(([kind]) => FRAMING.test(kind))),
    rowsRead: total[ROWS_READ] / requests,
    rowsWritten: sum(ROWS_WRITTEN.map((name) => total[name])) / requests,
  };
}

function isWhole(statements: Statements) {
  return [...Object.values(statements.perRequest), statements.rowsRead, statements.rowsWritten].every(Number.isInteger);
}

/** The number of statements must match exactly, as in TechEmpower's verification. @returns one sentence per difference */
function statementDifferences(counted: Statements, { statements, rows }: Scenario): string[] {
  const expected: Record<string, number> = { ...statements, 'rows read': rows.read, 'rows written': rows.written };
  const got: Record<string, number> = { ...counted.perRequest, 'rows read': counted.rowsRead, 'rows written': counted.rowsWritten };
  return Object.keys({ ...statements, ...got })
    .filter((what) => (got[what] ?? 0) !== (expected[what] ?? 0))
    .map((what) => `${what} per request: expected ${expected[what] ?? 0}, got ${got[what] ?? 0}`);
}
