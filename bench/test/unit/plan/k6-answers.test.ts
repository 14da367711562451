/** What a k6 script expects of its answers, of the load that k6 runs, and of a run by hand. Needs no k6. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { difference, isCompared } from '../../../../k6/lib/answer.js';
import { expectedAnswer } from '../../../../k6/lib/expected.js';
import { sequenceOf } from '../../../../k6/lib/blocks.js';
import { loadOptions, sequenceOptions } from '../../../../k6/lib/options.js';
import { staircase } from '../../../../k6/lib/profiles.js';
import { isSameLoad } from '../../../../k6/lib/same-load.js';
import { readCatalogue } from '../../../record/catalogue.ts';

const { scenarios, targets } = readCatalogue();

/** @returns as db-init/02-seed.sql makes it */
const memberText = (id: number): string =>
  `{"id":${id},"name":"member-${String(id).padStart(5, '0')}","age":${18 + (id % 60)},"teamId":${1 + (id % 100)}}`;

/** @param body of an answer with the first case's headers */
function compared(scenario: string, path: string, body: string, status: number = scenarios[scenario].expect.status) {
  const { cases, request } = scenarios[scenario];
  const expected = expectedAnswer(cases, { method: request.method, path, body: request.body ?? '' }, status);
  if (expected === null) return 'not compared';
  const { headers } = expected;
  return difference(expected, { status, headers, body });
}

test('a user compares many of its first answers, which may be all that a short run has, and one of 200 later', () => {
  const numbers = Array.from({ length: 650 }, (_, index) => index + 1).filter(isCompared);
  assert.deepEqual(numbers, [1, 2, 4, 8, 16, 32, 64, 128, 200, 400, 600]);
});

describe('the answers that the load should get', () => {
  for (const [name, { request, expect, cases }] of Object.entries(scenarios)) {
    test(`${name}: every accepted answer is compared, and another body is not taken for it`, () => {
      for (const status of expect.statuses ?? [expect.status]) {
        const path = request.path.replaceAll(/\{\w+\}/g, '523');
        const expected = expectedAnswer(cases, { method: request.method, path, body: request.body ?? '' }, status);
        assert.ok(expected, `status ${status}`);
        const digits = expected.body.replaceAll(/\$\{\w+\}/g, '7');
        const headers = Object.entries(expected.headers).map(([key, value]) => [key, value.replace('${id}', '7')]);
        const answer = { status, headers: Object.fromEntries(headers) };
        assert.equal(difference(expected, { ...answer, body: digits }), null);
        for (const body of ['', '{}', '<html>', digits.slice(0, -1), `${digits} `])
          assert.ok(difference(expected, { ...answer, body }), body);
      }
    });
  }

  test('numbers that follow from those of the path must do so, with their zeros', () => {
    for (const id of [1, 7, 523, 9999, 10_000]) assert.equal(compared('read', `/members/${id}`, memberText(id)), null);
    assert.match(String(compared('read', '/members/523', memberText(524))), /^body .* instead of /, "another user's answer");
    assert.match(String(compared('read', '/members/523', memberText(523).replace('member-00523', 'member-523'))), /^body /);
    const four = (id: number) => `{"members":[${[0, 1, 2, 3].map((more) => memberText(id + more)).join(',')}]}`;
    assert.equal(compared('aggregate', '/aggregate/500', four(500)), null);
    assert.match(String(compared('aggregate', '/aggregate/500', four(501))), /^body /);
    const swapped = four(500).replace(memberText(501), memberText(502));
    assert.match(String(compared('aggregate', '/aggregate/500', swapped)), /^body /);
  });

  test('a request that no case has is compared by the number of its path, an answer that no case has not at all', () => {
    const full = (event: number) =>
      `{"type":"about:blank","title":"Conflict","status":409,"detail":"event ${event} is full","instance":"/events/${event}/places"}`;
    assert.equal(compared('lock', '/events/1/places', '{"event":1,"placesLeft":42}', 200), null);
    assert.match(String(compared('lock', '/events/1/places', '{"event":3,"placesLeft":42}', 200)), /^body /);
    assert.equal(compared('lock', '/events/1/places', full(1), 409), null);
    assert.match(String(compared('lock', '/events/1/places', full(2), 409)), /^body /);
    assert.equal(compared('lock', '/events/1/places', 'oops', 500), 'not compared');
    assert.equal(compared('simple', '/nowhere', 'oops'), 'not compared');
  });

  test('one case alone does not say that a number is always the same', () => {
    const response = { status: 200, headers: {}, body: '{"id":5,"age":19}' };
    const cases = [{ request: { method: 'GET', path: '/people/5' }, response }];
    assert.equal(expectedAnswer(cases, { method: 'GET', path: '/people/8', body: '' }, 200)?.body, '{"id":8,"age":${any3}}');
  });

  test('cases whose answers differ in more than numbers tell nothing about a third request', () => {
    const cases = ['a', 'b'].map((word, index) => ({
      request: { method: 'GET', path: `/words/${index}` },
      response: { status: 200, headers: {}, body: `"${word}"` },
    }));
    assert.equal(expectedAnswer(cases, { method: 'GET', path: '/words/2', body: '' }, 200), null);
    assert.equal(expectedAnswer(cases, { method: 'GET', path: '/words/1', body: '' }, 200)?.body, '"b"');
  });
});

