/** A proxy of the environment is for downloads. What this machine's processes say to each other must not go through it. */

const OWN_HOSTS = ['localhost', '127.0.0.1', '::1'];

/** `fetch` goes through proxies if NODE_USE_ENV_PROXY is set (Node.js 24 and newer), and reads this list at every request; so do programs that the
 * runner starts. @param env is changed. Programs prefer either spelling, so both have the whole list */
export function reachOwnHostsDirectly(env: NodeJS.ProcessEnv) {
  const given = [env.NO_PROXY, env.no_proxy].flatMap((list) => list?.split(/[\s,]+/) ?? []).filter(Boolean);
  const list = [...new Set([...given, ...OWN_HOSTS])].join(',');
  Object.assign(env, { NO_PROXY: list, no_proxy: list });
}
