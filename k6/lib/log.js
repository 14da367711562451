/** k6's log. @types/k6 lacks it. */

/** @type {{ info: (line: string) => void, warn: (line: string) => void }} */
export const log = /** @type {any} */ (globalThis).console;
