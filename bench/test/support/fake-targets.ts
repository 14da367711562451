/** Targets made of nothing: small HTTP servers over a database in memory that keeps MariaDB's counters. Each can be told to cheat. */
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCatalogue, type Request } from '../../record/catalogue.ts';
import { seededDocument, type Documents } from '../../engines/documents.ts';
import { readErrorCases } from '../../verify/cases.ts';
import { ROWS_READ, ROWS_WRITTEN, type Member, type Event, type Database } from '../../verify/database.ts';
import { SEEDED_MEMBERS, seededMember } from '../../verify/work/reading.ts';
import { listen } from './server.ts';

/** `sent`: instead of in one segment with its length: chunked in one; chunked and its end in a second, as Spring MVC sends a ResponseEntity; with its
 * length, and the body in a second */
export type Reply = { status: number; headers: Record<string, string>; body: string; sent?: 'chunked' | 'flushed' | 'head first' };

/** while the members are locked */
type LockedWork = Parameters<Database['whileMembersAreLocked']>[0];

type Asked = { method: string; path: string; headers: http.IncomingHttpHeaders; body: string };

/** answers in the target's place, or leaves it alone */
export type Cheat = (asked: Asked, fake: FakeTarget) => Promise<Reply | undefined> | Reply | undefined;

const JSON_TYPE = { 'content-type': 'application/json' };
const errorCases = readErrorCases();
const [SOLD_OUT] = readCatalogue().scenarios.lock.cases;

/** What a cheat answers to close the connection instead. */
export const HANG_UP: Reply = { status: 0, headers: {}, body: '' };

const COMMANDS = ['select', 'insert', 'update', 'begin', 'admin_commands', 'show_status'];
const COUNTERS = [...COMMANDS.map((name) => `Com_${name}`), ROWS_READ, ...ROWS_WRITTEN];

/** Rows by id, and the status counters of a MariaDB that holds them. */
export class FakeDatabase {
  rows = new Map<number, Member>();
  nextId = 10_001;
  /** Of MongoDB: titles that are not those of the seed. */
  titles = new Map<number, string>();
  events = new Map<number, Event>([1, 2, 3].map((id) => [id, { placesLeft: [100, 0, 1_000_000][id - 1], taken: 0 }]));
  /** Settled unless the members are locked. */
  membersFree = Promise.resolve();
  membersLocked = false;
  waiting = 0;
  status: Record<string, number> = Object.fromEntries(COUNTERS.map((name) => [name, 0]));

  constructor() {
    for (let id = 1; id <= SEEDED_MEMBERS; id++) this.rows.set(id, seededMember(id));
  }

  count(...counters: string[]) {
    for (const name of counters) this.status[name]++;
  }

  select(id: number) {
    const row = this.rows.get(id);
    this.count('Com_select', ...(row ? [ROWS_READ] : []));
    return row;
  }

  insert({ name, age, teamId }: { name: string; age: number; teamId: number }) {
    const row = { id: this.nextId++, name, age, teamId };
    this.count('Com_insert', 'Handler_write');
    this.rows.set(row.id, row);
    return row;
  }

  /** As `select`, after whoever has locked the members. */
  async selectInTurn(id: number) {
    this.waiting++;
    await this.membersFree;
    this.waiting--;
    return this.select(id);
  }

  /** One of ten rows, all of which are looked at. */
  async selectSlowly() {
    this.status.Com_select++;
    this.status.Rows_read += 10;
    await sleep(12);
    const id = 1 + Math.floor(Math.random() * 10);
    return { id, name: `member-${id}`, age: id, teamId: id };
  }

  /** A whole transaction at once, as the lock makes it. @returns places left, null if there was none */
  takePlace(id: number): number | null {
    const event = this.events.get(id) as Event;
    this.count('Com_select', ROWS_READ);
    if (event.placesLeft === 0) return null;
    this.count('Com_update', 'Com_insert', ROWS_READ, 'Handler_update', 'Handler_write');
    event.taken++;
    return --event.placesLeft;
  }

