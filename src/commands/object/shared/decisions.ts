import { isObject } from '../../../base/is-object.js';
import type { JsonObject } from '../../../base/json-object.js';
import type { ExtraColumns } from '../../../cli/command/operation-command.js';
import type { Context } from '../../../cli/command/spec.js';
import { adrs } from '../../../contract/resources/adr.js';

/**
 * With --decisions, the decisions about an object as `ADR-0001 Use PostgreSQL (accepted)`: those about the diagrams that
 * show it, because the service relates decisions to diagrams and not to objects.
 */
export async function decisionsAbout(
  object: JsonObject,
  context: Context,
): Promise<ExtraColumns | undefined> {
  if (context.parsed.options.decisions !== true) return undefined;
  const client = await context.client();
  const path = {
    landscapeId: await context.scope('landscape'),
    versionId: await context.scope('landscapeVersion'),
  };
  const diagrams = isObject(object.diagrams) ? object.diagrams : {};
  const decisions: string[] = [];
  for await (const { relatedItems, number, name, status } of client.pages(adrs.list, { path })) {
    const items = Object.values(relatedItems ?? {});
    if (items.some(({ diagramId }) => diagramId && Object.hasOwn(diagrams, diagramId)))
      decisions.push(`ADR-${String(number).padStart(4, '0')} ${name} (${status})`);
  }
  return { values: { decisions }, columns: [{ key: 'decisions', kind: 'list', priority: 2 }] };
}
