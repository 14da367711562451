/** What the page gets from the scripts before it. */
declare const echarts: typeof import('./echarts.js');
