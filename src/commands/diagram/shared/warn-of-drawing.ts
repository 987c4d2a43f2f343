import type { Context } from '../../../cli/command/spec.js';
import { drawingWarnings } from '../../../contract/rules/diagrams/drawing-warnings.js';

/**
 * Returns the body unchanged, and warns of each drawn element that the app cannot show
 * (docs/service.md#diagram-content).
 */
export function warnOfDrawing(body: Record<string, unknown>, { terminal }: Context): Record<string, unknown> {
  for (const line of drawingWarnings(body)) terminal.warn(`${line}.`);
  return body;
}
