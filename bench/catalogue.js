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
 * @typedef {{ label: string, stack: string, module: string, server: 'tomcat' | 'netty', port: number, managementPort: number,
 *   environment: Record<string, string>, colour: string, symbol: string, line: string | number[], database: 'jdbc' | 'r2dbc',
 *   extended?: boolean, flawed?: boolean, unfit?: Record<string, string> }} Target
 * @typedef {{ title: string, does: string, database: boolean, warmupVus: number, leavesBacklog?: boolean, request: Request, expect: { status: number, statuses?: number[] },
 *   extended?: boolean, needs?: string[], places?: number, statements: Record<string, number>, rows: { read: number, written: number }, cases: Case[] }} Scenario
 * @typedef {{ label: string, module: string, port: number, managementPort?: number }} Neighbour
 * @typedef {{ title: string, environment: { tomcat: Record<string, string>, jdbc: Record<string, string>, r2dbc: Record<string, string> } }} Settings
 * @typedef {{ targets: Record<string, Target>, scenarios: Record<string, Scenario>, errors: Case[], neighbours: Record<string, Neighbour>,
 *   settings: Record<string, Settings> }} Catalogue
 */

/** The folder of the checkout, with a trailing separator left off. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');

/** @returns {Catalogue} the checked-in catalogue */
export function readCatalogue() {
  return JSON.parse(readFileSync(new URL('../catalogue.json', import.meta.url), 'utf8'));
}
