/** What must not leave the machine of somebody who sends a result. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOBODY, privateIn, withoutPrivate } from '../../../published/small-form/private.ts';

const alice = { words: ['alice', 'alices-laptop'], folders: ['/home/alice', '/home/alice/src/stackbench'] };

describe('a text without what is private', () => {
  const cases: [text: string, without: string][] = [
    ['-javaagent:/opt/agent/agent.jar=port=1', '-javaagent:[path]'],
    ['-XX:HeapDumpPath=/home/alice/dumps', '-XX:HeapDumpPath=[path]'],
    ['cannot read /home/alice/src/stackbench/results/x (EACCES)', 'cannot read [path] (EACCES)'],
    ["ENOENT: no such file, open '/var/tmp/a b'", "ENOENT: no such file, open '[path] b'"],
    ['C:\\Users\\alice\\jdk and D:\\x', '[path] and [path]'],
    ['~/jdk', '[path]'],
    ['file:///home/x', '[path]'],
    ['connect to http://build-7.corp.example:8086/write failed', 'connect to http://[host]/write failed'],
    ['connect to http://127.0.0.1:8086 failed', 'connect to http://127.0.0.1:8086 failed'],
    ['Linux 6.1.0 on ALICES-LAPTOP by Alice', 'Linux 6.1.0 on [name] by [name]'],
    ['malice and chalice: 5,877 requests/s, 1/2', 'malice and chalice: 5,877 requests/s, 1/2'],
    ['alice', 'alice'],
  ];
  for (const [text, without] of cases) {
    it(`${text} is ${without}`, () => {
      assert.equal(withoutPrivate(text, alice), without);
      assert.equal(withoutPrivate(without, alice), without, 'the same again');
      assert.equal(withoutPrivate(without, NOBODY), without, 'on another machine too');
    });
  }

  it('is searched for what is left', () => {
    assert.deepEqual(privateIn('"alice": "/home/alice/x"', alice), ['alice', '/home/alice']);
    assert.deepEqual(privateIn('malice', alice), []);
    assert.deepEqual(privateIn('<style>:alice {}</style>', alice), []);
    assert.deepEqual(privateIn('Tag=read.ok,1.000,1.000,0.5,HISTFAAA+alice/x==\n', alice), [], 'an encoded histogram has any letters');
  });
});
