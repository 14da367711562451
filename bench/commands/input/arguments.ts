/** The command line: `node bench/cli.ts compare --profile quick --targets mvc,mvc-vt`. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../../util/errors.ts';
import { alignColumns } from '../../util/table.ts';
import { OPTIONS } from './options.ts';
import type { CommandRow } from '../table.ts';

const CLI = 'node bench/cli.ts';

/**
 * @param args those after the name of the command
 * @returns `env`: the options, named as in the environment
 * @throws {UsageError} one line
 */
export function parseArguments({ name, options }: CommandRow, args: string[]): { env: Record<string, string>; help: boolean } {
  const accepted: ParseArgsConfig['options'] = { help: { type: 'boolean', short: 'h' } };
  for (const option of options) accepted[flagOf(option)] = { type: 'string' };
  try {
    const { values } = parseArgs({ args, options: accepted });
    const given = options.flatMap((option) => (flagOf(option) in values ? [[option, values[flagOf(option)]]] : []));
    return { env: Object.fromEntries(given), help: values.help === true };
  } catch (error) {
    const [message] = (error as Error).message.split('\n');
    throw new UsageError(`${message}; ${CLI} ${name} --help shows what is accepted`);
  }
}

export function helpOf({ name, help, options }: CommandRow): string {
  const lines = alignColumns([...options.map(rowOf), ['--help', 'this help']]).map((line) => `  ${line}`);
  return [`${CLI} ${name}${options.length > 0 ? ' [options]' : ''}`, '', help, '', ...lines].join('\n');
}

function rowOf(option: string) {
  const [value, description] = OPTIONS[option];
  return [`--${flagOf(option)} <${value}>`, description];
}

export function helpOfAll(commands: CommandRow[]): string {
  const lines = alignColumns(commands.map(({ name, help }) => [name, help])).map((line) => `  ${line}`);
  return [`${CLI} <command> [options]`, '', ...lines, '', `${CLI} <command> --help shows its options.`].join('\n');
}

/** @returns DB_RTT_MS: db-rtt-ms */
function flagOf(option: string): string {
  return option.toLowerCase().replaceAll('_', '-');
}
