/** The floors of `bench/`: a file imports code and types from its own floor and from lower ones only. ESLint refuses the rest (eslint.config.js). */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rule, ESLint } from 'eslint';
import type { Node, Literal } from 'estree';

/** From the top down. */
export const FLOORS = [
  'commands',
  'dev',
  'dashboards',
  'run',
  'measure',
  'verify',
  'published',
  'report',
  'studies',
  'plan',
  'engines',
  'setup',
  'collect',
  'analyse',
  'record',
  'util',
];

const bench = fileURLToPath(new URL('..', import.meta.url));

/** @param file absolute path @returns the folder of bench/ in which it lies */
function floorOf(file: string): string {
  return path.relative(bench, file).split(path.sep)[0];
}

const noUpwardImport: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: { upward: '{{floor}}/ must not import from a floor above it; the order is {{order}} (bench/dev/floors.ts)' },
    schema: [{ type: 'array', items: { type: 'string' } }],
  },
  create(context) {
    // Taken from the options, as ESLint's cache knows these, but not what this file imports.
    const [order]: string[][] = context.options;
    const floor = floorOf(context.filename);
    const check = (node: Node, specifier: unknown) => {
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
      const imported = floorOf(path.resolve(path.dirname(context.filename), specifier));
      const isUpward = order.includes(imported) && order.indexOf(imported) < order.indexOf(floor);
      if (isUpward) context.report({ node, messageId: 'upward', data: { floor, order: order.join(' > ') } });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      // `import('…').X` in a type; ESLint's own types know no such node.
      TSImportType: (node: Node & { source: Literal }) => check(node, node.source.value),
      ImportExpression: (node) => check(node, node.source.type === 'Literal' ? node.source.value : undefined),
    };
  },
};

export const floors: ESLint.Plugin = { rules: { 'no-upward-import': noUpwardImport } };
