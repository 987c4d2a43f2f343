import { BOOLEAN, CALLBACK, checkOptions, type OptionTypes, SIGNAL } from '../../base/check-options.js';
import { ArchctlError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import { pluralize } from '../../base/text/words.js';
import { type ReadClient, readOnly } from '../../client/read-only.js';
import { LATEST } from '../../contract/scopes.js';
import { identify } from '../compare/identity.js';
import { type Locked, type Model, modelOf } from '../document/element.js';
import { refuseErrors } from '../document/finding.js';
import { refuseOtherLandscape } from '../document/landscape-binding.js';
import type { ReadModel } from '../document/read.js';
import type { LiveLandscape } from '../live/landscape.js';
import { modelOfLandscape } from '../live/model-of-landscape.js';
import { readLandscape } from '../live/read-landscape.js';
import { isInLandscape, referenceStates } from '../live/references.js';
import { lockText } from '../lock/lock-file.js';
import type { ReferenceChange } from '../plan/plan-types.js';
import { positionPrefix, referenceChanges } from '../plan/reference-changes.js';

/** Current state of the elements that a document refers to. */

/** Current states of the references of a document, and their differences from the lock file. */
export interface CurrentReferences {
  /** States of the referenced elements, by kind and id. */
  states: ReadonlyMap<string, Locked>;
  /** References that differ from the lock file, or have no element. */
  changes: readonly ReferenceChange[];
}

/** Options of `lockModel`. */
export interface LockOptions {
  /** Returns the id of a landscape that a reference names. Default: the name is the id. */
  landscapeIdOf?: (name: string) => Promise<string>;
  /** Whether the document may name another landscape than `landscapeId` (default: false). */
  otherLandscape?: boolean;
  /** Aborts the requests. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads the landscapes that a document refers to, and returns the text of its lock file. Makes no changes.
 * @throws ArchctlError `usage` for a document with errors, and for one that names another landscape; `not-found` for an unknown landscape, and for elements that do
 * not exist; client errors.
 */
export async function lockModel(
  client: ReadClient,
  landscapeId: string,
  read: ReadModel,
  options: LockOptions = {},
): Promise<CurrentReferences & { text: string }> {
  requireArguments('lockModel', { client, landscapeId, read });
  const given = checkOptions('lockModel', options, OPTIONS);
  refuseErrors(read.findings, 'nothing was locked');
  const current = await referencesIn(client, landscapeId, read.model, given);
  refuseUnresolved(current.changes);
  return { ...current, text: lockText(read.model, current.states) };
}

/** Errors: `not-found` for references whose elements do not exist. */
export function refuseUnresolved(changes: readonly ReferenceChange[]): void {
  const unresolved = changes.filter(({ change }) => change === 'gone');
  if (unresolved.length === 0) return;
  throw new ArchctlError(
    'not-found',
    `${pluralize(unresolved.length, 'reference')} cannot be resolved; nothing was written.`,
    {
      details: unresolved.map(
        ({ position, message, hint }) => `${positionPrefix(position)}${message} ${hint}`,
      ),
    },
  );
}

/**
 * Reads the landscapes that a document refers to; `changes` of the result is an option of `validate`. Makes no changes.
 * @throws ArchctlError `usage` for a document that names another landscape; `not-found` for an unknown landscape; client
 * errors.
 */
export async function currentReferences(
  client: ReadClient,
  landscapeId: string,
  model: Model,
  options: LockOptions = {},
): Promise<CurrentReferences> {
  requireArguments('currentReferences', { client, landscapeId, model });
  return referencesIn(client, landscapeId, model, checkOptions('currentReferences', options, OPTIONS));
}

const OPTIONS: OptionTypes<LockOptions> = {
  landscapeIdOf: CALLBACK,
  otherLandscape: BOOLEAN,
  signal: SIGNAL,
};

async function referencesIn(
  client: ReadClient,
  landscapeId: string,
  model: Model,
  { landscapeIdOf = async (name) => name, otherLandscape, signal }: LockOptions = {},
): Promise<CurrentReferences> {
  const states = new Map<string, Locked>();
  const changes: ReferenceChange[] = [];
  if (model.references.size === 0) return { states, changes };
  const reader = readOnly(client, { signal });
  // The contents of diagrams are not needed.
  const landscapeAt = (id: string) => readLandscape(reader, { landscapeId: id, versionId: LATEST }, false);
  const here = await landscapeAt(landscapeId);
  refuseOtherLandscape(model, here.landscape, otherLandscape);
  const elsewhere = new Set<string>();
  for (const it of model.references.values())
    if (it.landscape !== undefined && !isInLandscape(here, it)) elsewhere.add(it.landscape);
  add(
    here,
    onlyReferences(model, (it) => isInLandscape(here, it)),
  );
  for (const named of elsewhere) {
    const { references } = onlyReferences(model, (it) => it.landscape === named);
    // Elements of this document are in another landscape, so they match no record of this one.
    const of = modelOf([], { references, owners: model.owners });
    add(await landscapeAt(await landscapeIdOf(named)), of, named);
  }
  return { states, changes };

  function add(live: LiveLandscape, of: Model, named = live.landscape.name): void {
    const from = { ...live, landscape: { ...live.landscape, name: named } };
    const current = modelOfLandscape(from, identify(from, of).ids, of.namespace, of);
    for (const [key, state] of referenceStates(of, from, current)) states.set(key, state);
    changes.push(...referenceChanges(of, from, current));
  }
}

const onlyReferences = (
  model: Model,
  isWanted: (reference: Parameters<typeof isInLandscape>[1]) => boolean,
): Model => ({
  ...model,
  references: new Map([...model.references].filter(([, it]) => isWanted(it))),
});
