/** The gauges of the servers that have a pool of request threads. Netty has none. */

export type PoolServer = 'tomcat' | 'jetty';

export const THREAD_GAUGES: { server: PoolServer; busy: string; max: string }[] = [
  { server: 'tomcat', busy: 'tomcat_threads_busy_threads', max: 'tomcat_threads_config_max_threads' },
  { server: 'jetty', busy: 'jetty_threads_busy', max: 'jetty_threads_config_max' },
];

/** Jetty has these with virtual threads too, but then none of the above. */
export const JETTY_CONNECTIONS = 'jetty_connections_current_connections';
