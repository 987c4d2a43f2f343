// Baseline: `plain-graphviz.mjs FILE` lays out and draws a file in the DOT language as SVG.
import { readFileSync } from 'node:fs';
import { instance } from '../judges/node_modules/@viz-js/viz/dist/viz.js';

const viz = await instance();
process.stdout.write(viz.renderString(readFileSync(process.argv[2], 'utf8'), { format: 'svg' }));
