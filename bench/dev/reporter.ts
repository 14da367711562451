/** Reporter of `node --test`: the tests that failed, those that took long or were skipped for a reason, and the number of all. */
import path from 'node:path';
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';

/** What takes longer decides how long the suite takes. */
const SLOW_MS = 10_000;

export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let tests = 0;
  let failed = 0;
  const printed = new Map<string | undefined, string>();
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') printed.set(data.file, (printed.get(data.file) ?? '') + data.message);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // What holds tests fails with them, which says nothing new; but if it fails in a hook, its tests are cancelled without a reason.
    if (data.details.type === 'suite') {
      if (type === 'test:fail' && failedInHook(data)) yield failure(data, '');
      continue;
    }
    tests++;
    if (data.details.duration_ms > SLOW_MS) yield `slow: ${Math.round(data.details.duration_ms / 1000)} s, ${data.name}\n`;
    // Without a reason it is a test of another system.
    if (typeof data.skip === 'string') yield `skipped: ${data.name}: ${data.skip}\n`;
    if (type === 'test:pass') continue;
    failed++;
    yield failure(data, printed.get(data.file) ?? '');
    printed.delete(data.file);
  }
  yield `${tests} tests, ${failed} failed\n`;
}

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data'];

/** @returns of its own, not of one of its tests */
function failedInHook({ details: { error } }: Failure): boolean {
  return 'failureType' in error && error.failureType === 'hookFailed';
}

/** @param printed by the file since its last failure */
function failure({ name, file, line, details: { error } }: Failure, printed: string) {
  const place = file ? `${path.relative(process.cwd(), file)}${line ? `:${line}` : ''}` : '';
  return `✖ ${name} (${place})\n${indented(inspect(error.cause ?? error))}\n${printed && `${indented(printed.trimEnd())}\n`}\n`;
}

function indented(text: string) {
  return text.replaceAll(/^/gm, '  ');
}
