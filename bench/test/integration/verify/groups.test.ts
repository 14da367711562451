/** Targets that are verified in groups, pairs that are left out, and what the verification says of both. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readCatalogue } from '../../../record/catalogue.ts';
import { readErrorCases } from '../../../verify/cases.ts';
import { verify } from '../../../verify/index.ts';
import { formatTable } from '../../../verify/words.ts';
import { roundTrips } from '../../../verify/statements.ts';
import { FakeDatabase, FakeTarget, endpointsOf } from '../../support/fake-targets.ts';

const catalogue = readCatalogue();
const [first] = readErrorCases();
const errorCases = [first, { ...first, name: 'of documents', needs: ['mongo'] }];
const { mvc } = catalogue.targets;
catalogue.targets = { one: mvc, two: { ...mvc, unfit: { simple: 'the same as one' } }, three: { ...mvc, flawed: true } };

describe('verify', () => {
  const database = new FakeDatabase();
  const targets: Record<string, FakeTarget> = {};
  const endpoints = endpointsOf((name) => targets[name]);
  const common = { catalogue, errorCases, engine: { endpoints }, short: true, openDatabase: async () => database.connection() };

  before(async () => {
    for (const name of ['one', 'two', 'three']) targets[name] = await new FakeTarget(database).start();
  });
  after(() => Object.values(targets).forEach((target) => target.stop()));

  it('asks each group while it runs, and puts the findings together', async () => {
    const events: string[] = [];
    const verification = await verify({
      ...common,
      targets: ['one', 'two'],
      scenarios: ['read', 'simple'],
      groups: [['one'], ['two']],
      withTargets: async (group, find) => {
        events.push(`start ${group}`);
        const found = await find();
        events.push(`end ${group}`);
        return found;
      },
    });
    assert.deepEqual(verification.differences, []);
    assert.deepEqual(events, ['start one', 'end one', 'start two', 'end two']);
    const pairs = verification.rows.map(({ scenario, target }) => `${scenario} ${target}`);
    assert.deepEqual(pairs, ['read one', 'read two', 'simple one']);
    assert.deepEqual(new Set(verification.others.map(({ target }) => target)), new Set(['one', 'two']));
    assert.equal(verification.errorCases, 1, 'what needs a dependency is not asked for without it');
  });

  it('ends with the matrix, the reasons of its gaps, and what is refused', async () => {
    const text = formatTable(await verify({ ...common, targets: ['one', 'two'], scenarios: ['read', 'simple'] }));
    assert.match(text, /^scenario +one +two\n[- ]+\nread +equal +equal\nsimple +equal +–\n– two: simple \(the same as one\)$/m);
    assert.match(text, /All equal: 2 targets × 2 scenarios, 1 pair not measured, and 1 error case,/);
    targets.two.cheat = ({ path }) => void (path.startsWith('/members/1') && database.select(1));
    const refused = await verify({ ...common, targets: ['one', 'two'], scenarios: ['read'] });
    targets.two.cheat = () => undefined;
    assert.match(formatTable(refused), /^read +equal +DIFFERS$/m);
    assert.match(formatTable(refused), /Refused: two\.$/);
  });

  it('compares headers that no case lists between groups, too', async () => {
    const withoutType = structuredClone(catalogue);
    withoutType.scenarios.simple.cases[0].response.headers = {};
    targets.three.cheat = ({ path }) => (path === '/simple' ? { status: 200, headers: {}, body: '{"message":"ok"}' } : undefined);
    const options = { ...common, catalogue: withoutType, targets: ['one', 'three'], scenarios: ['simple'], groups: [['one'], ['three']] };
    const { differences } = await verify(options);
    targets.three.cheat = () => undefined;
    assert.deepEqual(differences, ['simple, case the constant: header content-type: one "application/json", three none']);
  });
});

it('the round trips of a request are its statements and what is sent around them, but not what goes along with them or has no answer', () => {
  const framing = { set_option: 2, commit: 1, stmt_prepare: 1, stmt_execute: 2, stmt_close: 1 };
  assert.equal(roundTrips({ perRequest: { select: 1, update: 1 }, framing, rowsRead: 1, rowsWritten: 1 }), 6);
  assert.equal(roundTrips({ perRequest: {}, framing: {}, rowsRead: 0, rowsWritten: 0 }), 0);
});
