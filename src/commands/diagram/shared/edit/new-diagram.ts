import { usageError } from '../../../../base/errors.js';
import type { JsonObject } from '../../../../base/json/json-object.js';
import { displayName } from '../../../../cli/command/family/display-name.js';
import type { Context } from '../../../../cli/command/spec.js';
import type { Fields } from '../../../../contract/doc.js';
import { DIAGRAM_TYPE_BELOW } from '../../../../contract/rules/diagrams/entry-diagram.js';
import { entriesToDraw, modelRecords } from './diagram-edit.js';

/** Completes the request for a new diagram: its type, and the objects of `--add` with their connections. */
export async function withTypeAndContent(body: JsonObject, context: Context): Promise<JsonObject> {
  const typed = await withType(body, context);
  const { add } = context.parsed.options;
  if (!Array.isArray(add)) return typed;
  const records = await modelRecords(context);
  const diagram = { id: '', name: String(typed.name), type: String(typed.type) };
  const content = { objects: typed.objects ?? {}, connections: typed.connections ?? {} } as Fields;
  const added = await entriesToDraw(context, { diagram, content, records }, add.map(String));
  return {
    ...typed,
    objects: { ...(content.objects as Fields), ...added.objects },
    connections: { ...(content.connections as Fields), ...added.connections },
  };
}

/** The type of the diagrams that show the inside of its object (docs/service.md#diagram). Errors: `usage`. */
async function withType(body: JsonObject, context: Context): Promise<JsonObject> {
  const { type, modelId } = body;
  if (type !== undefined || typeof modelId !== 'string') return body;
  const objects = await (await context.names()).records('object');
  const of = objects.find(({ id }) => id === modelId);
  // The service reports an unknown object.
  if (of === undefined) return { ...body, type: 'context-diagram' };
  const own = DIAGRAM_TYPE_BELOW[String(of.type)];
  if (own !== undefined) return { ...body, type: own };
  throw usageError(`${displayName(context, of)} is of type ${of.type}, which has no diagrams of its own.`, {
    hint: `Use --of with ${Object.keys(DIAGRAM_TYPE_BELOW).join(', ')}; ${listTypes}.`,
  });
}

const listTypes = 'list them with "archctl object list --type system,app,store,root"';
