/** Numbers and lists for people, in the runner and on the page. A missing figure is a dash. */

/** @typedef {number | null | undefined} Figure */

const NONE = '–';

/** Three significant digits below 100, whole numbers above, thousands separated. @param {Figure} value */
export function number(value) {
  if (value === null || value === undefined) return NONE;
  const magnitude = Math.abs(value);
  if (magnitude >= 99.95 || value === 0) return fixed(value, 0);
  if (magnitude >= 9.995) return fixed(value, 1);
  if (magnitude >= 0.9995) return fixed(value, 2);
  return fixed(value, 3);
}

/** By the number of digits: `toLocaleString` makes one for every number, which took half of a report's time. @type {Map<number, Intl.NumberFormat>} */
const formats = new Map();

/** @param {Figure} value @param {number} digits */
export function fixed(value, digits) {
  if (value === null || value === undefined) return NONE;
  const format = formats.get(digits) ?? new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(digits, format);
  return format.format(value);
}

/** @param {Figure} value a count */
export function count(value) {
  return fixed(value, 0);
}

/** @param {Figure} share 0…1 @param {number} [digits] at most */
export function percent(share, digits = 1) {
  if (share === null || share === undefined) return NONE;
  return `${fixed(share * 100, digits).replace(/\.0$/, '')} %`;
}

/** @param {number} share */
export function plusMinus(share) {
  return `±${fixed(share * 100, 1)} %`;
}

/** A relative difference with its sign. @param {number} share */
export function signedPercent(share) {
  const digits = fixed(Math.abs(share) * 100, 1);
  if (digits === '0.0') return '0.0 %';
  return `${share > 0 ? '+' : '−'}${digits} %`;
}

/** @param {Figure} bytes */
export function mebibytes(bytes) {
  return bytes === null || bytes === undefined ? NONE : fixed(bytes / 2 ** 20, 0);
}

/** @param {[number, number] | null} range smallest and largest */
export function span(range) {
  if (!range) return NONE;
  return range.map(number).join('–');
}

/** @param {number} ms */
export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @param {string} iso @returns {string} '2026-11-21 09:30:00 UTC' */
export function instant(iso) {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** @param {number} amount @param {string} noun @param {string} [nouns] its plural */
export function plural(amount, noun, nouns = `${noun}s`) {
  return `${count(amount)} ${amount === 1 ? noun : nouns}`;
}

/** @param {string[]} parts @returns {string} 'a', 'a and b', 'a, b and c' */
export function list(parts) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** @param {string} text @param {number} width in characters @returns {string[]} lines; a word that is wider stands alone */
export function wrapped(text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {{ code: number | null, signal: string | null }} exit of a process @returns {string} how it ended: 'SIGKILL', 'exit code 1' */
export function exitText({ code, signal }) {
  return signal ?? `exit code ${code}`;
}

/** What a JVM with -XX:+ExitOnOutOfMemoryError exits with (services/jvm.args). Source: JDK, debug.cpp, report_java_out_of_memory. */
const OUT_OF_MEMORY = 3;

/** @param {{ code: number | null, signal: string | null }} exit of a target @returns {string} how it ended: 'exit code 3: out of memory' */
export function targetExitText(exit) {
  return exit.code === OUT_OF_MEMORY ? `${exitText(exit)}: out of memory` : exitText(exit);
}
