import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explanationOf, littlesLaw } from '../../../analyse/slice/littles-law.ts';

const S = 1_700_000_000;

/** A slice whose plateau is S+1…S+4. */
function slice(vus: number) {
  return { vus, plateauStartMs: (S + 1) * 1000, plateauEndMs: (S + 5) * 1000 };
}

/** @param spent from S on */
function seconds(spent: [iterations: number, requests: number][]) {
  return spent.map(([iterations, requests], second) => ({ second: S + second, iterations, requests }));
}

function law(vus: number, spent: [iterations: number, requests: number][]) {
  const found = littlesLaw(slice(vus), seconds(spent));
  assert.ok(found);
  return found;
}

/** @param users in each second */
function explained(vus: number, users: number, { unanswered = 0, isGeneratorLimit = false }) {
  return explanationOf(law(vus, always(users)), vus, unanswered, isGeneratorLimit);
}

/** The same in each second. */
function always(users: number) {
  return Array.from({ length: 6 }, (): [number, number] => [users, users]);
}

describe('Little’s law', () => {
  it('takes the mean of the seconds of the plateau, and of no others', () => {
    const found = law(10, [[99, 99], [9, 8], [11, 9], [10, 9], [10, 10], [99, 99]]); // prettier-ignore
    assert.deepEqual(found, { users: 10, betweenRequests: 1 - 9 / 10, holds: true, explanation: null });
  });

  it('counts a second in which nobody was in an iteration', () => {
    const found = littlesLaw(slice(10), [{ second: S + 2, iterations: 10, requests: 10 }]);
    assert.equal(found?.users, 2.5);
    assert.equal(found?.holds, false);
  });

  it('does not hold beyond 3 %, on either side', () => {
    const holds = [96.9, 97.1, 102.9, 103.1].map((users) => law(100, always(users)).holds);
    assert.deepEqual(holds, [false, true, true, false]);
    assert.equal(explained(100, 90, {}), null);
  });

  it('is explained where requests were never answered', () => {
    assert.deepEqual(explained(100, 9, { unanswered: 90 }), { kind: 'never answered', requests: 90 });
    assert.equal(explained(100, 9, { unanswered: 50 }), null, '59 of 100');
    assert.equal(explained(8, 9, { unanswered: 90 }), null, 'more users than there are');
  });

  it('is explained where the generator had no CPU left for the users between two iterations', () => {
    assert.deepEqual(explained(100, 90, { isGeneratorLimit: true }), { kind: 'generator' });
    assert.equal(explained(100, 98, { isGeneratorLimit: true }), null, 'nothing to explain');
    assert.equal(explained(100, 110, { isGeneratorLimit: true }), null, 'more users than there are');
  });

  it('tells where nobody spent any time', () => {
    assert.deepEqual(law(4, []), { users: 0, betweenRequests: 0, holds: false, explanation: null });
  });

  it('says nothing without the users’ time, and of a slice without a plateau', () => {
    assert.equal(littlesLaw(slice(10), null), null);
    assert.equal(littlesLaw({ ...slice(10), plateauEndMs: (S + 1) * 1000 }, seconds(always(10))), null);
  });
});
