/** The floors of `bench/`: a file imports code and types from its own floor and from lower ones only. ESLint refuses the rest (eslint.config.js). */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** @param {string} file absolute path @returns {string} the folder of bench/ in which it lies */
function floorOf(file) {
  return path.relative(bench, file).split(path.sep)[0];
}

/** @type {import('eslint').Rule.RuleModule} */
const noUpwardImport = {
  meta: {
    type: 'problem',
    messages: { upward: '{{floor}}/ must not import from a floor above it; the order is {{order}} (bench/dev/floors.js)' },
    schema: [{ type: 'array', items: { type: 'string' } }],
  },
  create(context) {
    // Taken from the options, as ESLint's cache knows these, but not what this file imports.
    const [order] = /** @type {[string[]]} */ (context.options);
    const floor = floorOf(context.filename);
    /** @param {import('estree').Node | import('estree').Comment} node @param {unknown} specifier */
    const check = (node, specifier) => {
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
      const imported = floorOf(path.resolve(path.dirname(context.filename), specifier));
      const isUpward = order.includes(imported) && order.indexOf(imported) < order.indexOf(floor);
      if (isUpward)
        context.report({
          loc: /** @type {import('estree').SourceLocation} */ (node.loc),
          messageId: 'upward',
          data: { floor, order: order.join(' > ') },
        });
    };
    const checkTypes = () => {
      for (const comment of context.sourceCode.getAllComments()) {
        for (const [, specifier] of comment.value.matchAll(/import\('(.+?)'\)/g)) check(comment, specifier);
      }
    };
    return {
      Program: checkTypes,
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) => check(node, node.source.type === 'Literal' ? node.source.value : undefined),
    };
  },
};

/** @type {import('eslint').ESLint.Plugin} */
export const floors = { rules: { 'no-upward-import': noUpwardImport } };