function optionsFor(env: Record<string, string>, name = 'read') {
  const sequence = sequenceOf(env, Object.keys(targets));
  if (sequence) return sequenceOptions({ name }, sequence, env);
  return loadOptions({ name, leavesBacklog: scenarios[name].leavesBacklog }, env.TARGET, staircase(env).stages, env);
}

/** What k6 v2.2.0 makes of the scenario of `smoke`. */
const inK6 = {
  read: {
    ...{ executor: 'ramping-vus', startTime: null, gracefulStop: '1m5s', env: null, exec: null, startVUs: 10, gracefulRampDown: null },
    tags: { name: 'read', round: '1', run: 'manual', scenario: 'read', target: 'mvc' },
    stages: [10, 20].flatMap((target) => ['0s', '3s'].map((duration) => ({ duration, target }))),
  },
};

test('the load that k6 runs is the script’s if it has all that the script says, in k6’s own words', () => {
  const load = (env: Record<string, string>) => optionsFor({ TARGET: 'mvc', PROFILE: 'smoke', ...env }).scenarios ?? {};
  assert.ok(isSameLoad(load({}), inK6));
  const others = { TARGET: 'mvc-vt', STAGES: '1', STAGE_SECONDS: '4', VUS_START: '9', RUN: 'r2', ROUND: '2', RATE: '10' };
  for (const [name, value] of Object.entries(others)) assert.ok(!isSameLoad(load({ [name]: value }), inK6), name);
  assert.ok(!isSameLoad(load({}), { default: { executor: 'shared-iterations', vus: 5, iterations: 5 } }));
  assert.ok(!isSameLoad(load({}), { ...inK6, more: {} }));
  const backlog = optionsFor({ TARGET: 'mvc', PROFILE: 'smoke', THRESHOLDS: 'off' }, 'block').scenarios ?? {};
  const { read } = inK6;
  const block = { ...read, tags: { ...read.tags, name: 'block', scenario: 'block' }, gracefulStop: '2m0s' };
  assert.ok(isSameLoad(backlog, { block }));
});

test('a run by hand fails by thresholds and waits until every request has ended; the runner’s does neither', () => {
  const judged = { http_req_failed: ['rate==0'], checks: ['rate==1'], requests_unanswered: ['count==0'] };
  const hand = optionsFor({ TARGET: 'mvc' });
  assert.deepEqual([hand.thresholds, hand.discardResponseBodies, hand.scenarios?.read.gracefulStop], [judged, undefined, '65s']);
  assert.equal(optionsFor({ TARGET: 'mvc' }, 'block').scenarios?.block.gracefulStop, '185s');
  const runner = optionsFor({ TARGET: 'mvc', THRESHOLDS: 'off' });
  assert.deepEqual([runner.thresholds, runner.discardResponseBodies, runner.scenarios?.read.gracefulStop], [{}, true, '5s']);

  const stops = (env: Record<string, string>) => {
    const slices = Object.values(optionsFor({ BLOCKS: 'mvc,mvc-vt', ...env }).scenarios ?? {});
    return slices.map(({ gracefulStop }) => gracefulStop).join();
  };
  const off = { THRESHOLDS: 'off' };
  const stopsWithGaps = ['3', '0'].map((GAP_SECONDS) => stops({ ...off, GAP_SECONDS }));
  assert.deepEqual([stops({}), stops(off), ...stopsWithGaps], ['900ms,65s', '900ms,900ms', '2900ms,2900ms', '900ms,900ms']);
  const counting = { 'http_reqs{slice:1}': ['count>=0'], 'http_reqs{slice:2}': ['count>=0'] };
  assert.deepEqual(optionsFor({ BLOCKS: 'mvc,mvc-vt', THRESHOLDS: 'off' }).thresholds, counting);
  assert.deepEqual(optionsFor({ BLOCKS: 'mvc,mvc-vt' }).thresholds, { ...judged, ...counting });
  assert.throws(() => optionsFor({ TARGET: 'mvc', THRESHOLDS: 'yes' }), { message: 'THRESHOLDS=yes is unknown; accepted: on, off' });
});
