/** What Maven, Go and Node.js with our reporter print of their tests: how many there were, and what failed. */
import { sum } from '../util/math.ts';

/** A test that fails says so at the start; what follows are the values that it compared. */
const MOST_LINES = 20;
/** Its name, what was asserted, and how the values begin. */
const LINES_AT_END = 5;

/** @returns the sum of what each module reports at its end, without that of each class before it */
export function mavenTests(output: string): number {
  const modules = [...output.matchAll(/Tests run: (\d+), Failures: \d+, Errors: \d+, Skipped: \d+$/gm)];
  return sum(modules.map(([, tests]) => Number(tests)));
}

/** @returns test, line and assertion of each that failed; where none did, why there was no test */
export function mavenFailures(output: string): string {
  const summaries = [...output.matchAll(/^\[ERROR\] (?:Failures|Errors): *\n([^]*?)^\[INFO\] *$/gm)].map(([, text]) => text);
  if (summaries.length === 0) return shortened(output.match(/^\[ERROR\].*$/gm)?.join('\n') ?? output);
  const tests = summaries
    .join('')
    .split(/^\[ERROR\] +(?!Errors:)/m)
    .filter(Boolean);
  return tests.map((text) => shortened(text.replace(/^\[ERROR\] Errors: *\n/m, ''))).join('\n');
}

/** @param output of `go test -v` */
export function goTests(output: string): number {
  return output.match(/^ *--- (PASS|FAIL):/gm)?.length ?? 0;
}

/** @param output of `go test -v` @returns without the tests that passed */
export function goFailures(output: string): string {
  return output.replaceAll(/^ *(===|--- (PASS|SKIP):).*\n/gm, '').trimEnd();
}

/** @param output of `reporter.ts` @returns each test that failed, with its reason; at the end a line of each: who sees the end of a log alone, sees all */
export function nodeFailures(output: string): string {
  const texts = output.replaceAll(/^(slow|skipped): .*\n/gm, '').split(/^(?=✖ )/m);
  const tests = texts.filter((text) => text.startsWith('✖ '));
  return tests.length === 0 ? shortened(output) : [...tests.map(shortened), ...tests.map(inOneLine)].join('\n');
}

/** @param output of `reporter.ts` @returns a line for each test that took long or was skipped for a reason */
export function nodeRemarks(output: string): string[] {
  return output.match(/^(slow|skipped): .+$/gm) ?? [];
}

/** @param output of `reporter.ts` */
export function nodeTests(output: string): number {
  return Number(/^(\d+) tests, \d+ failed$/m.exec(output)?.[1] ?? 0);
}

function inOneLine(text: string) {
  const lines = text.split(/\s*\n\s*/);
  return lines.slice(0, LINES_AT_END).join(' ');
}

function shortened(text: string) {
  const lines = text.trimEnd().split('\n');
  return lines.length <= MOST_LINES ? lines.join('\n') : [...lines.slice(0, MOST_LINES), '…'].join('\n');
}
