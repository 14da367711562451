/** Text of others, as a terminal may show it. */
import { stripVTControlCharacters } from 'node:util';

/**
 * Control characters other than these could move the cursor of a terminal, or set its title: a bundle may have any.
 * @param {string} text of lines
 * @returns {string}
 */
export function printable(text) {
  return stripVTControlCharacters(text).replaceAll(/(?![\n\t])\p{Cc}/gu, '\u{fffd}');
}

/** @param {string} text a message that may quote a value with line breaks @returns {string} */
export function oneLine(text) {
  return printable(text.replaceAll('\n', '\\n').replaceAll('\t', '\\t'));
}
