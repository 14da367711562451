import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PartFailure } from '../../../measure/part/failure.ts';
import { Spent } from '../../../measure/spent.ts';
import { warmed } from '../../../measure/warmed.ts';
import { RunAborted } from '../../../util/errors.ts';

/** @param error of the start of a JVM */
function start(error: Error) {
  const context = { jvms: { running: () => Promise.reject(error) }, spent: new Spent() };
  return warmed(context as any, 'read', ['mvc'], '/nowhere');
}

describe('a target that does not start', () => {
  it('fails what was to be measured of it', async () => {
    await assert.rejects(start(new Error('mvc ended while it started')), (error) => {
      assert.ok(error instanceof PartFailure);
      assert.equal(error.message, 'mvc ended while it started');
      return true;
    });
  });

  it('ends the run where no target has a place, so that the rest can be measured later', async () => {
    const noPlace = new RunAborted('mvc: there is no node for it');
    await assert.rejects(start(noPlace), (error) => error === noPlace);
  });
});
