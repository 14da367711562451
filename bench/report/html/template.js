import { escape } from '../charts/escape.js';

/** What `html` has made, or `trusted` was given: it goes into other HTML as it is. */
export class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/**
 * The tag of templates whose values are text, and become HTML that says that text. HTML among them stays what it is, a list is put there item by item, and
 * null, undefined and false are nothing.
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 * @returns {Html}
 */
export function html(strings, ...values) {
  return new Html(strings.reduce((made, string, index) => made + inserted(values[index - 1]) + string));
}

/** @param {unknown} value @returns {string} */
function inserted(value) {
  if (Array.isArray(value)) return value.map(inserted).join('');
  if (value === null || value === undefined || value === false) return '';
  return value instanceof Html ? value.text : escape(String(value));
}

/** @param {string} text that has been escaped where it must be @returns {Html} */
export function trusted(text) {
  return new Html(text);
}
