import type { Catalogue } from '../record/catalogue.ts';

/** The context of every command. */
export interface Command {
  catalogue: Catalogue;
  /** the options and the environment */
  env: Record<string, string | undefined>;
  /** folder of the checkout */
  root: string;
  cacheDir: string;
  resultsDir: string;
  /** aborted when the user or the system interrupts the command */
  signal: AbortSignal;
  /** to standard output */
  log: (line: string) => void;
  /** to standard error */
  warn: (line: string) => void;
}
