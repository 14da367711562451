import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { littlesLaw } from '../../../analyse/cell/littles-law.js';

const S = 1_700_000_000;

/** A stage of 5 s whose plateau is S+1…S+4. @param {number} vus */
function stage(vus) {
  const at = (/** @type {number} */ second) => (S + second) * 1000;
  return { vus, startMs: at(0), endMs: at(5), plateauStartMs: at(1), plateauEndMs: at(5) };
}

/** @param {[iterations: number, requests: number][]} spent from S on */
function seconds(spent) {
  return spent.map(([iterations, requests], second) => ({ second: S + second, iterations, requests }));
}

/** @param {number} vus @param {[iterations: number, requests: number][]} spent @param {number} [unanswered] @param {boolean} [held] */
function law(vus, spent, unanswered, held) {
  const [found] = littlesLaw([stage(vus)], seconds(spent), { unanswered, isGeneratorLimit: [held === true] });
  assert.ok(found);
  return found;
}

/** The same in each second. @param {number} users */
function always(users) {
  return Array.from({ length: 6 }, () => /** @type {[number, number]} */ ([users, users]));
}

describe('Little’s law', () => {
  it('takes the mean of the seconds of the plateau, and of no others', () => {
    const found = law(10, [[99, 99], [9, 8], [11, 9], [10, 9], [10, 10], [99, 99]]); // prettier-ignore
    assert.deepEqual(found, { users: 10, betweenRequests: 1 - 9 / 10, holds: true, explanation: null });
  });

  it('counts a second in which nobody was in an iteration', () => {
    const [found] = littlesLaw([stage(10)], [{ second: S + 2, iterations: 10, requests: 10 }]);
    assert.equal(found?.users, 2.5);
    assert.equal(found?.holds, false);
  });

  it('does not hold beyond 3 %, on either side', () => {
    const holds = [96.9, 97.1, 102.9, 103.1].map((users) => law(100, always(users)).holds);
    assert.deepEqual(holds, [false, true, true, false]);
    assert.equal(law(100, always(90)).explanation, null);
  });

  it('is explained where requests were never answered', () => {
    assert.deepEqual(law(100, always(9), 90).explanation, { kind: 'never answered', requests: 90 });
    assert.equal(law(100, always(9), 50).explanation, null, '59 of 100');
    assert.equal(law(8, always(9), 90).explanation, null, 'more users than there are');
  });

  it('is explained by them before the last stage only where they are missing there as well: k6 gives up in the end', () => {
    const later = { ...stage(100), plateauStartMs: (S + 5) * 1000, plateauEndMs: (S + 6) * 1000 };
    const explained = (/** @type {number} */ before, /** @type {number} */ after) => {
      const users = Array.from(
        { length: 6 },
        (_, second) => /** @type {[number, number]} */ (second < 5 ? [before, before] : [after, after]),
      );
      return littlesLaw([stage(100), later], seconds(users), { unanswered: 91 }).map((each) => each?.explanation);
    };
    const said = (/** @type {number} */ requests) => ({ kind: 'never answered', requests });
    assert.deepEqual(explained(9, 9), [said(91), said(91)]);
    assert.deepEqual(explained(50, 9), [said(91), said(91)]);
    assert.deepEqual(explained(9, 50), [null, said(91)], '50 at most were under way all the time');
    assert.deepEqual(explained(9, 100), [null, null]);
  });

  it('is explained where the generator had no CPU left for the users between two iterations', () => {
    assert.deepEqual(law(100, always(90), 0, true).explanation, { kind: 'generator' });
    assert.equal(law(100, always(98), 0, true).explanation, null, 'nothing to explain');
    assert.equal(law(100, always(110), 0, true).explanation, null, 'more users than there are');
  });

  it('tells where nobody spent any time', () => {
    assert.deepEqual(law(4, [], 4), {
      users: 0,
      betweenRequests: 0,
      holds: false,
      explanation: { kind: 'never answered', requests: 4 },
    });
  });

  it('says nothing without the users’ time, and of a stage without a plateau', () => {
    assert.deepEqual(littlesLaw([stage(10)], null), [null]);
    assert.deepEqual(littlesLaw([{ ...stage(10), plateauEndMs: (S + 1) * 1000 }], seconds(always(10))), [null]);
  });
});
