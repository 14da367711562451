/** Samples what the JVMs of this machine spend CPU time on. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pidsInCgroup, readIfThere } from '../../../collect/proc.js';
import { threadTimes } from '../../../collect/threads.js';
import { convertRecording, startRecording } from './recording.js';

/** @implements {EngineCpuSampler} */
export class CpuSampler {
  #how;

  /**
   * @param {object} how
   * @param {{ bin: string }} how.java whose tools are used
   * @param {string} how.jar of jfr-converter
   * @param {string} how.workDir for recordings
   * @param {(target: string) => import('../../../collect/proc.js').Place} how.placeOf
   */
  constructor(how) {
    this.#how = how;
  }

  /** @param {string} target */
  threads(target) {
    return threadTimes(this.#pidOf(target));
  }

  /** @param {string} target @returns {Promise<import('../../engine.js').CpuSampling>} */
  async start(target) {
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

  /** A user's command may start its JVM by a shell. @param {string} target */
  #pidOf(target) {
    const { pid = 0, cgroup } = this.#how.placeOf(target);
    const pids = cgroup === undefined ? [pid] : pidsInCgroup(cgroup);
    return pids.find((each) => readIfThere(`/proc/${each}/comm`).trim() === 'java') ?? pid;
  }
}

/** @typedef {import('../../engine.js').CpuSampler} EngineCpuSampler */
