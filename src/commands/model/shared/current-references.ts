import type { Context } from '../../../cli/command/spec.js';
import { LATEST } from '../../../contract/scopes.js';
import { identify } from '../../../model/compare/identity.js';
import { type Locked, type Model, modelOf } from '../../../model/document/element.js';
import type { LiveLandscape } from '../../../model/live/landscape.js';
import { modelOfLandscape } from '../../../model/live/model-of-landscape.js';
import { readLandscape } from '../../../model/live/read-landscape.js';
import { isIn, statesOf } from '../../../model/live/references.js';
import type { ReferenceChange } from '../../../model/plan/plan-types.js';
import { referenceChanges } from '../../../model/plan/reference-changes.js';

/** Current state of the elements that a document refers to. */

/** Current states of the references of a document, and their differences from the lock file. */
export interface CurrentReferences {
  states: ReadonlyMap<string, Locked>;
  changes: readonly ReferenceChange[];
}

/**
 * Reads the landscapes that a document refers to: the current one, and those that references name. Errors: those of
 * the client; `not-found` for an unknown landscape.
 */
export async function currentReferences(context: Context, model: Model): Promise<CurrentReferences> {
  const states = new Map<string, Locked>();
  const changes: ReferenceChange[] = [];
  if (model.references.size === 0) return { states, changes };
  const landscapeId = await context.scope('landscape');
  const here = await landscapeAt(context, landscapeId);
  const elsewhere = new Set<string>();
  for (const it of model.references.values())
    if (it.landscape !== undefined && !isIn(here, it)) elsewhere.add(it.landscape);
  add(
    here,
    onlyReferences(model, (it) => isIn(here, it)),
  );
  for (const named of elsewhere) {
    const id = await (await context.names()).idOf('landscape', named, 'Field references');
    const { references } = onlyReferences(model, (it) => it.landscape === named);
    // Elements of this document are in another landscape, so they match no record of this one.
    add(await landscapeAt(context, id), modelOf([], { references, owners: model.owners }), named);
  }
  return { states, changes };

  function add(live: LiveLandscape, of: Model, named = live.landscape.name): void {
    const from = { ...live, landscape: { ...live.landscape, name: named } };
    const now = modelOfLandscape(from, identify(from, of).ids, of.namespace, of);
    for (const [key, state] of statesOf(of, from, now)) states.set(key, state);
    changes.push(...referenceChanges(of, from, now));
  }
}

const onlyReferences = (
  model: Model,
  isWanted: (reference: Parameters<typeof isIn>[1]) => boolean,
): Model => ({
  ...model,
  references: new Map([...model.references].filter(([, it]) => isWanted(it))),
});

/** A landscape without the contents of its diagrams. */
async function landscapeAt(context: Context, landscapeId: string): Promise<LiveLandscape> {
  return readLandscape(await context.reader(), { landscapeId, versionId: LATEST }, false);
}
