import type { Context } from '../../../cli/command/spec.js';
import type { Model } from '../../../model/document/element.js';
import { type CurrentReferences, currentReferences } from '../../../model/sync/lock-model.js';

/** Current state of the elements that a document refers to. Errors: those of the client; `not-found`. */
export async function readReferences(context: Context, model: Model): Promise<CurrentReferences> {
  if (model.references.size === 0) return { states: new Map(), changes: [] };
  const landscapeId = await context.scope('landscape');
  return currentReferences(await context.reader(), landscapeId, model, {
    landscapeIdOf: async (name) => (await context.names()).idOf('landscape', name, 'Field references'),
  });
}
