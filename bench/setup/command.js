/**
 * The context of every command.
 * @typedef {object} Command
 * @property {import('../record/catalogue.js').Catalogue} catalogue
 * @property {Record<string, string | undefined>} env the options and the environment
 * @property {string} root folder of the checkout
 * @property {string} cacheDir
 * @property {string} resultsDir
 * @property {AbortSignal} signal aborted when the user or the system interrupts the command
 * @property {(line: string) => void} log to standard output
 * @property {(line: string) => void} warn to standard error
 */
export {};
