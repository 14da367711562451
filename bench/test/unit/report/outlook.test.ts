import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continuationText, outlookText, soFarText, type Outlook } from '../../../report/words/ratios/outlook.ts';

const outlook: Outlook = { halfWidth: 0.248, withoutInterval: [], assumed: [], aim: 0.1, aimSeconds: 4150 };

test('what the budget gives, and what the aim takes, in words', () => {
  assert.equal(outlookText(outlook), 'this machine and budget: about ±25 %; ±10 % needs about 70 minutes');
  assert.equal(outlookText({ ...outlook, halfWidth: 0.07 }), 'this machine and budget: about ±7 %');
  assert.equal(
    outlookText({ ...outlook, halfWidth: 0.07, aim: 0.05, aimSeconds: null }),
    'this machine and budget: about ±7 %; ±5 % needs more than a day',
  );
  assert.equal(
    outlookText({ ...outlook, halfWidth: null, withoutInterval: ['read'], assumed: ['block', 'round'] }),
    'this machine and budget: too few rounds for an interval; ±10 % needs about 70 minutes ' +
      '(not measured yet, assumed: 6 % between slices and 4 % between JVMs)',
  );
  assert.equal(
    outlookText({ ...outlook, halfWidth: 0.07, withoutInterval: ['read', 'create'], assumed: ['round'] }),
    'this machine and budget: about ±7 %, no interval of read and create; ±10 % needs about 70 minutes ' +
      '(not measured yet, assumed: 4 % between JVMs)',
  );
});

test('how a run is continued, in words', () => {
  assert.equal(
    continuationText({ id: 'r1', aim: 0.1, seconds: 2650 }, 'make compare'),
    '±10 % needs about 45 minutes more: make compare RESUME=r1 BUDGET=45',
  );
  assert.equal(
    continuationText({ id: 'r1', aim: 0.025, seconds: null }, 'make sweep'),
    '±2.5 % needs more than a day: make sweep RESUME=r1 BUDGET=60',
  );
});

test('how far a run is, in words', () => {
  const part = (round: number, state: 'ok' | 'pending' | 'failed') => ({ scenario: 'read', round, state }) as any;
  const of = (...parts: any[]) => soFarText({ parts });
  assert.equal(of(part(1, 'ok'), part(1, 'failed'), part(2, 'pending')), 'so far, after round 1');
  assert.equal(of(part(1, 'ok'), part(2, 'ok'), part(2, 'pending')), 'so far, in round 2');
  assert.equal(of(part(1, 'pending')), 'so far, in round 1');
});
