/** Errors that end a command early, each with its exit code. */

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @returns null where it throws */
export function orNull<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** Bad input or a missing prerequisite: one line for the user, nothing was started. */
export class UsageError extends Error {
  exitCode = 2;
}

/** The user or the system asked the run to stop. */
export class Interruption extends Error {
  exitCode;

  /** @param why name of the signal, or a sentence */
  constructor(why: string, exitCode: number) {
    super(`interrupted: ${why}`);
    this.exitCode = exitCode;
  }
}

/** What every part of a run needs is gone (database, Prometheus, disk): the run cannot continue. */
export class RunAborted extends Error {
  exitCode = 3;
}
