/** Targets that start, are at rest, and have their CPU limits lifted. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atRest, readySecondsIn, underLimit, withoutLimit } from '../../../measure/jvms.ts';
import { Spent } from '../../../measure/spent.ts';
import { warmed } from '../../../measure/warmed.ts';
import { RunAborted } from '../../../util/errors.ts';

type Limiting = Parameters<typeof withoutLimit>[0];

it('a target that has no place ends the run, so that the rest can be measured later', async () => {
  const noPlace = new RunAborted('mvc: there is no node for it');
  const context = { jvms: { running: () => Promise.reject(noPlace) }, spent: new Spent() };
  await assert.rejects(warmed(context as any, 'read', ['mvc'], '/nowhere'), (error) => error === noPlace);
});

describe('a target at rest', () => {
  it('says how long Spring Boot took until it was ready', () => {
    const metrics = [
      '# TYPE application_ready_time_seconds gauge',
      'application_ready_time_seconds{main_application_class="stackbench.mvc.Application",target="mvc"} 2.345',
      'application_started_time_seconds{target="mvc"} 2.1',
      '',
    ].join('\n');
    assert.equal(readySecondsIn(metrics), 2.345);
    assert.equal(readySecondsIn('application_ready_time_seconds 3\n'), 3);
    assert.equal(readySecondsIn('jvm_threads_live_threads 20\n'), null, 'a target of another framework');
    assert.equal(readySecondsIn('application_ready_time_seconds NaN\n'), null);
  });

  it('has the memory of its process; what cannot be found out is null', async () => {
    const unreachable = 'http://127.0.0.1:1/metrics';
    const { readySeconds, restRssBytes } = await atRest(unreachable, { pid: process.pid });
    assert.equal(readySeconds, null);
    if (process.platform === 'linux') assert.ok(Number(restRssBytes) > 2 ** 20);
    assert.equal((await atRest(unreachable, undefined)).restRssBytes, null);
  });
});

describe('the CPU limit', () => {
  /** @returns what the engine was told @param canLift can it? */
  async function told(action: (targets: Limiting, act: () => Promise<void>) => Promise<unknown>, canLift = true) {
    const calls: string[] = [];
    const limit = async (target: string, limited: boolean) => void calls.push(`${limited ? 'limit' : 'lift'} ${target}`);
    await action({ canLift, limit }, async () => void calls.push('act'));
    return calls.join(', ');
  }
  const failing = () => Promise.reject(new Error('no answer'));

  it('of all targets is lifted for the action alone, comes back where it fails, and stays where the engine cannot lift it', async () => {
    const both = ['mvc', 'webflux'];
    const around = (canLift: boolean) => told((targets, act) => withoutLimit(targets, both, act), canLift);
    assert.deepEqual([await around(true), await around(false)], ['lift mvc, lift webflux, act, limit webflux, limit mvc', 'act']);
    const afterFailure = await told((targets) => assert.rejects(withoutLimit(targets, both, failing), /no answer/));
    assert.equal(afterFailure, 'lift mvc, lift webflux, limit webflux, limit mvc');
  });

  it('can be in force meanwhile for some of it', async () => {
    const limited = (isLimited: boolean) =>
      told((targets, act) => withoutLimit(targets, ['mvc'], () => underLimit(targets, 'mvc', isLimited, act)));
    assert.equal(await limited(true), 'lift mvc, limit mvc, act, lift mvc, limit mvc');
    assert.equal(await limited(false), 'lift mvc, act, limit mvc');
    assert.equal(await told((targets) => assert.rejects(underLimit(targets, 'mvc', true, failing), /no answer/)), 'limit mvc, lift mvc');
  });
});
