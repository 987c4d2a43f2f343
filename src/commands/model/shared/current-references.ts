import type { Context } from '../../../cli/command/spec.js';
import type { Model } from '../../../model/document/element.js';
import { type CurrentReferences, currentReferences } from '../../../model/sync/lock-model.js';
import { bindToDocument, type TargetOptions } from './landscape-target.js';

/** Current state of the elements that a document refers to. Errors: those of the client; `not-found`. */
export async function readReferences(
  context: Context,
  read: Model,
  options: TargetOptions,
): Promise<CurrentReferences> {
  if (read.references.size === 0) return { states: new Map(), changes: [] };
  const { model, otherLandscape } = await bindToDocument(context, read, options);
  const landscapeId = await context.scope('landscape');
  return currentReferences(await context.reader(), landscapeId, model, {
    otherLandscape,
    landscapeIdOf: async (name) => (await context.names()).idOf('landscape', name, 'Field references'),
  });
}
