/**
 * How each figure was obtained: name, definition, source in the bundle.
 * @type {[figure: string, definition: string, source: string][]}
 */
export const DEFINITIONS = [
  ['Plateau', "a stage's whole seconds without its first, in which the new users arrive", 'cell.json, stages'],
  ['Requests/s', 'successful requests that ended on the plateau ÷ seconds of the plateau; rounds: sum ÷ sum', 'http.hlog'],
  [
    'Verdict',
    'ratio to the baseline at one stage, sums over sums of the rounds that both have; the interval is the bootstrap-t on the log of the ratio, rounds drawn as pairs, 10,000 times from the run’s seed; a difference only if it does not hold 1, p < 5 % (Student’s t) after Holm’s correction over one metric at one stage, and outside the noise floor; ~ shows no difference, not that there is none; with fewer than 5 rounds: indicative',
    'http.hlog; for CPU also server.csv',
  ],
  [
    'Void',
    'decides nothing: the generator used more than 80 % of its share, points or iterations were dropped, more than 5 % of the scrapes are missing, other processes used more than 10 % of the machine on a plateau, the service that is called was a limit itself (more than 80 % of the CPU that is left to it, or late by more than a fifth of the delay that is asked for, if that is more than a tenth of a request), too many requests failed, or the counts differ',
    'processes.csv, rollup.json, k6-summary.json, cell.json, http.hlog, downstream.csv',
  ],
  [
    'Held by',
    'the first that was used up on the plateau of: generator, connections that carry no more for the time that each request takes one (way to a far database, sleep of its statement), CPU of the target (unknown where the pool is full and compilers use most of that CPU), database, the service that is called, connection pool, request threads, threads of the bounded scheduler, event loops; else the users, if each was served as often as with fewer; else unknown',
    'server.csv, processes.csv, downstream.csv',
  ],
  [
    "Users by Little's law",
    'iterations/s × mean duration: the time that all users together spent in iterations on the plateau, divided by its length; of iterations that reach over its edges what lies on it is counted; between requests: the part of it that was not spent in requests',
    'rollup.json, cell.json',
  ],
  ['Range of rounds', 'smallest–largest of the single rounds; no interval, no significance', 'the same of each cell'],
  [
    'Successes, failures',
    'requests that ended in the whole stage; a request belongs to the second in which it ended',
    'http.hlog, streams .ok and .failed',
  ],
  [
    'Latency',
    'of successful requests that ended on the plateau; histograms of the rounds merged before the percentile is read; 3 significant digits',
    'http.hlog',
  ],
  [
    'CPU',
    "the target's own CPU seconds between the first and last sample on the plateau ÷ the seconds between them",
    'server.csv, process_cpu_time_ns_total',
  ],
  [
    'CPU per 1,000 requests',
    'CPU seconds of the plateaus ÷ thousands of successful requests of the same plateaus, sums over sums',
    'as CPU and Requests/s',
  ],
  [
    'Threads',
    'live platform threads, largest sample on the plateaus; virtual threads are not among them',
    'server.csv, jvm_threads_live_threads',
  ],
  [
    'In flight',
    'requests being served, all routes together, largest sample on the plateaus',
    'server.csv, http_server_requests_active_seconds_count',
  ],
  ['Heap', 'used, all pools of one scrape together, largest sample on the plateaus', 'server.csv, jvm_memory_used_bytes{area="heap"}'],
  [
    'Throttled',
    "share of the quota's periods on the plateaus in which the kernel stopped the target",
    'server.csv, cgroup_cpu_throttled_periods_total ÷ cgroup_cpu_periods_total',
  ],
  ['Generator', "k6's CPU cores on the plateau", 'processes.csv, generator'],
  ['Unanswered', 'iterations interrupted at the end of the run because no answer came in time', 'cell.json, k6.interrupted'],
  [
    'Round trip to the database',
    'before each cell, median of pings on the way that the targets take, through the proxy where there is one',
    'cell.json, databaseRtt',
  ],
  [
    'At most',
    'what arithmetic allows, if nothing else takes time: connections ÷ (round trips of a request × the measured round trip), or ÷ the time that its statement sleeps',
    'run.json, verified.roundTrips, settings; cell.json, databaseRtt',
  ],
  ['Scrapes', 'samples that arrived ÷ samples expected at one a second', 'cell.json, scrapes'],
];
