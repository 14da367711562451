/** The manual against the tables of commands and options. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { OPTIONS } from '../../../commands/input/options.ts';
import { COMMANDS } from '../../../commands/table.ts';
import { root } from '../../../record/catalogue.ts';

/** Explained beside their command. */
const OF_ONE_COMMAND = ['A', 'B', 'DIR', 'FAIL_IF', 'FILE', 'SUITES'];

const sections = readFileSync(path.join(root, 'docs', 'usage.md'), 'utf8').split(/^##+ /m);
/** @param title of a section @returns cells of the rows of its table */
const rowsOf = (title: string): string[][] => {
  const rows = sections.find((text) => text.startsWith(`${title}\n`))?.match(/^\| .+ \|$/gm) ?? [];
  return rows.slice(2).map((row) => row.slice(2, -2).split(' | '));
};
const namesIn = (text: string) => [...text.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name);

/** Options by the group that they are listed under. */
const groups: Record<string, string[]> = {};
let title = '';
for (const [option] of rowsOf('Options')) {
  title = /^\*\*(\w+)\*\*$/.exec(option)?.[1] ?? title;
  (groups[title] ??= []).push(...namesIn(option));
}

/** @param cell such as 'plan without `TARGETS`; `RESUME`' @returns options */
function documented(cell: string): string[] {
  return cell.split(';').flatMap((part) => {
    const [taken, left = ''] = part.split(' without ');
    const ofGroups = Object.keys(groups).filter((group) => new RegExp(`\\b${group}\\b`).test(taken));
    const all = ofGroups.flatMap((group) => (group === 'plan' ? [...groups.plan, ...groups.environment, ...groups.limits] : groups[group]));
    return [...namesIn(taken), ...all].filter((name) => !namesIn(left).includes(name));
  });
}

describe('docs/usage.md', () => {
  it('describes every option, and no other', () => {
    const described = Object.values(groups).flat();
    assert.deepEqual([...described, ...OF_ONE_COMMAND].sort(), [...Object.keys(OPTIONS), 'ENGINE'].sort());
  });

  it('has the options of each command', () => {
    const rows = rowsOf('Commands').filter(([, , options]) => options !== undefined);
    for (const { name, options } of COMMANDS.filter((command) => command.options.length > 0 && command.name !== 'test')) {
      const row = rows.find(([command]) => new RegExp(`^.make ${name}\\b`).test(command));
      assert.deepEqual(documented(row?.[2] ?? '').sort(), [...options].sort(), name);
    }
  });
});
