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

/** The path of the requests of a scenario, where it is not the scenario's name. */
const PATHS: Record<string, RegExp> = { read: /^\/members\/\d{1,5}$/, create: /^\/members$/, lock: /^\/events\/[13]\/places$/ };

/** @returns cheats in the scenario's requests only */
const at =
  (scenario: string, cheating: Cheat): Cheat =>
  (asked, fake) =>
    (PATHS[scenario]?.test(asked.path) ?? asked.path.startsWith(`/${scenario}`)) ? cheating(asked, fake) : undefined;

/** @returns the value of the parameter */
const valueIn = ({ path }: { path: string }) => Number(path.split('=')[1]);
/** @returns the number behind the second slash */
const idIn = ({ path }: { path: string }) => Number(path.split('/')[2]);

/** The right answers, but without their work. */
const primesAtOnce = (asked: { path: string }) => ok({ limit: valueIn(asked), primes: primesUpTo(valueIn(asked)) });
const millisAtOnce = (asked: { path: string }) => ok({ millis: valueIn(asked) });

/** @param change of the honest answers; undefined: none */
const changed =
  (change: (reply: Reply) => Partial<Reply> | undefined): Cheat =>
  async (asked, fake) => {
    const reply = await fake.answer(asked);
    return { ...reply, ...change(reply) };
  };

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

  const run = (scenarios: string[], options: Partial<Parameters<typeof verify>[0]> = {}) => {
    const services: Record<string, FakeTarget | FakeDownstream> = { honest, cheat, downstream };
    const engine = { endpoints: endpointsOf((name) => services[name]) };
    const [openDatabase, openDocuments] = [async () => database.connection(), () => database.documents()];
    const usual = { catalogue, errorCases, engine, targets: ['honest', 'cheat'], short: true, openDatabase, openDocuments };
    return verify({ ...usual, scenarios, ...options });
  };

  const refusedOnlyFor = (differences: string[], pattern: RegExp) => {
    assert.notEqual(differences.length, 0, 'the cheat was not noticed');
    for (const difference of differences) assert.match(difference, pattern);
  };

  /** @param sentence after the names of the target and of the scenario */
  const refusedFor = async (scenario: string, sentence: RegExp) =>
    refusedOnlyFor((await run([scenario])).differences, new RegExp(`^cheat ${scenario}: ${sentence.source}`));

  /** @param cheating in the scenario's requests */
  const refuses = (scenario: string, how: string, sentence: RegExp, cheating: Cheat) => {
    it(`refuses ${scenario} ${how}`, () => {
      cheat.cheat = at(scenario, cheating);
      return refusedFor(scenario, sentence);
    });
  };

  it('finds honest targets equal, with the statements and the work of each scenario', async () => {
    const ofDatabase = ['read', 'create', 'slow', 'aggregate', 'aggregate-sequential', 'lock'];
    const others = ['simple', 'heavy', 'heavy-yield', 'calculator', 'block', 'block-offloaded', 'delay'];
    const ofOthers = ['remote', 'remote-sequential', 'documents', 'documents-sequential'];
    const verification = await run([...ofDatabase, ...others, ...ofOthers]);
    assert.deepEqual([verification.ok, verification.differences, verification.rows.length], [true, [], 34]);
    const table = formatTable(verification);
    for (const line of [
      /^read +cheat +equal +select 1 +1 +0 +10 ids as seeded +none +\d+$/m,
      /^create +cheat +equal +insert 1 +0 +1 +3 rows stored as answered +none +\d+$/m,
      /^simple +honest +equal +none +0 +0 +the answer is the work +none +\d+$/m,
      /^aggregate +honest +equal .* 10 × 4 ids as seeded, 4 at once +none +\d+$/m,
      /^aggregate-sequential +honest +equal .* 10 × 4 ids as seeded, 1 at once +none +\d+$/m,
      /^lock +honest +equal .* 20 of 50 accepted, 0 left +none +\d+$/m,
      /^delay +honest +equal .* 50 at once, no thread waits +none +\d+$/m,
      /^remote-sequential +cheat +equal +none +0 +0 +2 × ≥ 20 ms, 4 calls +none +\d+$/m,
      /^documents +cheat +equal +none +0 +0 +10 × 6 documents as seeded +none +\d+$/m,
      /All equal: 2 targets × 17 scenarios/,
    ])
      assert.match(table, line);
  });

  it('counts over 200 requests, or 20 in the short form', async () => {
    let selects = 0;
    cheat.cheat = at('read', () => void selects++);
    await run(['read']);
    const short = selects;
    await run(['read'], { short: false });
    assert.equal(selects - short - (short - 20), 200);
  });

  it('refuses heavy that answers a constant', async () => {
    cheat.cheat = at('heavy', () => ok({ limit: 20_000, primes: 2262 }));
    await refusedFor('heavy', /GET \/heavy\?limit=\d+: expected 200 \{"limit":\d+,"primes":\d+\}, got 200 \{"limit":20000,"primes":2262\}/);
  });

  const memory = new Map<string, Reply>();
  refuses('heavy', 'that remembers its answers', /the primes are not counted anew: CPU 0 → 0 ms/, async (asked, fake) => {
    const remembered = memory.get(asked.path) ?? (await fake.answer(asked));
    memory.set(asked.path, remembered);
    return remembered;
  });

  refuses('heavy', 'that looks the answer up in a table, whatever else its process burns', /.*: CPU 90 → 90 ms/, (asked, fake) => {
    fake.cpuNs += 30e6;
    return primesAtOnce(asked);
  });

  it('refuses heavy with a table that ends at the limit measured, and honest beyond', async () => {
    cheat.cheat = at('heavy', (asked) => (valueIn(asked) <= 500_000 ? primesAtOnce(asked) : undefined));
    const { differences } = await run(['heavy', 'heavy-yield', 'calculator']);
    const found = differences.map((sentence) => /^(.*), at least \d+ ms more expected$/.exec(sentence)?.[1]);
    assert.deepEqual(found, [
      'cheat heavy: the primes are not counted anew: CPU 0 → 0 ms for 254 × limit 2000 → 20000',
      'cheat heavy-yield: the primes are not counted anew: CPU 0 → 0 ms for 254 × limit 2000 → 20000',
      'cheat calculator: the primes are not counted anew: CPU 0 → 0 ms for 3 × limit 2000 → 500000',
    ]);
  });

  refuses('heavy', 'with such a table, whatever a request costs besides', /.*: CPU 254 → 254 ms for 254 × /, (asked, fake) => {
    fake.cpuNs += 1e6;
    return valueIn(asked) <= 500_000 ? primesAtOnce(asked) : undefined;
  });

  it('lets compilers and collectors disturb an honest heavy', async () => {
    let requests = 0;
    // Each of the first 2,000 requests costs more than the primes that are looked for.
    cheat.cheat = at('heavy', (_, fake) => void (requests++ < 2_000 && (fake.cpuNs += 2e6)));
    assert.deepEqual((await run(['heavy'])).differences, []);
  });

  it('refuses a publisher nobody subscribes to: 200 at once, nothing done, nothing said', async () => {
    cheat.cheat = () => ({ status: 200, headers: {}, body: '' });
    const scenarios = ['read', 'create', 'heavy', 'block'];
    const { differences } = await run(scenarios);
    const noticed = scenarios.filter((scenario) => differences.some((sentence) => sentence.startsWith(`cheat ${scenario}: `)));
    assert.deepEqual(noticed, scenarios);
    assert.ok(!differences.some((sentence) => sentence.startsWith('honest ')));
  });

  refuses('block', 'that does not wait', /\/block\?millis=200 answers after \d+ ms: it does not wait$/, millisAtOnce);

  it('finds a block-offloaded equal that knows no other path', async () => {
    cheat.cheat = at('simple', () => ({ status: 404, headers: {}, body: '' }));
    assert.deepEqual((await run(['block-offloaded'])).differences, []);
  });

  it('refuses a block-offloaded that blocks the threads that take requests', async () => {
    let until = Promise.resolve();
    cheat.cheat = async (asked) => {
      if (!asked.path.startsWith('/block-offloaded')) return until.then(() => sleep(20, undefined));
      until = sleep(valueIn(asked) + 2);
      return until.then(() => millisAtOnce(asked));
    };
    await refusedFor('block-offloaded', /GET \/simple waits for the sleep/);
  });

  refuses('delay', 'that holds a thread for each request', /50 × \/delay\?millis=1000 at once: 50 threads wait$/, (_, fake) => {
    fake.busyThreads = fake.inFlight;
    return undefined;
  });

  refuses('delay', 'that does not wait', /.* one is answered after \d+ ms: it does not wait$/, millisAtOnce);

  it('finds a delay equal whose target does not show how many requests are in flight', async () => {
    cheat.hidden = ['http_server_requests_active_seconds_count'];
    const { differences, rows } = await run(['delay']);
    assert.deepEqual(differences, []);
    assert.match(String(rows.find(({ target }) => target === 'cheat')?.work.detail), /^50 at once, in \d+ ms$/);
  });

  it('refuses a delay whose requests wait for each other, though it does not show how many are in flight', async () => {
    cheat.hidden = ['http_server_requests_active_seconds_count'];
    let free = Promise.resolve();
    cheat.cheat = at('delay', () => {
      const before = free;
      free = before.then(() => sleep(50));
      return before.then(() => undefined);
    });
    await refusedFor('delay', /.* they take \d+ ms: they wait for each other$/);
  });

  for (const heldMs of [0, 300])
    refuses('delay', `that hangs up after ${heldMs} ms`, /.*(socket hang up|ECONNRESET)$/, () => sleep(heldMs, HANG_UP));

  it('refuses a delay that never answers, within bounded time', { timeout: 600_000 }, async () => {
    let asked = 0;
    // The first is the case of the catalogue, which would only be waited for in vain as well.
    cheat.cheat = ({ path }) => (path === '/delay?millis=1000' && asked++ > 0 ? new Promise(() => {}) : undefined);
    await refusedFor('delay', /not checked: no answer within 15 s$/);
  });

  const HUNG_UP = /not checked: (socket hang up|read ECONNRESET)$/;
  refuses('block-offloaded', 'that closes the connections of many at once', HUNG_UP, (_, fake) =>
    fake.inFlight > 1 ? HANG_UP : undefined,
  );
  refuses('aggregate', 'that closes the connection while the members are locked', HUNG_UP, () =>
    database.membersLocked ? HANG_UP : undefined,
  );

  const same = ok({ id: 7, name: 'member-7', age: 7, teamId: 7 });
  refuses('slow', 'that does not sleep', /GET \/slow answers after \d+\.\d ms: the database does not sleep$/, () => {
    database.status.Com_select++;
    database.status.Rows_read += 10;
    return same;
  });
  refuses('slow', 'that always has the same row', /GET \/slow answers the same row 15 times$/, () =>
    database.selectSlowly().then(() => same),
  );

  const fourAtOnce = (asked: { path: string }) => Promise.all(fourFrom(idIn(asked)).map((id) => database.selectInTurn(id)));

  it('refuses aggregate of the right rows in the wrong order', async () => {
    cheat.cheat = at('aggregate', async (asked) => ok({ members: (await fourAtOnce(asked)).reverse() }));
    await refusedFor('aggregate', /(case first four: body, from byte \d+|GET \/aggregate\/\d+): expected /);
  });

  it('refuses aggregate-sequential that sends its statements at once', async () => {
    cheat.cheat = at('aggregate-sequential', async (asked) => ok({ members: await fourAtOnce(asked) }));
    await refusedFor('aggregate-sequential', /\/aggregate-sequential: 4 statements at once, from 1 to 1 expected$/);
  });

  it('refuses a lock that does not lock: two requests read the same number, and more is sold than there is', async () => {
    cheat.cheat = at('lock', async (asked) => {
      const event = database.events.get(1);
      if (idIn(asked) !== 1 || !event?.placesLeft) return undefined;
      const read = event.placesLeft;
      await sleep(50);
      event.placesLeft = read - 1;
      event.taken++;
      return ok({ event: 1, placesLeft: read - 1 });
    });
    await refusedFor('lock', /50 requests for 20 places: 50 accepted, 0 refused, 50 stored, 1\d left$/);
  });

  refuses('lock', 'that stores no place', /50 requests for 20 places: 20 accepted, 30 refused, 0 stored, 0 left$/, (asked) => {
    const id = idIn(asked);
    const placesLeft = database.takePlace(id);
    const event = database.events.get(id);
    if (event && placesLeft !== null) event.taken--;
    return placesLeft === null ? undefined : ok({ event: id, placesLeft });
  });

  refuses('create', 'that stores nothing', /POST \/members answers id \d+, but the database has no such row$/, ({ body }) => {
    database.count('Com_insert', 'Handler_write');
    return created(database.nextId++, body);
  });
  refuses(
    'create',
    'that stores other values than it answers',
    /POST \/members: expected .* in the database, found .*"age":1,/,
    ({ body }) => created(database.insert({ ...JSON.parse(body), age: 1 }).id, body),
  );
  refuses(
    'create',
    'whose Location names another row',
    /case a new member: body, from byte \d+: .*, where id is 1$/,
    async (asked, fake) => {
      const reply = await fake.answer(asked);
      return { ...reply, headers: { ...reply.headers, location: '/members/1' } };
    },
  );

  refuses('remote', 'that answers one call twice', /the downstream service was called 2 times in 2 requests, not 4$/, async () =>
    ok({ millis: Array(2).fill(await downstream.delay(10)) }),
  );
  refuses('remote', 'with one call too many', /the downstream service was called 6 times in 2 requests, not 4$/, async () => {
    await downstream.delay(0);
    return undefined;
  });
  refuses('remote-sequential', 'that does not wait', /\/remote-sequential answers after \d+ ms: it does not wait for 20 ms$/, () => {
    downstream.answered += 2;
    return ok({ millis: [10, 10] });
  });

  for (const scenario of ['documents', 'documents-sequential'])
    refuses(scenario, 'that are computed and not asked for', /a document was changed: GET \/documents/, (asked) =>
      ok({ documents: [0, 1, 2, 3, 4, 5].map((offset) => seededDocument(idIn(asked) + offset)) }),
    );
  refuses('documents', 'that are always the same', /GET \/documents\/\d+: expected 200 .* got 200 \{"documents":\[\{"id":1,/, (asked) =>
    honest.answer({ ...asked, path: '/documents/1' }),
  );

  refuses('read', 'that always has the same row', /GET \/members\/\d+: expected 200 .* got 200 \{"id":1,/, () => ok(database.select(1)));

  it('refuses one more SELECT per request, and says so in the table', async () => {
    cheat.cheat = at('read', () => void database.select(1));
    const verification = await run(['read']);
    const sentence = 'cheat read: select per request: expected 1, got 2; rows read per request: expected 1, got 2';
    assert.deepEqual(verification.differences, [sentence]);
    assert.match(formatTable(verification), /^read +cheat +equal +select 2 DIFFERS +2 +0 +10 ids as seeded/m);
    assert.match(formatTable(verification), /^Not the same work, differences: 1 /m);
  });

  let reads = 0;
  refuses(
    'read',
    'with one more SELECT in only one of 20 requests',
    /select per request: expected 1, got 1\.05$/,
    () => void (reads++ % 20 === 0 && database.select(987_654)),
  );
  refuses(
    'read',
    'that scans where one row is asked for',
    /rows read per request: expected 1, got 10000$/,
    () => void (database.status.Rows_read += 9_999),
  );
  refuses('read', 'from a cache', /select per request: expected 1, got 0/, (asked) => ok(database.rows.get(idIn(asked))));

  it('lists transaction framing and does not compare it', async () => {
    cheat.cheat = at('read', () => void database.status.Com_begin++);
    const { ok: equal, rows } = await run(['read']);
    const framing = rows.map(({ statements }) => statements.framing);
    assert.deepEqual([equal, framing], [true, [{}, { begin: 1 }]]);
  });

  it('counts once more where a pool disturbed the first count', async () => {
    let disturbances = 0;
    cheat.cheat = ({ path }) => void (path === '/members/7920' && disturbances++ === 0 && database.status.Com_select++);
    assert.deepEqual((await run(['read'])).differences, []);
    assert.notEqual(disturbances, 0);
  });

  it('refuses a scrape that reaches the database', async () => {
    cheat.management.prependListener('request', () => database.select(1));
    refusedOnlyFor((await run(['simple'])).differences, /^cheat, scrapes: a scrape uses the database: Com_select 1, Rows_read 1$/);
  });

  it('refuses a missing header', async () => {
    cheat.cheat = at('simple', () => ({ ...ok({ message: 'ok' }), headers: {} }));
    await refusedFor('simple', /case the constant: header content-type: expected "application\/json", got none$/);
  });

  it('refuses a redirect and does not follow it', async () => {
    cheat.cheat = at('simple', () => ({ status: 302, headers: { location: '/simple?' }, body: '' }));
    const { differences } = await run(['simple']);
    assert.ok(differences.includes('cheat simple: case the constant: status: expected 200, got 302'));
    assert.ok(differences.includes('simple, case the constant: header location: honest none, cheat "/simple?"'));
  });

  it('refuses a create that answers in two segments, whether it names its length or not', async () => {
    const found = { 'head first': 'in 2 segments', flushed: 'chunked, in 2 segments', chunked: 'chunked' };
    for (const sent of ['head first', 'flushed', 'chunked'] as const) {
      cheat.cheat = at(
        'create',
        changed(() => ({ sent })),
      );
      const sentence = `cheat create: on the wire: case a new member: ${found[sent]}; Content-Length and one segment expected`;
      assert.deepEqual((await run(['create'])).differences, [sentence]);
    }
  });

  it('refuses errors in two segments in one line, and honest scenarios of that target in none', async () => {
    cheat.cheat = changed(({ status }) => (status < 400 ? undefined : { sent: 'flushed' }));
    const found = await run(['simple'], { errorCases: readErrorCases().slice(0, 3) });
    const sentence =
      'cheat, error cases: on the wire: case unknown id: chunked, in 2 segments, and 2 more cases like it; Content-Length and one segment expected';
    assert.deepEqual(found.differences, [sentence]);
    assert.deepEqual(found.refused, [{ target: 'cheat', sentence }]);
  });

  it('refuses a stream of other events, in the long form only', async () => {
    cheat.cheat = at(
      'stream',
      changed(() => ({ body: 'data:1\n\ndata:2\n\n' })),
    );
    assert.deepEqual((await run(['simple'])).differences, []);
    const { differences } = await run(['simple'], { short: false });
    assert.deepEqual(differences, [
      'cheat, case a stream of two events: body, from byte 5: expected "data:0\\n\\ndata:1\\n\\n", got "data:1\\n\\ndata:2\\n\\n"',
    ]);
  });

  it('refuses a header more, in bytes', async () => {
    cheat.cheat = changed(({ headers }) => ({ headers: { ...headers, 'x-trace': '0123456789', date: 'today' } }));
    const { differences } = await run(['simple']);
    assert.deepEqual(differences, [
      'error case unknown id: other headers: honest none, cheat x-trace (10 bytes)',
      'simple, case the constant: other headers: honest none, cheat x-trace (10 bytes)',
    ]);
  });

  it('refuses a wrong error answer, by the name of the case', async () => {
    cheat.cheat = ({ path }) => (path === '/members/987654321' ? { status: 500, headers: {}, body: '' } : undefined);
    const { differences, refused } = await run(['simple']);
    assert.ok(differences.includes('cheat, error case unknown id: status: expected 404, got 500'));
    assert.equal(refused.length, 1);
  });

  it('refuses a target that is not there, and says so of everything it should have done', async () => {
    cheat.stop();
    const { ok: equal, differences } = await run(['simple']);
    assert.equal(equal, false);
    refusedOnlyFor(differences, /^cheat.*(no answer|not counted|not checked): connect ECONNREFUSED/);
  });
});
