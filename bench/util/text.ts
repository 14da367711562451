/** Numbers and lists for people, in the runner and on the page. A missing figure is a dash. */

type Figure = number | null | undefined;

const NONE = '–';

/** Three significant digits below 100, whole numbers above, thousands separated. */
export function number(value: Figure) {
  if (value === null || value === undefined) return NONE;
  const magnitude = Math.abs(value);
  if (magnitude >= 99.95 || value === 0) return fixed(value, 0);
  if (magnitude >= 9.995) return fixed(value, 1);
  if (magnitude >= 0.9995) return fixed(value, 2);
  return fixed(value, 3);
}

/** By the number of digits: `toLocaleString` makes one for every number, which took half of a report's time. */
const formats = new Map<number, Intl.NumberFormat>();

export function fixed(value: Figure, digits: number) {
  if (value === null || value === undefined) return NONE;
  const format = formats.get(digits) ?? new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(digits, format);
  return format.format(value);
}

/** @param value a count */
export function count(value: Figure) {
  return fixed(value, 0);
}

/** @param share 0…1 @param digits at most */
export function percent(share: Figure, digits = 1) {
  if (share === null || share === undefined) return NONE;
  return `${fixed(share * 100, digits).replace(/\.0$/, '')} %`;
}

export function plusMinus(share: number) {
  return `±${fixed(share * 100, 1)} %`;
}

/** A relative difference with its sign. */
export function signedPercent(share: number) {
  const digits = fixed(Math.abs(share) * 100, 1);
  if (digits === '0.0') return '0.0 %';
  return `${share > 0 ? '+' : '−'}${digits} %`;
}

export function mebibytes(bytes: Figure) {
  return bytes === null || bytes === undefined ? NONE : fixed(bytes / 2 ** 20, 0);
}

/** @param range smallest and largest */
export function span(range: [number, number] | null) {
  return range ? range.map(number).join('–') : NONE;
}

export function duration(ms: number) {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @returns '2026-11-21 09:30:00 UTC' */
export function instant(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** @param nouns its plural */
export function plural(amount: number, noun: string, nouns = `${noun}s`) {
  return `${count(amount)} ${amount === 1 ? noun : nouns}`;
}

/** @param values at least one @returns '3 to 5' of the least and the largest; '3' where both read alike */
export function fromTo(values: number[], text: (value: number) => string): string {
  return [...new Set([Math.min(...values), Math.max(...values)].map(text))].join(' to ');
}

/** @returns 'a', 'a and b', 'a, b and c' */
export function list(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** @param width in characters @returns lines; a word that is wider stands alone */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

type Exit = { code: number | null; signal: string | null };

/** @param exit of a process @returns how it ended: 'SIGKILL', 'exit code 1' */
export function exitText({ code, signal }: Exit): string {
  return signal ?? `exit code ${code}`;
}

/** What a JVM with -XX:+ExitOnOutOfMemoryError exits with (services/jvm.args). Source: JDK, debug.cpp, report_java_out_of_memory. */
const OUT_OF_MEMORY = 3;

/** @param exit of a target @returns how it ended: 'exit code 3: out of memory' */
export function targetExitText(exit: Exit): string {
  return exit.code === OUT_OF_MEMORY ? `${exitText(exit)}: out of memory` : exitText(exit);
}
