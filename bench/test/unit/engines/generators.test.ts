/** The load generators of the engines. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGenerators } from '../../../engines/docker/compose.ts';
import { createGenerators as createNativeGenerators, ownCpus } from '../../../engines/native/generators.ts';

describe('load generators', () => {
  it('have numbers where there are several, and are started as they are where nothing limits them', () => {
    const names = (count: number) => createNativeGenerators(count, null).map(({ name, process }) => `${name}: ${process}`);
    assert.deepEqual([names(1), names(2)], [['k6: generator'], ['k6-1: generator 1', 'k6-2: generator 2']]);
    const [{ cpus, node, command }] = createNativeGenerators(1, null);
    assert.deepEqual([cpus, node], [null, null]);
    assert.deepEqual(command(['k6', 'run'], { A: '1' }), { words: ['k6', 'run'], environment: { A: '1' } });
  });

  it('that are pinned have CPUs of their own, as long as there are some', () => {
    const first = (each: number) => [0, 1, 2].map((index) => ownCpus([3, 2, 1, 0], each, index).join());
    assert.deepEqual(first(1), ['3', '2', '1']);
    assert.deepEqual(first(2), ['3,2', '1,0', '3,2']);
    assert.deepEqual(ownCpus([1, 0], 4, 1), [1, 0], 'no more than there are');
  });

  it('in containers are told apart by their label, and get the variables by name', () => {
    const compose = { runWords: (flags: string[]) => ['docker-compose', 'run', ...flags] } as any;
    const [one, other] = createGenerators(compose, { checkout: '/src', count: 2, cpus: 0.5 });
    const { words, environment } = other.command(['k6', 'run', '/app/k6/read.js'], { K6_ROLLUP_HLOG: '/app/results/x/http-2.hlog' });
    assert.match(words.join(' '), /^docker-compose run --label stackbench\.generator=generator 2 --user /);
    assert.match(words.join(' '), / --volume \/src\/results:\/app\/results:rw .*--env K6_ROLLUP_HLOG k6 run \/app\/k6\/read\.js$/);
    assert.deepEqual(environment, { K6_ROLLUP_HLOG: '/app/results/x/http-2.hlog' });
    assert.deepEqual([one.process, one.cpus], ['generator 1', 0.5]);
  });
});
