/** A sequence of blocks, as far as it needs no k6. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAP_SECONDS, blocksText, parseBlocks, sequenceOf, slicesOf } from '../../../../k6/lib/blocks.js';
import { InputError } from '../../../../k6/lib/input.js';
import { loadStartMs, sliceRequestsMetric, summaryText } from '../../../../k6/lib/summary.js';
import { k6Summary } from '../../fixtures/bundle-files.ts';

const TARGETS = ['mvc', 'mvc-vt', 'webflux-jdbc'];
const mirrored = (vus = 300) => [
  { vus, targets: ['mvc', 'mvc-vt'] },
  { vus, targets: ['mvc-vt', 'mvc'] },
];

test('slices are numbered over the whole sequence, and a gap follows each', () => {
  assert.equal(GAP_SECONDS, 1);
  assert.deepEqual(slicesOf([{ vus: 50, targets: ['mvc'] }, ...mirrored().slice(1)], 5), [
    { slice: 1, block: 1, target: 'mvc', vus: 50, startSecond: 0 },
    { slice: 2, block: 2, target: 'mvc-vt', vus: 300, startSecond: 6 },
    { slice: 3, block: 2, target: 'mvc', vus: 300, startSecond: 12 },
  ]);
});

test('the text of blocks is read as it is written', () => {
  assert.equal(blocksText(mirrored()), '300:mvc,mvc-vt;300:mvc-vt,mvc');
  const different = [
    { vus: 1, targets: ['mvc'] },
    { vus: 20_000, targets: TARGETS },
  ];
  for (const blocks of [mirrored(), different, different.slice(0, 1)]) {
    assert.deepEqual(parseBlocks(blocksText(blocks), TARGETS, 7), blocks);
  }
  const withoutUsers = parseBlocks('mvc,mvc-vt;50:mvc-vt,mvc', TARGETS, 7);
  assert.deepEqual(withoutUsers, [mirrored(7)[0], mirrored(50)[1]], 'a block may leave its users out');
});

test('without BLOCKS there is no sequence, with it the profile gives the level', () => {
  assert.equal(sequenceOf({ TARGET: 'mvc', BLOCK_VUS: '7' }, TARGETS), null);
  const BLOCKS = 'mvc,mvc-vt;mvc-vt,mvc';
  const usual = { blocks: mirrored(), slices: slicesOf(mirrored(), 5), sliceSeconds: 5, gapSeconds: 1 };
  assert.deepEqual(sequenceOf({ BLOCKS }, TARGETS), usual);
  assert.deepEqual(sequenceOf({ BLOCKS, PROFILE: 'smoke' }, TARGETS)?.blocks, mirrored(20));
  const given = sequenceOf({ BLOCKS, BLOCK_VUS: '7', SLICE_SECONDS: '2' }, TARGETS);
  assert.deepEqual(given, { blocks: mirrored(7), slices: slicesOf(mirrored(7), 2), sliceSeconds: 2, gapSeconds: 1 });
  const withoutGaps = sequenceOf({ BLOCKS, SLICE_SECONDS: '2', GAP_SECONDS: '0' }, TARGETS)?.slices;
  assert.equal(withoutGaps?.map(({ startSecond }) => startSecond).join(), '0,2,4,6');
});

test('invalid blocks are one line that says what is accepted', () => {
  const inputs: [Record<string, string>, RegExp][] = [
    [{ BLOCKS: '' }, /^BLOCKS=: '' is unknown; accepted are targets, .* blocks separated by ';', .*: mvc, mvc-vt, webflux-jdbc$/],
    [{ BLOCKS: 'mvc;' }, /^BLOCKS=mvc;: '' is unknown; /],
    [{ BLOCKS: 'mvc, mvc-vt' }, /^BLOCKS=mvc, mvc-vt: ' mvc-vt' is unknown; /],
    [{ BLOCKS: 'mvc;mvc-vt,nope' }, /^BLOCKS=mvc;mvc-vt,nope: 'nope' is unknown; /],
    [{ BLOCKS: 'mvc;mvc-vt,mvc-vt' }, /^BLOCKS=mvc;mvc-vt,mvc-vt: 'mvc-vt' occurs twice in a block; /],
    [{ BLOCKS: 'mvc', SLICE_SECONDS: '1' }, /^SLICE_SECONDS=1: accepted is a whole number from 2 to 3600$/],
    [{ BLOCKS: 'mvc', SLICE_SECONDS: '3601' }, /^SLICE_SECONDS=3601: accepted is a whole number from 2 to 3600$/],
    [{ BLOCKS: 'mvc', GAP_SECONDS: '121' }, /^GAP_SECONDS=121: accepted is a whole number from 0 to 120$/],
    [{ BLOCKS: 'mvc;0:mvc' }, /^BLOCKS=mvc;0:mvc: a block has 0 VUs; accepted are 1 to 20000$/],
    [{ BLOCKS: '20001:mvc' }, /^BLOCKS=20001:mvc: a block has 20001 VUs; /],
    [{ BLOCKS: 'x:mvc' }, /^BLOCKS=x:mvc: 'x:mvc' is unknown; /],
    [{ BLOCKS: 'mvc', BLOCK_VUS: '0' }, /^BLOCK_VUS=0: accepted is a whole number from 1 to 20000$/],
  ];
  for (const name of ['TARGET', 'VUS_START', 'VUS_STEP', 'STAGES', 'STAGE_SECONDS', 'RATE', 'RATE_SECONDS', 'RATE_VUS']) {
    inputs.push([{ BLOCKS: 'mvc', [name]: '3' }, new RegExp(`^${name}=3: not accepted together with BLOCKS, which replaces it$`)]);
  }
  for (const [env, line] of inputs) {
    assert.throws(
      () => sequenceOf(env, TARGETS),
      (error) => error instanceof InputError && line.test(error.message) && !error.message.includes('\n'),
      JSON.stringify(env),
    );
  }
});

test('the summary of a sequence: its rate is over the slices, and it starts with the first of them', () => {
  const data = k6Summary({
    ...{ http_reqs: { count: 204 }, [sliceRequestsMetric(2)]: { count: 120 }, iterations: { count: 200 } },
    ...{ http_req_failed: { rate: 0, passes: 0, fails: 204 }, http_req_duration: { med: 1 } },
    ...{ scenario_start_ms: { value: 106_000, min: 100_000, max: 106_000 }, scenario_end_ms: { value: 111_002 } },
  });
  assert.equal(loadStartMs(data), 100_000);
  assert.equal(loadStartMs({ metrics: {} }), undefined);
  assert.equal(sliceRequestsMetric(2), 'http_reqs{slice:2}');
  const load = '7 VUs, 2 slices of 5 s';
  const plan = { scenario: 'read', title: 'read on mvc, mvc-vt, 1 block', load, seconds: 11, loadedSeconds: 10 };
  const text = summaryText(data, { ...plan, nowMs: 0, closedLoop: true, setupRequests: 4 });
  assert.match(text, /read on mvc, mvc-vt, 1 block: 7 VUs, 2 slices of 5 s, 11 s\n +requests +200, 20\.0\/s,/);
});
