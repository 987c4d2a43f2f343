import type { Context } from '../../../cli/command/spec.js';
import { drawingWarnings } from '../../../contract/rules/drawing-warnings.js';

/** The body as it is, with a warning for each drawn thing that the app cannot show (docs/service.md#diagram-content). */
export function warnedOfDrawing(
  body: Record<string, unknown>,
  { terminal }: Context,
): Record<string, unknown> {
  for (const line of drawingWarnings(body)) terminal.warn(`${line}.`);
  return body;
}
