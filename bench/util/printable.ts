/** Text of others, as a terminal may show it. */
import { stripVTControlCharacters } from 'node:util';

/** Other control characters could move the cursor of a terminal, or set its title: a bundle may have any. @param text of lines */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/(?![\n\t])\p{Cc}/gu, '\u{fffd}');
}

/** @param text a message that may quote a value with line breaks */
export function oneLine(text: string): string {
  return printable(text.replaceAll('\n', '\\n').replaceAll('\t', '\\t'));
}
