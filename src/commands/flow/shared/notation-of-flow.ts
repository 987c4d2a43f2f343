import type { Context } from '../../../cli/command/spec.js';
import type { Flow } from '../../../contract/resources/flow.js';
import { notedSteps, printNotation } from '../../../documents/flow-notation/index.js';
import { openScene } from './scene.js';

/** The steps of a flow as text, with names instead of ids. Errors: those of the client. */
export async function notationOf(context: Context, flow: Flow): Promise<string> {
  const hasLinks = Object.values(flow.steps ?? {}).some(({ flowId }) => flowId);
  const scene = await openScene(context, flow.diagramId, { flows: hasLinks, connections: false });
  return printNotation(notedSteps(flow, scene).steps);
}
