/**
 * A study: an experiment that somebody published, as data. One file each in this folder.
 *
 * @typedef {object} Study
 * @property {string} id what STUDY= takes
 * @property {string} title
 * @property {string} source where it was published, what was done and the result, in a paragraph
 * @property {string[]} adapted what this project does differently, each a sentence with its reason
 * @property {StudyRun[]} runs measured one after the other
 * @property {Figure[]} figures what was published as numbers; empty where only an order was
 * @property {Conclusion[]} conclusions
 *
 * @typedef {import('../plan/study.js').StudyRun} StudyRun
 *
 * @typedef {object} Figure a published number, and where ours is found
 * @property {string} label
 * @property {string} [run] name of a run; the first, where left out
 * @property {string} scenario
 * @property {string} target
 * @property {Partial<Record<Quantity, string>>} theirs as published
 * @property {string} [flaw] why theirs is none
 *
 * @typedef {'rps' | 'requests' | 'latency' | 'threads' | 'cpu' | 'memory'} Quantity
 *
 * @typedef {object} Conclusion
 * @property {string} text theirs, in a sentence
 * @property {Claim[]} claims what it says of single comparisons; it holds if all of them do
 *
 * @typedef {Faster | Alike | FewerThreads | Answered | NoThreads} Claim `run`: as in a figure; always at the last level of users
 * @typedef {{ run?: string, scenario: string, faster: string, than: string, times?: number, orLevel?: boolean }} Faster requests/s; `times`: by at
 *   least that factor; `orLevel`: or at least not slower
 * @typedef {{ run?: string, scenario: string, alike: [string, string] }} Alike requests/s
 * @typedef {{ run?: string, scenario: string, fewerThreads: string, than: string }} FewerThreads platform threads at their maximum
 * @typedef {{ run?: string, scenario: string, target: string, answered: { from: number, to: number } }} Answered successful requests within a slice
 * @typedef {{ run?: string, scenario: string, target: string, threadsOver: string, atMost: number }} NoThreads platform threads at their maximum, beyond
 *   those of another target
 */
export {};
