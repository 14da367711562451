/** What the JIT compilers of a target take, from its metrics. No k6 imports. */

/** Counters of the compilers' threads, in nanoseconds: on a CPU, and waiting for one. The module `observability` of the services makes them. */
export const COMPILER_CPU = 'jvm_compiler_cpu_time_ns_total';
export const COMPILER_WAIT = 'jvm_compiler_wait_time_ns_total';

/** Share of the time that the compilers of a warm JVM may take, on a CPU or waiting for one: some methods are compiled anew now and then. */
export const COMPILING = 0.1;

/**
 * @param {number | null | undefined} compilingShare of some time that the compilers took; null or undefined where that is not known
 * @returns {boolean} did they take more of it than those of a warm JVM?
 */
export function isCompiling(compilingShare) {
  return (compilingShare ?? 0) > COMPILING;
}

/**
 * @param {string} text of a scrape
 * @returns {number | null} milliseconds that the compilers took so far, on a CPU or waiting for one; null where the target does not report it
 */
export function compilerMsIn(text) {
  const [cpuNs, waitNs] = [COMPILER_CPU, COMPILER_WAIT].map((name) => sumOfSeries(text, name));
  return cpuNs === null || waitNs === null ? null : (cpuNs + waitNs) / 1e6;
}

/**
 * @param {string} text in the Prometheus exposition format, without timestamps
 * @param {string} metric
 * @returns {number | null} the sum over all its series; null if there is none
 */
export function sumOfSeries(text, metric) {
  const values = text
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}