  async whileMembersAreLocked(act: LockedWork): Promise<number> {
    let unlock = () => {};
    this.membersFree = new Promise((resolve) => (unlock = resolve));
    this.membersLocked = true;
    try {
      return await act(async () => this.waiting);
    } finally {
      this.membersLocked = false;
      unlock();
    }
  }

  document(id: number) {
    const seeded = seededDocument(id);
    return { ...seeded, title: this.titles.get(id) ?? seeded.title };
  }

  documents(): Documents {
    return { retitle: async (id, title) => void this.titles.set(id, title), close: async () => {} };
  }

  /** What the verification is given in place of a connection; reading the counters costs one statement, as it does in MariaDB. */
  connection(): Database {
    return {
      counters: async () => {
        this.status.Com_show_status++;
        return { ...this.status };
      },
      countMembers: async () => this.rows.size,
      findMember: async (id: number) => this.rows.get(id),
      whileMembersAreLocked: (act: LockedWork) => this.whileMembersAreLocked(act),
      refillEvent: async (id: number, placesLeft: number) => void this.events.set(id, { placesLeft, taken: 0 }),
      findEvent: async (id: number) => this.events.get(id) as Event,
      close: async () => {},
    };
  }
}

/** What shows metrics at a port of its own. */
class Measured {
  /** Series that it does not show. */
  hidden: string[] = [];
  management = http.createServer((_, outgoing) => {
    const shown = Object.entries(this.metrics()).filter(([name]) => !this.hidden.includes(name));
    outgoing.end(shown.map(([name, value]) => `${name}{target="fake"} ${value}\n`).join(''));
  });
  servers = [this.management];
  urls: string[] = [];

  metrics(): Record<string, number | string> {
    return {};
  }

  async start() {
    this.urls = await Promise.all(this.servers.map(listen));
    return this;
  }

  stop() {
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}

/** The service that targets call: waits, and shows how often it did. */
export class FakeDownstream extends Measured {
  answered = 0;

  override metrics() {
    return { http_server_requests_seconds_count: this.answered };
  }

  async delay(millis: number) {
    await sleep(millis + 2);
    this.answered++;
    return millis;
  }
}

/** One target and its management server. */
export class FakeTarget extends Measured {
  database;
  downstream;
  server = http.createServer((incoming, outgoing) => void this.serve(incoming, outgoing));
  override servers = [this.server, this.management];
  cpuNs = 0;
  inFlight = 0;
  /** Threads of its server that serve a request; its timers take none. */
  busyThreads = 0;
  cheat: Cheat = () => undefined;

  constructor(database: FakeDatabase, downstream: FakeDownstream = new FakeDownstream()) {
    super();
    this.database = database;
    this.downstream = downstream;
  }

  override metrics() {
    return {
      process_cpu_time_ns_total: this.cpuNs.toExponential(),
      http_server_requests_active_seconds_count: this.inFlight,
      tomcat_threads_busy_threads: this.busyThreads,
      jvm_threads_live_threads: 20,
    };
  }

  async serve(incoming: http.IncomingMessage, outgoing: http.ServerResponse) {
    const body = await text(incoming);
    const asked = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body };
    this.inFlight++;
    const reply = (await this.cheat(asked, this)) ?? (await this.answer(asked));
    this.inFlight--;
    if (reply === HANG_UP) return void outgoing.destroy();
    await send(reply, asked.method, outgoing);
  }

