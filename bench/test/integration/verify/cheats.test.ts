/** Every way not to do the work that we know of must be refused, by the name of the target and of the scenario. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCatalogue } from '../../../record/catalogue.ts';
import { seededDocument } from '../../../engines/documents.ts';
import { readErrorCases } from '../../../verify/cases.ts';
import { verify } from '../../../verify/index.ts';
import { formatTable } from '../../../verify/words.ts';
import {
  FakeDatabase,
  FakeDownstream,
  FakeTarget,
  HANG_UP,
  endpointsOf,
  fourFrom,
  ok,
  primesUpTo,
  type Cheat,
  type Reply,
} from '../../support/fake-targets.ts';

const catalogue = readCatalogue();
// One case each: more would only repeat what a cheat does. The second of the real `block` would be slept through in every test.
const errorCases = readErrorCases().filter(({ name }) => name === 'unknown id');
for (const scenario of Object.values(catalogue.scenarios)) scenario.cases.length = 1;
catalogue.scenarios.block.cases = [
  {
    name: '20 ms',
    request: { method: 'GET', path: '/block?millis=20' },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"millis":20}' },
  },
];
const ASKED = { method: 'GET', headers: {}, body: '' };
const WRONG_METHOD = {
  name: 'wrong method, any Allow',
  request: { method: 'DELETE', path: '/simple' },
  response: { status: 405, headers: {}, body: '' },
};

const MEMBER = /^\/members\/\d{1,5}$/;

/** @param path begins it, or matches it @returns cheats there only */
const at =
  (path: string | RegExp, cheating: Cheat): Cheat =>
  (asked, fake) =>
    (typeof path === 'string' ? asked.path.startsWith(path) : path.test(asked.path)) ? cheating(asked, fake) : undefined;

/** @returns the value of the parameter */
const valueIn = ({ path }: { path: string }) => Number(path.split('=')[1]);
/** @returns the number behind the second slash */
const idIn = ({ path }: { path: string }) => Number(path.split('/')[2]);

/** The right answers, but without their work. */
const primesAtOnce: Cheat = (asked) => ok({ limit: valueIn(asked), primes: primesUpTo(valueIn(asked)) });
const millisAtOnce: Cheat = (asked) => ok({ millis: valueIn(asked) });

/** @param body of the request */
function created(id: number, body: string): Reply {
  const headers = { 'content-type': 'application/json', location: `/members/${id}` };
  return { status: 201, headers, body: JSON.stringify({ id, ...JSON.parse(body) }) };
}

