/** The processes of an engine: started as long as it runs, all ended when it stops. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { Starts } from '../processes/starts.ts';
import { signalGroup, start, type Program, type Supervised } from '../processes/supervise.ts';

export type Launch = (program: Omit<Program, 'logFile'>) => Promise<Supervised>;

export class Children {
  logDir;
  /** What starts processes: `end` waits for it, so that nothing is made after the cleaning up. */
  starts = new Starts();
  /** everything that was started and has not ended */
  #alive = new Set<Supervised>();
  #launches = 0;

  constructor(logDir: string) {
    this.logDir = path.resolve(logDir);
  }

  /** Starts a process, unless the engine is being stopped. */
  launch: Launch = async (program) => {
    this.starts.refuseWhenEnded();
    await mkdir(this.logDir, { recursive: true });
    if (this.#launches === 0) process.on('exit', this.#killAll);
    this.#launches++;
    const supervised = await start({ ...program, logFile: path.join(this.logDir, `${program.name}.${this.#launches}.log`) });
    this.#alive.add(supervised);
    void supervised.ended.then(() => this.#alive.delete(supervised));
    if (this.starts.haveEnded) {
      await supervised.end({ hard: true });
      this.starts.refuseWhenEnded();
    }
    return supervised;
  };

  /** The last resort when the runner ends without `end`, where the kernel was not asked to kill its children. */
  #killAll = () => {
    for (const { pid } of this.#alive) signalGroup(pid, 'SIGKILL');
  };

  /** Within 10 s; one that cannot be ended does not keep the others alive. @param hard a process that need not end in order */
  async end(hard?: Supervised): Promise<PromiseSettledResult<unknown>[]> {
    const begun = this.starts.end();
    const ends = await Promise.allSettled([...this.#alive].map((supervised) => supervised.end({ hard: supervised === hard })));
    await begun;
    process.off('exit', this.#killAll);
    return ends;
  }
}
