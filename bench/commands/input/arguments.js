/** The command line: `node bench/cli.js compare --profile quick --targets mvc,mvc-vt`. */
import { parseArgs } from 'node:util';
import { UsageError } from '../../util/errors.js';
import { alignColumns } from '../../util/table.js';
import { OPTIONS } from './options.js';

/** @typedef {import('../table.js').CommandRow} CommandRow */

const CLI = 'node bench/cli.js';

/**
 * @param {CommandRow} command
 * @param {string[]} args those after the name of the command
 * @returns {{ env: Record<string, string>, help: boolean }} `env`: the options, named as in the environment
 * @throws {UsageError} one line
 */
export function parseArguments({ name, options }, args) {
  /** @type {import('node:util').ParseArgsConfig['options']} */
  const accepted = { help: { type: 'boolean', short: 'h' } };
  for (const option of options) accepted[flagOf(option)] = { type: 'string' };
  try {
    const { values } = parseArgs({ args, options: accepted });
    const given = options.flatMap((option) => (flagOf(option) in values ? [[option, values[flagOf(option)]]] : []));
    return { env: Object.fromEntries(given), help: values.help === true };
  } catch (error) {
    const [message] = /** @type {Error} */ (error).message.split('\n');
    throw new UsageError(`${message}; ${CLI} ${name} --help shows what is accepted`);
  }
}

/** @param {CommandRow} command @returns {string} */
export function helpOf({ name, help, options }) {
  const lines = alignColumns([...options.map(rowOf), ['--help', 'this help']]).map((line) => `  ${line}`);
  return [`${CLI} ${name}${options.length > 0 ? ' [options]' : ''}`, '', help, '', ...lines].join('\n');
}

/** @param {string} option */
function rowOf(option) {
  const [value, description] = OPTIONS[option];
  return [`--${flagOf(option)} <${value}>`, description];
}

/** @param {CommandRow[]} commands @returns {string} */
export function helpOfAll(commands) {
  const lines = alignColumns(commands.map(({ name, help }) => [name, help])).map((line) => `  ${line}`);
  return [`${CLI} <command> [options]`, '', ...lines, '', `${CLI} <command> --help shows its options.`].join('\n');
}

/** @param {string} option @returns {string} DB_RTT_MS: db-rtt-ms */
function flagOf(option) {
  return option.toLowerCase().replaceAll('_', '-');
}
