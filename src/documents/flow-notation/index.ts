/** Text notation for the steps of flows; the grammar is in `parse.ts`. */

export { byIndex, notedSteps } from './noted-steps.js';
export { parseNotation } from './parse.js';
export { printNotation } from './print.js';
export type { NotedPath, NotedStep } from './types.js';