describe('verify', () => {
  let database: FakeDatabase;
  let honest: FakeTarget;
  let cheat: FakeTarget;
  let downstream: FakeDownstream;

  beforeEach(async () => {
    database = new FakeDatabase();
    downstream = await new FakeDownstream().start();
    honest = await new FakeTarget(database, downstream).start();
    cheat = await new FakeTarget(database, downstream).start();
  });

  afterEach(() => {
    honest.stop();
    cheat.stop();
    downstream.stop();
  });

  const run = (scenarios: string[], options: { catalogue?: typeof catalogue; errorCases?: typeof errorCases; short?: boolean } = {}) => {
    const services: Record<string, FakeTarget | FakeDownstream> = { honest, cheat, downstream };
    const endpoints = endpointsOf((name) => services[name]);
    return verify({
      catalogue,
      errorCases,
      engine: { endpoints },
      targets: ['honest', 'cheat'],
      scenarios,
      short: true,
      openDatabase: async () => database.connection(),
      openDocuments: () => database.documents(),
      ...options,
    });
  };

  const refusedOnlyFor = (differences: string[], pattern: RegExp) => {
    assert.notEqual(differences.length, 0, 'the cheat was not noticed');
    for (const difference of differences) assert.match(difference, pattern);
  };

  /** @param sentence after the names of the target and of the scenario */
  const refusedFor = async (scenario: string, sentence: RegExp) =>
    refusedOnlyFor((await run([scenario])).differences, new RegExp(`^cheat ${scenario}: ${sentence.source}`));

  it('finds honest targets equal, with the statements of each scenario', async () => {
    const verification = await run(['read', 'create', 'simple', 'heavy', 'block']);
    assert.deepEqual(verification.differences, []);
    assert.equal(verification.ok, true);
    const counted = verification.rows.map(({ target, scenario, statements }) => [`${scenario} ${target}`, statements.perRequest]);
    const { 'read cheat': read, 'create cheat': create, 'simple honest': simple } = Object.fromEntries(counted);
    assert.deepEqual([read, create, simple], [{ select: 1 }, { insert: 1 }, {}]);
    assert.equal(verification.rows.length, 10);
    assert.match(formatTable(verification), /^read +cheat +equal +select 1 +1 +0 +10 ids as seeded +none +\d+$/m);
    assert.match(formatTable(verification), /All equal: 2 targets × 5 scenarios/);
  });

  it('counts over 200 requests, or 20 in the short form', async () => {
    let selects = 0;
    cheat.cheat = at(/^\/members\/\d+$/, () => void selects++);
    await run(['read']);
    const short = selects;
    await run(['read'], { short: false });
    assert.equal(selects - short - (short - 20), 200);
  });

  it('refuses a heavy that answers a constant', async () => {
    cheat.cheat = at('/heavy', () => ok({ limit: 20_000, primes: 2262 }));
    await refusedFor('heavy', /GET \/heavy\?limit=\d+: expected 200 \{"limit":\d+,"primes":\d+\}, got 200 \{"limit":20000,"primes":2262\}/);
  });

  it('refuses a heavy that remembers its answers', async () => {
    const memory = new Map<string, Reply>();
    cheat.cheat = at('/heavy', async (asked) => {
      const remembered = memory.get(asked.path) ?? (await cheat.answer(asked));
      memory.set(asked.path, remembered);
      return remembered;
    });
    await refusedFor('heavy', /the primes are not counted anew: CPU 0 → 0 ms/);
  });

  it('refuses a heavy that looks the answer up in a table, whatever else its process burns', async () => {
    cheat.cheat = at('/heavy', (asked, fake) => {
      fake.cpuNs += 30e6;
      return primesAtOnce(asked, fake);
    });
    await refusedFor('heavy', /the primes are not counted anew: CPU 90 → 90 ms/);
  });

  it('refuses a heavy with a table that ends at the limit measured, and honest beyond', async () => {
    cheat.cheat = at('/heavy', (asked, fake) => (valueIn(asked) <= 500_000 ? primesAtOnce(asked, fake) : undefined));
    const { differences } = await run(['heavy', 'heavy-yield', 'calculator']);
    const found = differences.map((sentence) => /^(.*), at least \d+ ms more expected$/.exec(sentence)?.[1]);
    assert.deepEqual(found, [
      'cheat heavy: the primes are not counted anew: CPU 0 → 0 ms for 254 × limit 2000 → 20000',
      'cheat heavy-yield: the primes are not counted anew: CPU 0 → 0 ms for 254 × limit 2000 → 20000',
      'cheat calculator: the primes are not counted anew: CPU 0 → 0 ms for 3 × limit 2000 → 500000',
    ]);
  });

  it('refuses such a table, whatever a request costs besides', async () => {
    cheat.cheat = at('/heavy', (asked, fake) => {
      fake.cpuNs += 1e6;
      return valueIn(asked) <= 500_000 ? primesAtOnce(asked, fake) : undefined;
    });
    await refusedFor('heavy', /the primes are not counted anew: CPU 254 → 254 ms for 254 × /);
  });

  it('lets compilers and collectors disturb an honest heavy', async () => {
    let requests = 0;
    cheat.cheat = ({ path }) => {
      // Each of the first 2,000 requests costs more than the primes that are looked for.
      if (path.startsWith('/heavy') && requests++ < 2_000) cheat.cpuNs += 2e6;
      return undefined;
    };
    assert.deepEqual((await run(['heavy'])).differences, []);
  });

  it('refuses a publisher nobody subscribes to: 200 at once, nothing done, nothing said', async () => {
    cheat.cheat = () => ({ status: 200, headers: {}, body: '' });
    const { differences } = await run(['read', 'create', 'heavy', 'block']);
    for (const scenario of ['read', 'create', 'heavy', 'block']) {
      assert.ok(
        differences.some((sentence) => sentence.startsWith(`cheat ${scenario}: `)),
        `${scenario} was not noticed`,
      );
    }
    assert.ok(!differences.some((sentence) => sentence.startsWith('honest ')));
  });

  it('refuses a block that does not wait', async () => {
    cheat.cheat = at('/block', millisAtOnce);
    await refusedFor('block', /\/block\?millis=200 answers after \d+ ms: it does not wait$/);
  });

  it('finds honest targets equal in the scenarios beside the core', async () => {
    const scenarios = ['heavy-yield', 'calculator', 'block-offloaded', 'delay', 'slow', 'aggregate', 'aggregate-sequential', 'lock'];
    const { differences, rows } = await run(scenarios);
    assert.deepEqual(differences, []);
    const work = Object.fromEntries(rows.map(({ target, scenario, work: { detail } }) => [`${scenario} ${target}`, detail]));
    assert.equal(work['aggregate honest'], '10 × 4 ids as seeded, 4 at once');
    assert.equal(work['aggregate-sequential honest'], '10 × 4 ids as seeded, 1 at once');
    assert.equal(work['lock honest'], '20 of 50 accepted, 0 left');
    assert.equal(work['delay honest'], '50 at once, no thread waits');
  });

  it('finds a block-offloaded equal that knows no other path', async () => {
    cheat.cheat = ({ path }) => (path === '/simple' ? { status: 404, headers: {}, body: '' } : undefined);
    assert.deepEqual((await run(['block-offloaded'])).differences, []);
  });

  it('refuses a block-offloaded that blocks the threads that take requests', async () => {
    let until = Promise.resolve();
    cheat.cheat = async ({ path }) => {
      if (!path.startsWith('/block-offloaded')) {
        await until.then(() => sleep(20));
        return undefined;
      }
      const millis = Number(path.split('=')[1]);
      until = sleep(millis + 2);
      await until;
      return ok({ millis });
    };
    await refusedFor('block-offloaded', /GET \/simple waits for the sleep/);
  });

  it('refuses a delay that holds a thread for each request', async () => {
    cheat.cheat = at('/delay', () => void (cheat.busyThreads = cheat.inFlight));
    await refusedFor('delay', /50 × \/delay\?millis=1000 at once: 50 threads wait$/);
  });

  it('refuses a delay that does not wait', async () => {
    cheat.cheat = at('/delay', millisAtOnce);
    await refusedFor('delay', /.* one is answered after \d+ ms: it does not wait$/);
  });

  it('finds a delay equal whose target does not show how many requests are in flight', async () => {
    cheat.hidden = ['http_server_requests_active_seconds_count'];
    const { differences, rows } = await run(['delay']);
    assert.deepEqual(differences, []);
    assert.match(String(rows.find(({ target }) => target === 'cheat')?.work.detail), /^50 at once, in \d+ ms$/);
  });

  it('refuses a delay whose requests wait for each other, though it does not show how many are in flight', async () => {
    cheat.hidden = ['http_server_requests_active_seconds_count'];
    let free = Promise.resolve();
    cheat.cheat = at('/delay', async () => {
      const before = free;
      free = before.then(() => sleep(50));
      await before;
      return undefined;
    });
    await refusedFor('delay', /.* they take \d+ ms: they wait for each other$/);
  });

  it('refuses a delay that closes the connection, at once or while it is looked at', async () => {
    for (const heldMs of [0, 300]) {
      cheat.cheat = at('/delay', () => sleep(heldMs, HANG_UP));
      await refusedFor('delay', /.*(socket hang up|ECONNRESET)$/);
    }
  });

  it('refuses a delay that never answers, within bounded time', { timeout: 600_000 }, async () => {
    let asked = 0;
    // The first is the case of the catalogue, which would only be waited for in vain as well.
    cheat.cheat = ({ path }) => (path === '/delay?millis=1000' && asked++ > 0 ? new Promise(() => {}) : undefined);
    await refusedFor('delay', /not checked: no answer within 15 s$/);
  });

  it('refuses a block-offloaded that closes the connections of many at once', async () => {
    cheat.cheat = at('/block-offloaded', () => (cheat.inFlight > 1 ? HANG_UP : undefined));
    await refusedFor('block-offloaded', /not checked: (socket hang up|read ECONNRESET)$/);
  });

  it('refuses an aggregate that closes the connection while the members are locked', async () => {
    cheat.cheat = at('/aggregate/', () => (database.membersLocked ? HANG_UP : undefined));
    await refusedFor('aggregate', /not checked: (socket hang up|read ECONNRESET)$/);
  });

  it('refuses a slow that does not sleep, and one that always has the same row', async () => {
    const same = ok({ id: 7, name: 'member-7', age: 7, teamId: 7 });
    cheat.cheat = at('/slow', () => {
      database.status.Com_select++;
      database.status.Rows_read += 10;
      return same;
    });
    await refusedFor('slow', /GET \/slow answers after \d+\.\d ms: the database does not sleep$/);
    cheat.cheat = at('/slow', () => database.selectSlowly().then(() => same));
    await refusedFor('slow', /GET \/slow answers the same row 15 times$/);
  });

  const fourAtOnce = (asked: { path: string }) => Promise.all(fourFrom(idIn(asked)).map((id) => database.selectInTurn(id)));

  it('refuses an aggregate of the right rows in the wrong order', async () => {
    cheat.cheat = at('/aggregate/', async (asked) => ok({ members: (await fourAtOnce(asked)).reverse() }));
    await refusedFor('aggregate', /(case first four: body, from byte \d+|GET \/aggregate\/\d+): expected /);
  });

  it('refuses an aggregate-sequential that sends its statements at once', async () => {
    cheat.cheat = at('/aggregate-sequential', async (asked) => ok({ members: await fourAtOnce(asked) }));
    await refusedFor('aggregate-sequential', /\/aggregate-sequential: 4 statements at once, from 1 to 1 expected$/);
  });

  it('refuses a lock that does not lock: two requests read the same number, and more is sold than there is', async () => {
    cheat.cheat = at('/events/1/places', async () => {
      const event = database.events.get(1);
      if (event === undefined || event.placesLeft === 0) return undefined;
      const read = event.placesLeft;
      await sleep(50);
      event.placesLeft = read - 1;
      event.taken++;
      return ok({ event: 1, placesLeft: read - 1 });
    });
    await refusedFor('lock', /50 requests for 20 places: 50 accepted, 0 refused, 50 stored, 1\d left$/);
  });

  it('refuses a lock that stores no place', async () => {
    cheat.cheat = at(/^\/events\/[13]\/places$/, (asked) => {
      const id = idIn(asked);
      const placesLeft = database.takePlace(id);
      const event = database.events.get(id);
      if (event && placesLeft !== null) event.taken--;
      return placesLeft === null ? undefined : ok({ event: id, placesLeft });
    });
    await refusedFor('lock', /50 requests for 20 places: 20 accepted, 30 refused, 0 stored, 0 left$/);
  });

  it('refuses a create that stores nothing', async () => {
    cheat.cheat = ({ method, body }) => {
      if (method !== 'POST') return undefined;
      database.status.Com_insert++;
      database.status.Handler_write++;
      return created(database.nextId++, body);
    };
    await refusedFor('create', /POST \/members answers id \d+, but the database has no such row$/);
  });

  it('refuses a create that stores other values than it answers', async () => {
    cheat.cheat = ({ method, body }) => {
      return method === 'POST' ? created(database.insert({ ...JSON.parse(body), age: 1 }).id, body) : undefined;
    };
    await refusedFor('create', /POST \/members: expected .* in the database, found .*"age":1,/);
  });

  it('refuses a create whose Location names another row than its body', async () => {
    cheat.cheat = async (asked) => {
      if (asked.method !== 'POST') return undefined;
      const reply = await cheat.answer(asked);
      return { ...reply, headers: { ...reply.headers, location: '/members/1' } };
    };
    await refusedFor('create', /case a new member: body, from byte \d+: .*, where id is 1$/);
  });

  it('finds equal who calls the downstream service and combines documents', async () => {
    const verification = await run(['remote', 'remote-sequential', 'documents', 'documents-sequential']);
    assert.deepEqual(verification.differences, []);
    assert.match(formatTable(verification), /^remote-sequential +cheat +equal +none +0 +0 +2 × ≥ 20 ms, 4 calls +none +\d+$/m);
    assert.match(formatTable(verification), /^documents +cheat +equal +none +0 +0 +10 × 6 documents as seeded +none +\d+$/m);
  });

  it('refuses a remote that calls the downstream service once and answers its answer twice', async () => {
    cheat.cheat = at('/remote', async () => ok({ millis: Array(2).fill(await downstream.delay(10)) }));
    await refusedFor('remote', /the downstream service was called 2 times in 2 requests, not 4$/);
  });

  it('refuses a remote that calls the downstream service once more than it answers', async () => {
    cheat.cheat = at('/remote', async () => void (await downstream.delay(0)));
    await refusedFor('remote', /the downstream service was called 6 times in 2 requests, not 4$/);
  });

  it('refuses a remote-sequential that does not wait for the calls it makes', async () => {
    cheat.cheat = at('/remote-sequential', () => {
      downstream.answered += 2;
      return ok({ millis: [10, 10] });
    });
    await refusedFor('remote-sequential', /\/remote-sequential answers after \d+ ms: it does not wait for 20 ms$/);
  });

  it('refuses documents that are computed and not asked for', async () => {
    cheat.cheat = at('/documents', (asked) => {
      return ok({ documents: [0, 1, 2, 3, 4, 5].map((offset) => seededDocument(idIn(asked) + offset)) });
    });
    refusedOnlyFor(
      (await run(['documents', 'documents-sequential'])).differences,
      /^cheat documents(-sequential)?: a document was changed: GET \/documents/,
    );
  });

  it('refuses documents that are always the same', async () => {
    cheat.cheat = at('/documents/', () => honest.answer({ ...ASKED, path: '/documents/1' }));
    await refusedFor('documents', /GET \/documents\/\d+: expected 200 .* got 200 \{"documents":\[\{"id":1,/);
  });

  it('refuses a read that always answers the same row', async () => {
    cheat.cheat = at(MEMBER, () => ok(database.select(1)));
    await refusedFor('read', /GET \/members\/\d+: expected 200 .* got 200 \{"id":1,/);
  });

  it('refuses one more SELECT per request, and says so in the table', async () => {
    cheat.cheat = at(MEMBER, () => void database.select(1));
    const verification = await run(['read']);
    const sentence = 'cheat read: select per request: expected 1, got 2; rows read per request: expected 1, got 2';
    assert.deepEqual(verification.differences, [sentence]);
    assert.match(formatTable(verification), /^read +cheat +equal +select 2 DIFFERS +2 +0 +10 ids as seeded/m);
    assert.match(formatTable(verification), /^Not the same work, differences: 1 /m);
  });

  it('refuses one more SELECT in only one of 20 requests', async () => {
    let requests = 0;
    cheat.cheat = at(MEMBER, () => void (requests++ % 20 === 0 && database.select(987_654)));
    await refusedFor('read', /select per request: expected 1, got 1\.05$/);
  });

  it('refuses a scan where one row is asked for', async () => {
    cheat.cheat = at(MEMBER, () => void (database.status.Rows_read += 9_999));
    await refusedFor('read', /rows read per request: expected 1, got 10000$/);
  });

  it('refuses a read from a cache', async () => {
    cheat.cheat = at(MEMBER, (asked) => ok(database.rows.get(idIn(asked))));
    await refusedFor('read', /select per request: expected 1, got 0/);
  });

  it('lists transaction framing and does not compare it', async () => {
    cheat.cheat = at(MEMBER, () => void database.status.Com_begin++);
    const { ok: equal, rows } = await run(['read']);
    assert.equal(equal, true);
    assert.deepEqual(
      rows.map(({ statements: { framing } }) => framing),
      [{}, { begin: 1 }],
    );
  });

  it('counts once more where a pool disturbed the first count', async () => {
    let disturbed = false;
    cheat.cheat = at('/members/7920', () => {
      if (!disturbed) database.status.Com_select++;
      disturbed = true;
      return undefined;
    });
    const { differences } = await run(['read']);
    assert.deepEqual(differences, []);
    assert.equal(disturbed, true);
  });

  it('refuses a scrape that reaches the database', async () => {
    cheat.management.prependListener('request', () => database.select(1));
    refusedOnlyFor((await run(['simple'])).differences, /^cheat, scrapes: a scrape uses the database: Com_select 1, Rows_read 1$/);
  });

  it('refuses a body that differs in one byte, and shows where', async () => {
    cheat.cheat = at('/simple', () => ok({ message: 'oK' }));
    await refusedFor(
      'simple',
      /case the constant: body, from byte 13: expected "\{\\"message\\":\\"ok\\"\}", got "\{\\"message\\":\\"oK\\"\}"$/,
    );
  });

  it('refuses a missing header', async () => {
    cheat.cheat = at('/simple', () => ({ ...ok({ message: 'ok' }), headers: {} }));
    await refusedFor('simple', /case the constant: header content-type: expected "application\/json", got none$/);
  });

  it('refuses a redirect and does not follow it', async () => {
    cheat.cheat = at('/simple', () => ({ status: 302, headers: { location: '/simple?' }, body: '' }));
    const { differences } = await run(['simple']);
    assert.ok(differences.includes('cheat simple: case the constant: status: expected 200, got 302'));
    assert.ok(differences.includes('simple, case the constant: header location: honest none, cheat "/simple?"'));
  });

  it('refuses targets that allow different methods, where the catalogue says nothing of it', async () => {
    honest.cheat = ({ method }) => (method === 'DELETE' ? { status: 405, headers: { allow: 'GET' }, body: '' } : undefined);
    cheat.cheat = ({ method }) => (method === 'DELETE' ? { status: 405, headers: { allow: 'GET, HEAD' }, body: '' } : undefined);
    const { differences } = await run(['simple'], { errorCases: [WRONG_METHOD] });
    assert.deepEqual(differences, ['error case wrong method, any Allow: header allow: honest "GET", cheat "GET, HEAD"']);
  });

  it('refuses a create that answers in two segments, whether it names its length or not', async () => {
    for (const [how, found] of [
      ['head first', 'in 2 segments'],
      ['flushed', 'chunked, in 2 segments'],
      ['chunked', 'chunked'],
    ] as const) {
      cheat.cheat = async (asked) => (asked.method === 'POST' ? { ...(await cheat.answer(asked)), sent: how } : undefined);
      const sentence = `cheat create: on the wire: case a new member: ${found}; Content-Length and one segment expected`;
      assert.deepEqual((await run(['create'])).differences, [sentence]);
    }
  });

  it('refuses errors in two segments in one line, and honest scenarios of that target in none', async () => {
    cheat.cheat = async (asked) => {
      const reply = await cheat.answer(asked);
      return reply.status < 400 ? reply : { ...reply, sent: 'flushed' };
    };
    const found = await run(['simple'], { errorCases: readErrorCases().slice(0, 3) });
    const sentence =
      'cheat, error cases: on the wire: case unknown id: chunked, in 2 segments, and 2 more cases like it; Content-Length and one segment expected';
    assert.deepEqual(found.differences, [sentence]);
    assert.deepEqual(found.refused, [{ target: 'cheat', sentence }]);
  });

  it('refuses a stream of other events, in the long form only', async () => {
    cheat.cheat = async (asked) =>
      asked.path.startsWith('/stream') ? { ...(await cheat.answer(asked)), body: 'data:1\n\ndata:2\n\n' } : undefined;
    assert.deepEqual((await run(['simple'])).differences, []);
    const { differences } = await run(['simple'], { short: false });
    assert.deepEqual(differences, [
      'cheat, case a stream of two events: body, from byte 5: expected "data:0\\n\\ndata:1\\n\\n", got "data:1\\n\\ndata:2\\n\\n"',
    ]);
  });

  it('refuses a header more, in bytes', async () => {
    cheat.cheat = async (asked) => {
      const reply = await cheat.answer(asked);
      return { ...reply, headers: { ...reply.headers, 'x-trace': '0123456789', date: 'today' } };
    };
    const { differences } = await run(['simple']);
    assert.deepEqual(differences, [
      'error case unknown id: other headers: honest none, cheat x-trace (10 bytes)',
      'simple, case the constant: other headers: honest none, cheat x-trace (10 bytes)',
    ]);
  });

  it('refuses a wrong error answer, by the name of the case', async () => {
    cheat.cheat = ({ path }) => (path === '/members/987654321' ? { status: 500, headers: {}, body: '' } : undefined);
    const { differences, errors } = await run(['simple']);
    assert.ok(differences.includes('cheat, error case unknown id: status: expected 404, got 500'));
    assert.equal(errors.filter((finding) => !finding.ok).length, 1);
  });

  it('refuses a target that is not there, and says so of everything it should have done', async () => {
    cheat.stop();
    const { ok: equal, differences } = await run(['simple']);
    assert.equal(equal, false);
    refusedOnlyFor(differences, /^cheat.*(no answer|not counted|not checked): connect ECONNREFUSED/);
  });
});
