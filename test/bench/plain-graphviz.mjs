// Baseline: `plain-graphviz.mjs VIZ FILE` lays out and draws a file in the DOT language as SVG, with the module VIZ.
import { readFileSync } from 'node:fs';

const [, , path, file] = process.argv;
const { instance } = await import(path);
const viz = await instance();
process.stdout.write(viz.renderString(readFileSync(file, 'utf8'), { format: 'svg' }));
