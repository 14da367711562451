/** Panels that explain the throughput: what happens inside the targets. */
import { chart, DOTTED, onTheRight, secondary, USERS } from './panels.ts';
import { IN_FLIGHT, prometheus, rate, series, sumByTarget } from './queries.ts';

const NO_SUCH_TARGET = 'No selected target reports this';
const THREADS = { noValue: NO_SUCH_TARGET, axisLabel: 'threads' };

export const inFlight = chart(
  'Requests in flight',
  'Requests that the server has started but not answered, on all routes. A parked virtual thread shows here, but in no thread count. Grey: virtual users, each of which waits for one answer.',
  { axisLabel: 'requests' },
  USERS,
  prometheus(IN_FLIGHT),
);

const PENDING_TASKS = series('reactor_netty_eventloop_pending_tasks');

export const threads = [
  chart(
    'Request threads',
    'Tomcat and Jetty. Solid: threads serving a request. Dashed: threads in the pool. Virtual threads and Netty have no such pool.',
    THREADS,
    // Tomcat reports -1 for a pool that is not its own, as with virtual threads.
    prometheus(`${series('tomcat_threads_busy_threads')} >= 0 or ${series('jetty_threads_busy')}`),
    secondary('pool', `${series('tomcat_threads_current_threads')} >= 0 or ${series('jetty_threads_current')}`),
  ),
  chart(
    'Event loops',
    'Solid: event loop threads of Netty. Right axis: what waits. Dashed: tasks waiting for an event loop. Dotted: tasks waiting for a thread of a scheduler (JDBC or offloaded).',
    THREADS,
    prometheus(`count by (target) (${PENDING_TASKS})`),
    secondary('waiting', sumByTarget(PENDING_TASKS), onTheRight('tasks waiting')),
    secondary('scheduler', sumByTarget(series('reactor_scheduler_queued_tasks')), onTheRight('tasks waiting'), DOTTED),
  ),
  chart(
    'Virtual threads',
    'Solid: virtual threads mounted on a carrier. Dashed: runnable virtual threads waiting for a carrier. Parked ones are not counted; see requests in flight.',
    THREADS,
    prometheus(series('jvm_threads_virtual_live_threads', 'scheduling_status="mounted"')),
    secondary('queued', series('jvm_threads_virtual_live_threads', 'scheduling_status="queued"')),
  ),
];

export const memoryAndPools = [
  chart(
    'Database connections',
    'Solid: connections in use. Dashed, right axis: requests waiting for one. HikariCP on JDBC targets, r2dbc-pool on R2DBC targets.',
    { noValue: NO_SUCH_TARGET, axisLabel: 'connections' },
    prometheus(`${series('hikaricp_connections_active')} or ${series('r2dbc_pool_acquired_connections')}`),
    secondary(
      'pending',
      `${series('hikaricp_connections_pending')} or ${series('r2dbc_pool_pending_connections')}`,
      onTheRight('requests waiting'),
    ),
  ),
  chart('Heap used', 'Sum of all heap pools.', { unit: 'bytes' }, prometheus(sumByTarget(series('jvm_memory_used_bytes', 'area="heap"')))),
  chart(
    'Garbage collection pauses',
    'Share of the time in which garbage collection paused the target.',
    // Some percent at most: an axis to 100 % would hide them.
    { unit: 'percentunit', softMax: 0.1 },
    // The JVM has no pause series before the first pause: until then the share is 0. Summed as well, because `or` compares all labels.
    prometheus(`${sumByTarget(rate('jvm_gc_pause_seconds_sum'))} or ${sumByTarget(`0 * ${series('up')}`)}`),
  ),
  chart(
    'Throttled',
    'Solid: share of the 100 ms periods in which the kernel throttled the target. Dashed, right axis: seconds per second that its threads waited for that reason. Absent without a quota.',
    { noValue: NO_SUCH_TARGET, unit: 'percentunit', max: 1, axisLabel: 'periods' },
    prometheus(`${rate('cgroup_cpu_throttled_periods_total')} / (${rate('cgroup_cpu_periods_total')} > 0)`),
    // The maximum is that of the shares.
    secondary('waited', rate('cgroup_cpu_throttled_seconds_total'), onTheRight('per second', 's'), { max: null }),
  ),
];
