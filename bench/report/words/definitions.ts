/** How each figure was obtained: its definition, and its source in the bundle. */
export const DEFINITIONS: Record<string, [definition: string, source: string]> = {
  Round: ['new JVMs of all targets, which serve all scenarios of the round', 'run.json, part.json'],
  Slice: [
    'a few seconds of load by so many users on one target, while the others are idle. Figures leave its first second out, in which the users arrive',
    'part.json, slices',
  ],
  Block: [
    'one slice on each target of a scenario, in an order that the next block mirrors. Targets are compared at the largest number of users; each smaller one has a block in the first round. Where requests pile up there are no blocks: each target is measured alone, once',
    'part.json, slices',
  ],
  'Requests/s': ['successful requests that ended in a slice ÷ its seconds; over several slices or rounds: sum ÷ sum', 'http.hlog'],
  Ratio: [
    'within each block the log of the target’s figure ÷ the baseline’s; of a round the Hodges–Lehmann mean of its blocks; then the mean of the rounds, weighted by the square root of their blocks. The 95 % interval comes from the spread of the rounds (Student’s t), whose variance is estimated with the help of the other targets and scenarios',
    'http.hlog; for CPU also server-<target>.csv',
  ],
  Verdict: [
    'a difference is reported if its interval excludes 1, p < 5 % after the correction of Benjamini and Hochberg over one metric, and it lies outside the noise floor: at most one in twenty differences of a table is expected to be false. Otherwise the farther end of the interval bounds the difference. It needs 3 rounds. Where targets are measured alone and both did what arithmetic predicts (within 3 %), arithmetic decides without an interval',
    'as the ratios',
  ],
  Noise: [
    'standard deviation of the log ratio of two targets: within a round from block to block, between rounds from JVM to JVM',
    'http.hlog',
  ],
  Discarded: [
    'a slice that is in no figure of requests/s: the generator used more than 80 % of its CPU, or several k6 began more than 100 ms apart; points were dropped or counts differ; other processes used more than 10 % of the machine; the downstream service was the bottleneck; too many requests failed; requests of the slice before were still in flight; or JIT compilers took more than 10 % of the time. If other processes used at most half of the machine, its CPU per request still counts',
    'processes.csv, rollup.json, part.json, http.hlog, downstream.csv',
  ],
  Bottleneck: [
    'the first of these that was saturated: generator; connections, by arithmetic; CPU of the target; database; downstream service; connection pool; request threads; scheduler; event loops. Otherwise no limit reached, where each user was served as often as with fewer users; else unknown',
    'server-<target>.csv, processes.csv, downstream.csv',
  ],
  "Users by Little's law": [
    'iterations/s × mean duration; of an iteration that crosses an edge of the slice, what lies in it counts',
    'rollup.json, part.json',
  ],
  'Range of rounds': ['smallest–largest of the single rounds; not an interval, and no test of significance', 'the same of each round'],
  Failures: ['requests of the whole slice that ended with another status or without an answer', 'http.hlog, streams .failed'],
  Latency: ['of successful requests; histograms of the rounds are merged before the percentile is read; 3 digits', 'http.hlog'],
  CPU: ['CPU seconds of the target between the first and last sample in a slice ÷ the seconds between them', 'server-<target>.csv'],
  'CPU per 1,000 requests': [
    'CPU seconds, without those of the JIT compilers, ÷ thousands of successful requests; what the compilers took stands below it. A target that does not count their time has both in one figure',
    'as CPU and Requests/s; server-<target>.csv, jvm_compiler_cpu_time_ns_total',
  ],
  'Threads, in flight, heap': [
    'largest sample; platform threads only; requests of all routes; all pools of one scrape',
    'server-<target>.csv',
  ],
  RSS: [
    'resident memory of the target’s process, or memory of its container, largest sample; not recorded with control groups of version 1. At rest: after the start, before the first load',
    'processes.csv, rss_bytes; part.json, jvms',
  ],
  'Requests/s per MB': [
    'of each round requests/s ÷ its RSS in MB (1,000,000 bytes), and the mean of the rounds. It has no interval, nor has p99, so neither claims a difference',
    'as Requests/s and RSS',
  ],
  'Start-up': [
    'what Spring Boot took until the application was ready, several JVMs at a time and without a CPU limit: no comparison. make startup measures one',
    'part.json, jvms',
  ],
  'Warm after': [
    'load on a new JVM, its requests, and its CPU time, until its JIT compilers were quiet under the CPU limit: sum over the scenarios of a round, mean and range of the JVMs',
    'part.json, warmups',
  ],
  Throttled: ['share of the quota periods in which the kernel stopped the target', 'server-<target>.csv, cgroup_cpu_*'],
  Generator: ['CPU cores that k6 used', 'processes.csv, generator'],
  Unanswered: ['iterations interrupted at the end of the run because no answer came in time', 'part.json, k6.interrupted'],
  'Upper bound': [
    'the throughput that arithmetic allows if nothing else takes time: connections ÷ (round trips of a request × the measured round trip to the database), or ÷ the time that its statement sleeps',
    'run.json, verified.roundTrips, settings; part.json, databaseRtt',
  ],
  Scrapes: ['samples that arrived ÷ samples expected at one a second', 'part.json, slices'],
};
