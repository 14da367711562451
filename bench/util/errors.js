/** What can end a command early, each with the exit code that the shell sees. */

/** Bad input or a missing prerequisite: one line for the user, nothing was started. */
export class UsageError extends Error {
  exitCode = 2;
}

/** The user or the system asked the run to stop. */
export class Interruption extends Error {
  /** @param {string} why the signal's name or a sentence; @param {number} exitCode */
  constructor(why, exitCode) {
    super(`interrupted: ${why}`);
    this.exitCode = exitCode;
  }
}

/** A part that every cell needs is gone (database, Prometheus, disk): the run cannot go on. */
export class RunAborted extends Error {
  exitCode = 3;
}
