/**
 * What is judged of a claim, as data: report/words/studies.js has the sentences.
 *
 * @typedef {'holds' | 'does not hold' | 'cannot tell'} Outcome
 * @typedef {import('../../analyse/bottleneck/bottleneck.js').Bottleneck} Bottleneck
 *
 * @typedef {{ kind: 'rate', label: string, rps: number | null } | { kind: 'answered', label: string, answered: number }
 *   | { kind: 'threads', label: string, threads: number | null }} Ours our figure of a target
 *
 * @typedef {{ kind: 'unfit', label: string, scenario: string, reason: string } | { kind: 'not measured', label: string, scenario: string }
 *   | { kind: 'discarded', label: string, reason: import('../../analyse/slice/health.js').DiscardReason } | { kind: 'failed', label: string, reason: string }} Unusable a target
 *
 * @typedef {{ kind: 'verdict', rule: 'at least' | 'less than' | 'factor inside the interval' | 'level' | 'no difference' | 'level inside the interval' | 'difference',
 *   times: number, level: number, verdict: import('../../analyse/statistics/verdict.js').Kind, because: import('../../analyse/statistics/verdict.js').Because | null,
 *   rounds: number }} ByVerdict with enough rounds
 * @typedef {{ kind: 'too close', bound: number, times: number, rounds: number, roundsForVerdict: number } | { kind: 'unexplained' }
 *   | { kind: 'cold', bound: number, times: number } | { kind: 'clear', bound: number, times: number, rounds: number }} ByRounds with fewer
 * @typedef {{ kind: 'counted', from: number, to: number } | { kind: 'requests not recorded' } | { kind: 'threads not recorded' } | { kind: 'threads', bound: number, isClear: boolean }
 *   | { kind: 'threads grow', more: number, than: string } | { kind: 'threads level', atMost: number }} ByCount
 * @typedef {{ kind: 'not measured' } | { kind: 'unusable', targets: Unusable[] }
 *   | { kind: 'not compared', why: import('../../analyse/comparison/comparability.js').NotCompared | { kind: 'not recorded' } }} Undecided
 * @typedef {Undecided | ByVerdict | ByRounds | ByCount} Why the rule that gave the outcome
 *
 * @typedef {object} Judgement
 * @property {Outcome} outcome
 * @property {boolean} indicative are there too few rounds for a verdict?
 * @property {Ours[]} ours
 * @property {{ label: string, than: string, ratio: number, low: number | null, high: number | null, roundRatios: number[] } | null} measured null where nothing was
 *   compared
 * @property {Why} why
 * @property {{ label: string, bottleneck: Bottleneck } | null} bottleneck of the slower one
 */
export {};
