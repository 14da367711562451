/**
 * run.json: what is recorded of a run.
 *
 * @typedef {{scenario: string, target: string, round: number, order: number, state: 'pending' | 'ok' | 'failed', reason: string | null}} PlannedCell
 *
 * @typedef {object} CatalogueTarget
 * @property {string} label
 * @property {string} stack
 * @property {'tomcat' | 'netty' | 'other'} server
 * @property {'jdbc' | 'r2dbc'} [database]
 * @property {string} colour
 * @property {string} symbol
 * @property {string | number[]} line
 * @property {Record<string, string>} [environment] what makes it differ from others of its module
 * @property {Record<string, string>} [unfit] scenario → why it is not measured there
 * @property {string[]} [only] the scenarios that it answers, where these are not all
 *
 * @typedef {object} CatalogueScenario
 * @property {string} title
 * @property {string} does
 * @property {boolean} [database] does it use one
 * @property {{method: string, path: string}} request
 * @property {{status: number, statuses?: number[], failedShare?: number}} [expect]
 * @property {Record<string, number>} [statements] per request
 * @property {string[]} [needs] neighbours
 * @property {boolean} [leavesBacklog] do requests pile up on some target
 * @property {number[]} [calls] delays that it asks the neighbour for in each request, in ms
 * @property {number} [places] stock that each cell sells
 * @property {'handler' | 'offloaded' | 'timer'} [waits] where a request with `millis` spends its time; in old bundles the handler
 * @property {number} [statementMs] what one statement takes at least
 *
 * @typedef {{name: string, title: string, targets: Record<string, Record<string, string>>}} Settings field `settings` of run.json
 *
 * @typedef {object} Run run.json
 * @property {string} id
 * @property {string} profile
 * @property {number} seed
 * @property {number} rounds
 * @property {string[]} targets
 * @property {string[]} scenarios
 * @property {{vus: number, durationMs: number}[]} stages
 * @property {{targets: Record<string, CatalogueTarget>, scenarios: Record<string, CatalogueScenario>, neighbours?: Record<string, {label: string}>}} catalogue
 * @property {string} startedAt
 * @property {string | null} endedAt
 * @property {string[]} [resumedAt]
 * @property {string} [engine]
 * @property {Record<string, any>} [limits]
 * @property {Record<string, any>} [machine]
 * @property {Record<string, string | null>} [versions]
 * @property {string | null} [commit]
 * @property {boolean} [dirty]
 * @property {{at: string, seconds: number, targets: string[], scenarios: string[], roundTrips?: Record<string, Record<string, number>>} | null} [verified]
 * @property {Settings | null} [settings] what the targets were given beyond their own environment
 * @property {number | null} [databaseRttMs] delay on the way to the database and back that was asked for
 * @property {string} [baseline]
 * @property {Record<string, string>} [refused] target → what the verification found; it was measured to show what that leads to
 * @property {{id: string, run: string, session: string, knobs: Record<string, string>}} [study] the study it is a part of
 * @property {import('./calibration.js').Calibration | null} [calibration] the newest on this machine when the run began
 * @property {string} [calibrates] the target that this run measures against itself under two names
 * @property {PlannedCell[]} cells
 * @property {string[]} [notes]
 */

export {};
