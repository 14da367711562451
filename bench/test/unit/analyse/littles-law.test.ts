import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explanationOf, littlesLaw } from '../../../analyse/slice/littles-law.ts';

const S = 1_700_000_000;

/** @param spent from S on @returns of a slice whose plateau is S+1…S+4 */
function law(vus: number, spent: [iterations: number, requests: number][]) {
  const seconds = spent.map(([iterations, requests], second) => ({ second: S + second, iterations, requests }));
  return littlesLaw({ vus, plateauStartMs: (S + 1) * 1000, plateauEndMs: (S + 5) * 1000 }, seconds);
}

/** @param users the same in each second */
const always = (users: number) => Array.from({ length: 6 }, (): [number, number] => [users, users]);

describe('Little’s law', () => {
  it('takes the mean of the seconds of the plateau, and of no others', () => {
    const found = law(10, [[99, 99], [9, 8], [11, 9], [10, 9], [10, 10], [99, 99]]); // prettier-ignore
    assert.deepEqual(found, { users: 10, betweenRequests: 1 - 9 / 10, holds: true });
  });

  it('counts a second in which nobody was in an iteration', () => {
    assert.deepEqual(law(10, [[0, 0], [0, 0], [10, 10]]), { users: 2.5, betweenRequests: 0, holds: false }); // prettier-ignore
    assert.deepEqual(law(4, []), { users: 0, betweenRequests: 0, holds: false });
  });

  it('does not hold beyond 3 %, on either side', () => {
    const holds = [96.9, 97.1, 102.9, 103.1].map((users) => law(100, always(users))?.holds);
    assert.deepEqual(holds, [false, true, true, false]);
  });

  it('says nothing without the users’ time, and of a slice without a plateau', () => {
    const slice = { vus: 10, plateauStartMs: S * 1000, plateauEndMs: (S + 4) * 1000 };
    assert.equal(littlesLaw(slice, null), null);
    assert.equal(littlesLaw({ ...slice, plateauEndMs: S * 1000 }, [{ second: S, iterations: 10, requests: 10 }]), null);
  });

  for (const [what, [vus, users, unanswered, isGeneratorLimit], expected] of [
    ['nothing is known', [100, 90, 0, false], null],
    ['requests were never answered', [100, 9, 90, false], { kind: 'never answered', requests: 90 }],
    ['fewer requests were never answered: 59 of 100', [100, 9, 50, false], null],
    ['there are more users than the slice has, and requests were never answered', [8, 9, 90, false], null],
    ['the generator had no CPU left for the users between two iterations', [100, 90, 0, true], { kind: 'generator' }],
    ['there is nothing to explain', [100, 98, 0, true], null],
    ['there are more users than the slice has, and the generator had no CPU left', [100, 110, 0, true], null],
  ] as [what: string, of: [vus: number, users: number, unanswered: number, isGeneratorLimit: boolean], expected: object | null][]) {
    it(`is ${expected ? '' : 'not '}explained where ${what}`, () => {
      const found = law(vus, always(users));
      assert.deepEqual(found && explanationOf(found, vus, unanswered, isGeneratorLimit), expected);
    });
  }
});
