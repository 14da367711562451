/** Targets made of nothing: small HTTP servers over a database in memory that keeps MariaDB's counters. Each can be told to cheat. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCatalogue } from '../../catalogue.js';

/**
 * @typedef {{ status: number, headers: Record<string, string>, body: string }} Reply
 * @typedef {{ method: string, path: string, headers: http.IncomingHttpHeaders, body: string }} Asked
 * @typedef {(asked: Asked, fake: FakeTarget) => Promise<Reply | undefined> | Reply | undefined} Cheat answers in the target's place, or leaves it alone
 */

const JSON_TYPE = { 'content-type': 'application/json' };

/** Rows by id, and the status counters of a MariaDB that holds them. */
export class FakeDatabase {
  /** @type {Map<number, import('../../verify/database.js').Member>} */
  rows = new Map();
  nextId = 10_001;
  /** @type {Record<string, number>} */
  status = {
    Com_select: 0,
    Com_insert: 0,
    Com_begin: 0,
    Com_admin_commands: 0,
    Com_show_status: 0,
    Rows_read: 0,
    Handler_write: 0,
    Handler_update: 0,
    Handler_delete: 0,
  };

  constructor() {
    for (let id = 1; id <= 10_000; id++) {
      this.rows.set(id, { id, name: `member-${String(id).padStart(5, '0')}`, age: 18 + (id % 60), teamId: 1 + (id % 100) });
    }
  }

  /** @param {number} id */
  select(id) {
    const row = this.rows.get(id);
    this.status.Com_select++;
    if (row) this.status.Rows_read++;
    return row;
  }

  /** @param {{ name: string, age: number, teamId: number }} member */
  insert({ name, age, teamId }) {
    const row = { id: this.nextId++, name, age, teamId };
    this.status.Com_insert++;
    this.status.Handler_write++;
    this.rows.set(row.id, row);
    return row;
  }

  /** What the verification is given in place of a connection; reading the counters costs one statement, as it does in MariaDB. */
  connection() {
    return {
      counters: async () => {
        this.status.Com_show_status++;
        return { ...this.status };
      },
      countMembers: async () => this.rows.size,
      findMember: async (/** @type {number} */ id) => this.rows.get(id) ?? null,
      close: async () => {},
    };
  }
}

/** One target and its management server. */
export class FakeTarget {
  cpuNs = 0;
  scrapes = 0;
  /** @type {Cheat} */
  cheat = () => undefined;

  /** @param {FakeDatabase} database */
  constructor(database) {
    this.database = database;
    this.catalogue = readCatalogue();
    this.server = http.createServer((incoming, outgoing) => void this.serve(incoming, outgoing));
    this.management = http.createServer((_, outgoing) => {
      this.scrapes++;
      outgoing.end(`# TYPE process_cpu_time_ns_total counter\nprocess_cpu_time_ns_total{target="fake"} ${this.cpuNs.toExponential()}\n`);
    });
  }

  async start() {
    this.url = await listen(this.server);
    this.managementUrl = await listen(this.management);
    return this;
  }

  stop() {
    for (const server of [this.server, this.management]) {
      server.close();
      server.closeAllConnections();
    }
  }

  /**
   * @param {http.IncomingMessage} incoming
   * @param {http.ServerResponse} outgoing
   */
  async serve(incoming, outgoing) {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const asked = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body };
    const reply = (await this.cheat(asked, this)) ?? (await this.answer(asked));
    outgoing.writeHead(reply.status, reply.headers).end(reply.body);
  }

  /**
   * The honest answer.
   * @param {Asked} asked
   * @returns {Promise<Reply>}
   */
  async answer(asked) {
    const { method, path, body } = asked;
    const error = this.catalogue.errors.find(({ request }) => isRequest(request, asked));
    if (error) return error.response;
    const url = new URL(path, 'http://localhost');
    if (method === 'POST') {
      const row = this.database.insert(JSON.parse(body));
      return { status: 201, headers: { ...JSON_TYPE, location: `/members/${row.id}` }, body: JSON.stringify(row) };
    }
    const [, room, id] = url.pathname.split('/');
    const number = (/** @type {string} */ name) => Number(url.searchParams.get(name));
    if (room === 'members') return ok(this.database.select(Number(id)));
    if (room === 'simple') return ok({ message: 'ok' });
    if (room === 'heavy') return ok(this.countPrimes(number('limit')));
    return ok(await this.block(number('millis')));
  }

  /** The CPU time of trial division is booked, not burnt: a test must not depend on how fast the machine is. @param {number} limit */
  countPrimes(limit) {
    this.cpuNs += limit ** 1.5 * 0.2;
    return { limit, primes: primesUpTo(limit) };
  }

  /** @param {number} millis */
  async block(millis) {
    // Timers of Node.js may fire a millisecond early; Thread.sleep does not.
    if (millis > 0) await sleep(millis + 2);
    return { millis };
  }
}

/** @param {import('../../catalogue.js').Request} request @param {Asked} asked */
function isRequest({ method, path, headers = {}, body = '' }, asked) {
  const sameHeaders = Object.entries(headers).every(([name, value]) => asked.headers[name] === value);
  return asked.method === method && asked.path === path && asked.body === body && sameHeaders;
}

/** @param {unknown} value */
export function ok(value) {
  return { status: 200, headers: JSON_TYPE, body: JSON.stringify(value) };
}

/** @param {number} limit @returns {number} by a sieve */
export function primesUpTo(limit) {
  const composite = new Uint8Array(limit + 1);
  let primes = 0;
  for (let number = 2; number <= limit; number++) {
    if (composite[number]) continue;
    primes++;
    for (let multiple = number * number; multiple <= limit; multiple += number) composite[multiple] = 1;
  }
  return primes;
}

/** @param {http.Server} server @returns {Promise<string>} its URL */
function listen(server) {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`),
    ),
  );
}
