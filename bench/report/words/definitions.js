/** How each figure was obtained: name, definition, source in the bundle. @type {[figure: string, definition: string, source: string][]} */
export const DEFINITIONS = [
  ['Round', 'each target gets a new JVM, which serves all scenarios of the round', 'run.json, part.json'],
  ['Slice', 'a few seconds of load by so many users on one target, while the other targets are up but idle', 'part.json, slices'],
  [
    'Block',
    'one slice on each target of a scenario, in an order that the next block mirrors. Targets are compared at the largest number of users; each smaller one has a block in the first round. A scenario whose requests pile up has no blocks: each target is measured alone, once',
    'part.json, slices',
  ],
  ['Part', 'blocks of one scenario in one round that one k6 process ran', 'parts/'],
  ['Plateau', 'a slice without its first second, in which the users arrive; whole seconds', 'part.json, slices'],
  [
    'Requests/s',
    'successful requests that ended on the plateau ÷ seconds of the plateau; over several slices or rounds: sum ÷ sum',
    'http.hlog',
  ],
  [
    'Verdict',
    'a difference is reported only if three things are true: its interval excludes 1, p < 5 % (Student’s t) after the correction of Benjamini and Hochberg over one metric, and it lies outside the noise floor. Of the differences in a table at most one in twenty is expected to be false. ~ means that no difference was shown; the farther end of the interval bounds the difference. With fewer than 3 rounds a ratio is only indicative. Where targets are measured alone and both did what arithmetic predicts (within 3 %), arithmetic decides without an interval',
    'as the ratios',
  ],
  [
    'Ratio',
    'the log of the ratio to the baseline within each block; of a round, the Hodges–Lehmann mean of its blocks; then the mean of the rounds, weighted by the square root of their blocks. The 95 % interval comes from the spread of the rounds (Student’s t), whose variance is estimated with the help of all targets of the scenario',
    'http.hlog; for CPU also server-<target>.csv',
  ],
  [
    'Noise',
    'standard deviation of the log ratio of two targets: within a round from block to block, between rounds from JVM to JVM',
    'http.hlog',
  ],
  [
    'Discarded',
    'a discarded slice decides nothing about requests/s. Reasons: the generator used more than 80 % of its share; instances of k6 that share the load began it more than 100 ms apart; points were dropped; other processes used more than 10 % of the machine on a plateau; the downstream service was a bottleneck itself (it used more than 80 % of the CPU available to it, or it was late by more than a fifth of the requested delay and that is more than a tenth of a request); too many requests failed; the counts differ; requests of the slice before were still in flight; the JIT compilers took more than 10 % of the slice, on a CPU or waiting for one. If other processes used at most half of the machine, a slice’s CPU per request still counts',
    'processes.csv, rollup.json, part.json, http.hlog, downstream.csv',
  ],
  [
    'Bottleneck',
    'the first of these that was saturated on the plateau: generator; connections, where the time that each request holds one (round trips to a far database, sleep of its statement) allows no more; CPU of the target (unknown where the pool is full and compilers use most of that CPU); database; downstream service; connection pool; request threads; threads of the bounded scheduler; event loops. If none was: no limit reached, where each user was served as often as with fewer users; otherwise unknown',
    'server-<target>.csv, processes.csv, downstream.csv',
  ],
  [
    "Users by Little's law",
    'iterations/s × mean duration: the time that all users together spent in iterations on the plateau ÷ its length. Of an iteration that crosses an edge of the plateau, the part on it counts. Between requests: the share of that time that was not spent in requests',
    'rollup.json, part.json',
  ],
  ['Range of rounds', 'smallest–largest of the single rounds; not an interval, and no test of significance', 'the same of each round'],
  ['Failures', 'requests that ended in the whole slice; a request belongs to the second in which it ended', 'http.hlog, streams .failed'],
  [
    'Latency',
    'of successful requests that ended on the plateau; histograms of the rounds are merged before the percentile is read; 3 significant digits',
    'http.hlog',
  ],
  [
    'CPU',
    'CPU seconds of the target between the first and last sample on the plateau ÷ the seconds between them',
    'server-<target>.csv, process_cpu_time_ns_total',
  ],
  [
    'CPU per 1,000 requests',
    'CPU seconds of the plateaus, without those of the JIT compilers, ÷ thousands of successful requests on the same plateaus, sums over sums. What the compilers took besides stands below it. A target that does not count their time has both in one figure',
    'as CPU and Requests/s; server-<target>.csv, jvm_compiler_cpu_time_ns_total',
  ],
  [
    'Threads',
    'live platform threads, largest sample on the plateaus; virtual threads do not count',
    'server-<target>.csv, jvm_threads_live_threads',
  ],
  [
    'In flight',
    'requests being served, all routes together, largest sample on the plateaus',
    'server-<target>.csv, http_server_requests_active_seconds_count',
  ],
  [
    'Heap',
    'used heap, all pools of one scrape together, largest sample on the plateaus',
    'server-<target>.csv, jvm_memory_used_bytes{area="heap"}',
  ],
  [
    'RSS',
    'resident memory of the target’s process, or in containers memory of its control group, largest sample on the plateaus; not recorded with control groups of version 1',
    'processes.csv, rss_bytes',
  ],
  [
    'Start-up',
    'what Spring Boot took until the application was ready, without the start of its JVM: mean and range of the JVMs of the run. Several JVMs start at a time, without their CPU limit, so it is no comparison; make startup measures one',
    'part.json, jvms',
  ],
  [
    'Warm after',
    'load on a new JVM, its successful requests, and CPU time of its process, until its JIT compilers were quiet under the CPU limit: the sum of its warm-ups for all scenarios of the round, mean and range of the JVMs of the run',
    'part.json, warmups',
  ],
  [
    'RSS at rest',
    'the same as RSS, after the start and a hundred scrapes, before the first load; mean of the JVMs of the run',
    'part.json, jvms',
  ],
  [
    'Requests/s per MB',
    'of each round requests/s ÷ its RSS in MB (1,000,000 bytes), and the mean of the rounds; its ratio to the baseline is the geometric mean of those of the rounds. It has no interval, nor has that of p99, so neither claims a difference',
    'as Requests/s and RSS',
  ],
  [
    'Throttled',
    'share of the quota periods on the plateaus in which the kernel stopped the target',
    'server-<target>.csv, cgroup_cpu_throttled_periods_total ÷ cgroup_cpu_periods_total',
  ],
  ['Generator', 'CPU cores that k6 used on the plateau', 'processes.csv, generator'],
  ['Unanswered', 'iterations interrupted at the end of the run because no answer came in time', 'part.json, k6.interrupted'],
  [
    'Round trip to the database',
    'before each part: median of pings on the way that the targets use, through the proxy where there is one',
    'part.json, databaseRtt',
  ],
  [
    'Upper bound',
    'the throughput that arithmetic allows if nothing else takes time: connections ÷ (round trips of a request × the measured round trip), or ÷ the time that its statement sleeps',
    'run.json, verified.roundTrips, settings; part.json, databaseRtt',
  ],
  ['Scrapes', 'samples that arrived ÷ samples expected at one a second', 'part.json, slices'],
];
