/** What `html` has made, or `trusted` was given: it goes into other HTML as it is. */
export class Html {
  text;

  constructor(text: string) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/**
 * The tag of templates whose values are text, and become HTML that says that text. HTML among them stays what it is, a list is put there item by item, and
 * null, undefined and false are nothing.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(strings.reduce((made, string, index) => made + inserted(values[index - 1]) + string));
}

function inserted(value: unknown): string {
  if (Array.isArray(value)) return value.map(inserted).join('');
  if (value === null || value === undefined || value === false) return '';
  return value instanceof Html ? value.text : escape(String(value));
}

/** @returns for HTML, between tags or in the quotes of an attribute */
export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** @param text that has been escaped where it must be */
export function trusted(text: string): Html {
  return new Html(text);
}
