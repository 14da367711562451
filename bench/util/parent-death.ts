/** A child that does not outlive its parent, even where that is killed. */
import { execFileSync } from 'node:child_process';

let prefix: string[] | undefined;

/**
 * @returns prefix of a command: the kernel then kills its process when this one dies; empty if that is not possible. The command must
 * use exec where it starts another program: the kernel does not tell children of children
 */
export function diesWithParent(): string[] {
  if (prefix === undefined) {
    const words = ['setpriv', '--pdeathsig', 'KILL', '--'];
    try {
      execFileSync(words[0], [...words.slice(1), 'true'], { stdio: 'ignore' });
      prefix = words;
    } catch {
      prefix = [];
    }
  }
  return prefix;
}
