import { number, signedPercent } from './format.js';

/**
 * What arithmetic predicts for a scenario in which every request sleeps in the thread that serves it:
 * min(VUs, slots) requests per sleep, the slots being the threads that a target has for requests.
 *
 * @typedef {import('../analyse/types.js').Figures} Figures
 * @typedef {import('../analyse/types.js').Group} Group
 */

/** What Reactor Netty takes for its event loop (reactor.netty.ioWorkerCount): max(processors, 4). */
const LEAST_EVENT_LOOPS = 4;
/** A prediction is met within this share. */
const TOLERANCE = 0.03;

/**
 * @param {Figures['run']} run
 * @param {Group[]} groups of one scenario
 * @returns {string[]} one sentence per target; none for a scenario that does not sleep
 */
export function expectations(run, groups) {
  return groups.flatMap((group) => {
    const sleepSeconds = sleepOf(run, group.scenario);
    const last = group.stages[group.stages.length - 1];
    if (sleepSeconds === null || last?.rps === null || last?.rps === undefined) return [];
    const { label } = run.catalogue.targets[group.target];
    const measured = `${label}: ${number(last.rps)}/s on the plateau at ${last.vus} VUs`;
    const slots = slotsOf(run, group);
    if (slots === null) return [`${measured}; how many requests it can hold at once is not known.`];
    const predicted = Math.min(last.vus, slots.count) / sleepSeconds;
    const deviation = last.rps / predicted - 1;
    const doubt = Math.abs(deviation) > TOLERANCE ? ' A fault of the measurement until it is explained.' : '';
    const prediction = `${number(predicted)}/s predicted by ${arithmetic(last.vus, slots)} ÷ ${sleepSeconds} s`;
    return [`${measured}; ${prediction} (deviation ${signedPercent(deviation)}).${doubt}`];
  });
}

/** @param {Figures['run']} run @param {string} scenario @returns {number | null} seconds that a request of the scenario sleeps */
function sleepOf(run, scenario) {
  const millis = /[?&]millis=(\d+)/.exec(run.catalogue.scenarios[scenario].request.path);
  return millis ? Number(millis[1]) / 1000 : null;
}

/** @param {Figures['run']} run @param {Group} group @returns {{count: number, what: string} | null} */
function slotsOf(run, group) {
  if (run.catalogue.targets[group.target].server === 'netty') {
    const processors = run.limits?.activeProcessorCount;
    return processors ? { count: Math.max(LEAST_EVENT_LOOPS, processors), what: 'event-loop threads' } : null;
  }
  const threads = group.good.map(({ requestThreads }) => requestThreads).find((size) => size !== null);
  if (threads === undefined || threads === null) return null;
  return threads === 'unbounded' ? { count: Infinity, what: 'virtual threads' } : { count: threads, what: 'Tomcat threads' };
}

/** @param {number} vus @param {{count: number, what: string}} slots */
function arithmetic(vus, slots) {
  return Number.isFinite(slots.count) ? `min(${vus} VUs, ${slots.count} ${slots.what})` : `${vus} VUs, a virtual thread for each`;
}
