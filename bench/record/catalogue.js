/**
 * The one list of targets and scenarios, as read from `catalogue.json` (documented in docs/interfaces.md, section 1).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string,
 *   parameters?: Record<string, { from: number, to: number }> }} Request
 * @typedef {{ status: number, headers: Record<string, string>, body: string }} Answer
 * @typedef {{ name: string, request: Request, response: Answer }} Case
 * @typedef {{ label: string, stack: string, module?: string, command?: string[], metricsPath?: string,
 *   healthPath?: string, server: 'tomcat' | 'netty' | 'other', port: number, managementPort: number,
 *   environment: Record<string, string>, colour: string, symbol: string, line: string | number[], database?: 'jdbc' | 'r2dbc',
 *   extended?: boolean, flawed?: boolean, unfit?: Record<string, string>, only?: string[] }} Target
 * @typedef {{ title: string, does: string, database: boolean, warmupVus: number, warmedBy?: string, leavesBacklog?: boolean, request: Request, expect: { status: number, statuses?: number[], failedShare?: number },
 *   extended?: boolean, needs?: string[], calls?: number[], places?: number, waits?: 'handler' | 'offloaded' | 'timer', statementMs?: number, statements: Record<string, number>, rows: { read: number, written: number }, cases: Case[] }} Scenario
 * @typedef {{ label: string, module: string, port: number, managementPort?: number }} Neighbour
 * @typedef {{ title: string, environment: { tomcat: Record<string, string>, jdbc: Record<string, string>, r2dbc: Record<string, string> } }} Settings
 * @typedef {{ targets: Record<string, Target>, scenarios: Record<string, Scenario>, neighbours: Record<string, Neighbour>,
 *   settings: Record<string, Settings> }} Catalogue
 */

/** The folder of the checkout, with a trailing separator left off. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** Where a target shows its metrics, and whether it is ready, on its management port, if its entry does not say otherwise. */
const METRICS_PATH = '/actuator/prometheus';
const HEALTH_PATH = '/actuator/health';

/** @param {Pick<Target, 'metricsPath'> | undefined} target */
export function metricsPath(target) {
  return target?.metricsPath ?? METRICS_PATH;
}

/** @param {Pick<Target, 'healthPath'> | undefined} target */
export function healthPath(target) {
  return target?.healthPath ?? HEALTH_PATH;
}

/** @returns {Catalogue} the checked-in catalogue */
export function readCatalogue() {
  return JSON.parse(readFileSync(new URL('../../catalogue.json', import.meta.url), 'utf8'));
}

/** Name of the downstream service among the catalogue's neighbours, and in Prometheus. */
export const DOWNSTREAM = 'downstream';

/**
 * @param {{ catalogue: { scenarios: Record<string, { needs?: string[] }> } }} run
 * @param {string} scenario
 * @returns {boolean} does the scenario call the downstream service?
 */
export function callsNeighbour({ catalogue }, scenario) {
  return catalogue.scenarios[scenario].needs?.includes(DOWNSTREAM) ?? false;
}
