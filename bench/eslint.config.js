import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import globals from 'globals';
import { floors, FLOORS } from './dev/floors.js';

// Absolute, so that `npx eslint` finds the same rules from the root of the checkout and from bench/.
const bench = fileURLToPath(new URL('.', import.meta.url));
const k6 = fileURLToPath(new URL('../k6', import.meta.url));

const CLOCK = 'durations are measured with performance.now(), epoch times with nowEpochMs() of util/time.js';

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
    files: ['**/*.{js,cjs}'],
    languageOptions: { globals: globals.node },
    plugins: { floors },
    rules: { 'floors/no-upward-import': ['error', FLOORS] },
  },
  {
    basePath: bench,
    files: ['**/*.js'],
    ignores: ['test/**', 'report/html/script/**', 'published/pages/script/**'],
    rules: { 'no-restricted-properties': ['error', { object: 'Date', property: 'now', message: CLOCK }] },
  },
  {
    basePath: bench,
    files: ['report/html/script/**/*.js', 'published/pages/script/**/*.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    basePath: k6,
    files: ['**/*.js'],
    languageOptions: { globals: { __ENV: 'readonly', __VU: 'readonly', __ITER: 'readonly', open: 'readonly', console: 'readonly' } },
  },
];
