import { usageError } from '../../../base/errors.js';
import type { JsonObject } from '../../../base/json-object.js';
import { displayName } from '../../../cli/command/family/display-name.js';
import type { Context } from '../../../cli/command/spec.js';
import { parentTypes } from '../../../contract/rules/parents.js';

/**
 * Adds the root object as the parent of a new object whose type may have it, if the version has only one root. Errors:
 * `usage` if there are several, and those of the client.
 */
export async function withRootParent(body: JsonObject, context: Context): Promise<JsonObject> {
  if (body.parentId !== undefined || !parentTypes(String(body.type)).includes('root')) return body;
  const objects = await (await context.names()).records('object');
  const roots = objects.filter(({ type }) => type === 'root');
  const [root] = roots;
  // The service reports the missing parent.
  if (root === undefined) return body;
  if (roots.length === 1) return { ...body, parentId: root.id };
  throw usageError(`The parent is missing, and the version has ${roots.length} domains.`, {
    hint: `Use --parent with a domain: ${roots.map((it) => displayName(context, it)).join(', ')}.`,
  });
}