  /** The honest answer. */
  async answer(asked: Asked): Promise<Reply> {
    const { method, path, body } = asked;
    const error = errorCases.find(({ request }) => isRequest(request, asked));
    if (error) return error.response;
    const url = new URL(path, 'http://localhost');
    if (url.pathname.startsWith('/events/')) return this.takePlace(Number(url.pathname.split('/')[2]));
    if (method === 'POST') {
      const row = this.database.insert(JSON.parse(body));
      return { status: 201, headers: { ...JSON_TYPE, location: `/members/${row.id}` }, body: JSON.stringify(row) };
    }
    const [, room, id] = url.pathname.split('/');
    const number = (name: string) => Number(url.searchParams.get(name));
    if (room === 'members') return ok(this.database.select(Number(id)));
    if (room === 'simple') return ok({ message: 'ok' });
    if (room === 'stream') return stream(number('events'));
    if (room.startsWith('remote')) return ok({ millis: [await this.downstream.delay(10), await this.downstream.delay(10)] });
    if (room.startsWith('documents'))
      return ok({ documents: [0, 1, 2, 3, 4, 5].map((offset) => this.database.document(Number(id) + offset)) });
    if (room === 'slow') return ok(await this.database.selectSlowly());
    if (room === 'aggregate') return ok({ members: await Promise.all(fourFrom(Number(id)).map((one) => this.database.selectInTurn(one))) });
    if (room === 'aggregate-sequential') return ok({ members: await this.oneAfterTheOther(fourFrom(Number(id))) });
    if (room.startsWith('heavy')) return ok(this.countPrimes(number('limit')));
    return ok(await this.block(number('millis')));
  }

  /** The CPU time of trial division is booked, not burnt: a test must not depend on how fast the machine is. */
  countPrimes(limit: number) {
    this.cpuNs += limit ** 1.5 * 0.2;
    return { limit, primes: primesUpTo(limit) };
  }

  async oneAfterTheOther(ids: number[]) {
    const members = [];
    for (const id of ids) members.push(await this.database.selectInTurn(id));
    return members;
  }

  takePlace(event: number): Reply {
    const placesLeft = this.database.takePlace(event);
    if (placesLeft !== null) return ok({ event, placesLeft });
    return SOLD_OUT.response;
  }

  async block(millis: number) {
    // Timers of Node.js may fire a millisecond early; Thread.sleep does not.
    if (millis > 0) await sleep(millis + 2);
    return { millis };
  }
}

/** @returns all at once: nothing looks at their times */
function stream(events: number): Reply {
  const body = Array.from({ length: events }, (_, event) => `data:${event}\n\n`).join('');
  return { status: 200, headers: { 'content-type': 'text/event-stream;charset=UTF-8' }, body };
}

async function send({ status, headers, body, sent }: Reply, method: string, outgoing: http.ServerResponse) {
  const hasLength = method !== 'HEAD' && (sent === undefined || sent === 'head first');
  outgoing.writeHead(status, { ...(hasLength ? { 'content-length': Buffer.byteLength(body) } : {}), ...headers });
  if (sent === 'head first') outgoing.flushHeaders();
  if (sent === 'flushed') outgoing.write(body);
  if (sent === 'head first' || sent === 'flushed') await sleep(5);
  outgoing.end(sent === 'flushed' ? '' : body);
}

export function fourFrom(id: number) {
  return [id, id + 1, id + 2, id + 3];
}

function isRequest({ method, path, headers = {}, body = '' }: Request, asked: Asked) {
  const sameHeaders = Object.entries(headers).every(([name, value]) => asked.headers[name] === value);
  return asked.method === method && asked.path === path && asked.body === body && sameHeaders;
}

export function ok(value: unknown) {
  return { status: 200, headers: JSON_TYPE, body: JSON.stringify(value) };
}

/** @returns by a sieve */
export function primesUpTo(limit: number): number {
  const composite = new Uint8Array(limit + 1);
  let primes = 0;
  for (let number = 2; number <= limit; number++) {
    if (composite[number]) continue;
    primes++;
    for (let multiple = number * number; multiple <= limit; multiple += number) composite[multiple] = 1;
  }
  return primes;
}

/** @param find a target, or another service with metrics, by its name @returns as an engine has them */
export const endpointsOf = (find: (name: string) => Measured) => ({
  target: (name: string) => find(name).urls[0],
  metrics: (name: string) => `${find(name).urls.at(-1)}/actuator/prometheus`,
  mariadb: { host: '', port: 0, user: '', password: '', database: '' },
  dependencies: { downstream: '', mongo: '' },
});
