import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { floors, FLOORS } from './dev/floors.ts';

// Absolute, so that `npx eslint` finds the same rules from the root of the checkout and from bench/.
const bench = fileURLToPath(new URL('.', import.meta.url));
const k6 = fileURLToPath(new URL('../k6', import.meta.url));

const CLOCK = 'durations are measured with performance.now(), epoch times with nowEpochMs() of util/time.ts';
// The runner of the tests waits for them.
const TESTS = { from: 'package', package: 'node:test', name: ['describe', 'it', 'test'] };

export default [
  js.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-shadow': 'error',
      'prefer-const': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_$' }],
    },
  },
  {
    basePath: bench,
    files: ['**/*.{ts,js,cjs}'],
    languageOptions: { globals: globals.node },
    plugins: { floors },
    rules: { 'floors/no-upward-import': ['error', FLOORS] },
  },
  {
    basePath: bench,
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      // tsc says these.
      'no-undef': 'off',
      'no-redeclare': 'off',
      'no-shadow': 'off',
      '@typescript-eslint/no-shadow': 'error',
      'no-unused-vars': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$' }],
      '@typescript-eslint/no-inferrable-types': 'error',
      '@typescript-eslint/consistent-generic-constructors': 'error',
      '@typescript-eslint/array-type': 'error',
      // These ask the compiler for types.
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: [TESTS] }],
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    basePath: bench,
    files: ['test/**/*.ts'],
    // Servers of tests wait for the body of a request.
    rules: { '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }] },
  },
  {
    basePath: bench,
    files: ['**/*.ts'],
    ignores: ['test/**', 'report/html/script/**', 'published/pages/script/**'],
    rules: { 'no-restricted-properties': ['error', { object: 'Date', property: 'now', message: CLOCK }] },
  },
  {
    basePath: k6,
    files: ['**/*.js'],
    languageOptions: { globals: { __ENV: 'readonly', __VU: 'readonly', __ITER: 'readonly', open: 'readonly', console: 'readonly' } },
  },
];
