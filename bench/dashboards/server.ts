/** Panels that explain the throughput: what happens inside the targets. */
import { dashed, dotted, onTheRight, USERS } from './overrides.ts';
import { chart } from './panels.ts';
import { IN_FLIGHT, prometheus, rate, series, sumByTarget, users } from './queries.ts';

const NO_SUCH_TARGET = 'No selected target reports this';

export const inFlight = chart({
  title: 'Requests in flight',
  description:
    'Requests that the server has started but not answered, on all routes. A parked virtual thread shows here, but in no thread count. Grey: virtual users, each of which waits for one answer.',
  targets: [users(), prometheus(IN_FLIGHT)],
  axisLabel: 'requests',
  overrides: [USERS],
});

const PENDING_TASKS = series('reactor_netty_eventloop_pending_tasks');

export const threads = [
  chart({
    title: 'Request threads',
    description:
      'Tomcat and Jetty. Solid: threads serving a request. Dashed: threads in the pool. Virtual threads and Netty have no such pool.',
    noValue: NO_SUCH_TARGET,
    targets: [
      // Tomcat reports -1 for a pool that is not its own, as with virtual threads.
      prometheus(`${series('tomcat_threads_busy_threads')} >= 0 or ${series('jetty_threads_busy')}`),
      prometheus(`${series('tomcat_threads_current_threads')} >= 0 or ${series('jetty_threads_current')}`, '{{target}} pool'),
    ],
    axisLabel: 'threads',
    overrides: [dashed('pool')],
  }),
  chart({
    title: 'Event loops',
    description:
      'Solid: event loop threads of Netty. Right axis: what waits. Dashed: tasks waiting for an event loop. Dotted: tasks waiting for a thread of a scheduler (JDBC or offloaded).',
    noValue: NO_SUCH_TARGET,
    targets: [
      prometheus(`count by (target) (${PENDING_TASKS})`),
      prometheus(sumByTarget(PENDING_TASKS), '{{target}} waiting'),
      prometheus(sumByTarget(series('reactor_scheduler_queued_tasks')), '{{target}} scheduler'),
    ],
    axisLabel: 'threads',
    overrides: [dashed('waiting', onTheRight('tasks waiting')), dotted('scheduler', onTheRight('tasks waiting'))],
  }),
  chart({
    title: 'Virtual threads',
    description:
      'Solid: virtual threads mounted on a carrier. Dashed: runnable virtual threads waiting for a carrier. Parked ones are not counted; see requests in flight.',
    noValue: NO_SUCH_TARGET,
    targets: [
      prometheus(series('jvm_threads_virtual_live_threads', 'scheduling_status="mounted"')),
      prometheus(series('jvm_threads_virtual_live_threads', 'scheduling_status="queued"'), '{{target}} queued'),
    ],
    axisLabel: 'threads',
    overrides: [dashed('queued')],
  }),
];

export const memoryAndPools = [
  chart({
    title: 'Database connections',
    description:
      'Solid: connections in use. Dashed, right axis: requests waiting for one. HikariCP on JDBC targets, r2dbc-pool on R2DBC targets.',
    noValue: NO_SUCH_TARGET,
    targets: [
      prometheus(`${series('hikaricp_connections_active')} or ${series('r2dbc_pool_acquired_connections')}`),
      prometheus(`${series('hikaricp_connections_pending')} or ${series('r2dbc_pool_pending_connections')}`, '{{target}} pending'),
    ],
    axisLabel: 'connections',
    overrides: [dashed('pending', onTheRight('requests waiting'))],
  }),
  chart({
    title: 'Heap used',
    description: 'Sum of all heap pools.',
    targets: [prometheus(sumByTarget(series('jvm_memory_used_bytes', 'area="heap"')))],
    unit: 'bytes',
  }),
  chart({
    title: 'Garbage collection pauses',
    description: 'Share of the time in which garbage collection paused the target.',
    // The JVM has no pause series before the first pause: until then the share is 0. Summed as well, because `or` compares all labels.
    targets: [prometheus(`${sumByTarget(rate('jvm_gc_pause_seconds_sum'))} or ${sumByTarget(`0 * ${series('up')}`)}`)],
    unit: 'percentunit',
    // Some percent at most: an axis to 100 % would hide them.
    softMax: 0.1,
  }),
  chart({
    title: 'Throttled',
    description:
      'Solid: share of the 100 ms periods in which the kernel throttled the target. Dashed, right axis: seconds per second that its threads waited for that reason. Absent without a quota.',
    noValue: NO_SUCH_TARGET,
    targets: [
      prometheus(`${rate('cgroup_cpu_throttled_periods_total')} / (${rate('cgroup_cpu_periods_total')} > 0)`),
      prometheus(rate('cgroup_cpu_throttled_seconds_total'), '{{target}} waited'),
    ],
    unit: 'percentunit',
    max: 1,
    axisLabel: 'periods',
    // The maximum is that of the shares.
    overrides: [dashed('waited', onTheRight('per second', 's'), { max: null })],
  }),
];
