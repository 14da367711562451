import js from '@eslint/js';
import globals from 'globals';
import { floorRules } from './dev/floors.js';

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
  { files: ['bench/**/*.{js,cjs}'], languageOptions: { globals: globals.node } },
  ...floorRules('bench'),
  { files: ['bench/report/html/script/**/*.js'], languageOptions: { globals: { ...globals.browser, echarts: 'readonly' } } },
  {
    files: ['k6/**/*.js'],
    languageOptions: { globals: { __ENV: 'readonly', __VU: 'readonly', __ITER: 'readonly', open: 'readonly', console: 'readonly' } },
  },
];
