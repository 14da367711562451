/** Samples what the JVMs of this machine spend CPU time on. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pidsInCgroup, readIfThere, type Place } from '../../../collect/proc.ts';
import { threadTimes } from '../../../collect/jvm-facts.ts';
import { convertRecording, startRecording } from './recording.ts';
import type { CpuSampler as EngineCpuSampler, CpuSampling } from '../../engine.ts';

export class CpuSampler implements EngineCpuSampler {
  #how;

  constructor(how: {
    /** whose tools are used */
    java: { bin: string };
    /** of jfr-converter */
    jar: string;
    /** for recordings */
    workDir: string;
    placeOf: (target: string) => Place;
  }) {
    this.#how = how;
  }

  threads(target: string) {
    return threadTimes(this.#pidOf(target));
  }

  async start(target: string): Promise<CpuSampling> {
    const { java, jar, workDir } = this.#how;
    const recorded = path.join(workDir, `${target}.jfr`);
    const collapsed = path.join(workDir, `${target}.collapsed`);
    const { sampler, stop } = await startRecording(java, this.#pidOf(target), recorded);
    return {
      event: sampler.event,
      periodMs: sampler.periodMs,
      stop: async (fromMs, toMs, flameGraph, title) => {
        await stop();
        await convertRecording(java, jar, { flag: sampler.flag, recorded, title, fromMs, toMs }, { collapsed, flameGraph });
        const stacks = await readFile(collapsed, 'utf8');
        await Promise.all([recorded, collapsed].map((file) => rm(file, { force: true })));
        return stacks;
      },
    };
  }

  /** A user's command may start its JVM by a shell. */
  #pidOf(target: string) {
    const { pid = 0, cgroup } = this.#how.placeOf(target);
    const pids = cgroup === undefined ? [pid] : pidsInCgroup(cgroup);
    return pids.find((each) => readIfThere(`/proc/${each}/comm`).trim() === 'java') ?? pid;
  }
}
