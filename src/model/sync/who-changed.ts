import { mapConcurrently } from '../../base/concurrency.js';
import { isObject } from '../../base/is-object.js';
import type { ReadClient } from '../../client/read-only.js';
import { type ActionLog, listActionLogs } from '../../contract/resources/action-log.js';
import { elementKey, elementOf, type Model, type ModelKind } from '../document/element.js';
import { MODEL_KINDS } from '../document/kinds.js';
import type { DriftItem } from '../plan/drift.js';

/** Finds in the action log who made the changes that a drift report lists. */

/** Author and time of a change. */
export interface Author {
  by: string;
  /** ISO 8601. */
  at: string;
}

/** Authors of the differences of an element: of each field, and of its creation or deletion. */
export interface Authors {
  fields: ReadonlyMap<string, Author>;
  whole?: Author;
}

/** Maximum number of elements that are looked up, one request each. */
const MAX_ELEMENTS = 40;
/** Entries that are read for each element, newest first. */
const MAX_ENTRIES = 50;
const AT_ONCE = 4;

/**
 * Reads the entries about the elements. Reads nothing without items. Errors: client errors, for example a log that the key
 * may not read. @param current The model of the landscape.
 * @returns authors by `elementKey`, and the number of elements that were not looked up
 */
export async function whoChanged(
  client: ReadClient,
  landscapeId: string,
  items: readonly DriftItem[],
  current: Model,
): Promise<{ authors: ReadonlyMap<string, Authors>; skipped: number }> {
  const examined = items.slice(0, MAX_ELEMENTS);
  const authors = new Map<string, Authors>();
  const deletions = new Map<string, Promise<readonly ActionLog[]>>();
  const read = async (filter: object): Promise<readonly ActionLog[]> =>
    (
      await client.call(listActionLogs, {
        path: { landscapeId },
        query: { filter: { order: 'desc', limit: MAX_ENTRIES, ...filter } } as never,
      })
    ).actionLogs;
  await mapConcurrently(examined, AT_ONCE, async (item) => {
    const { kind, id, state, name } = item;
    if (kind === 'decision' || item.reference) return;
    if (state === 'gone') {
      const type = `${recordOf(kind)}-delete`;
      const entries = deletions.get(type) ?? read({ actionType: type });
      deletions.set(type, entries);
      const entry = (await entries).find(
        ({ action: { context } }) => isObject(context) && context.name === name,
      );
      if (entry) authors.set(elementKey(item), { fields: new Map(), whole: authorOf(entry) });
      return;
    }
    const recordId = elementOf(current, kind, id)?.recordId;
    if (recordId !== undefined)
      authors.set(elementKey(item), authorsIn(await read({ actionId: recordId }), item));
  });
  return { authors, skipped: items.length - examined.length };
}

/** `model-object`, as in action types. */
export const recordOf = (kind: ModelKind): string =>
  MODEL_KINDS[kind].record.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const authorOf = ({
  performedByName,
  performedBy,
  performedById,
  performedAt,
}: ActionLog): Author => ({
  by: performedByName || `${performedBy} ${performedById}`,
  at: performedAt,
});

/** The newest entry that sets each field; for a new element, its creation. */
function authorsIn(entries: readonly ActionLog[], { kind, state, fields }: DriftItem): Authors {
  const found = new Map<string, Author>();
  for (const { field } of fields) {
    const names = recordFields(kind, field);
    const entry = entries.find(
      ({ action: { type, props } }) =>
        !type.endsWith('-create') && isObject(props) && names.some((name) => Object.hasOwn(props, name)),
    );
    if (entry) found.set(field, authorOf(entry));
  }
  const creation =
    state === 'new' ? entries.find(({ action: { type } }) => type.endsWith('-create')) : undefined;
  return { fields: found, ...(creation && { whole: authorOf(creation) }) };
}

/** Names of the record's fields that a field of the document comes from. */
function recordFields(kind: ModelKind, field: string): string[] {
  if (kind === 'diagram' && field === 'layout') return ['objects', 'connections'];
  if (field === 'parent' && kind === 'object') return ['parentId'];
  if (field === 'of' || (field === 'domain' && kind !== 'object')) return ['modelId'];
  if (field === 'domain') return ['parentId'];
  const { [field]: spec } = MODEL_KINDS[kind].fields;
  return [(spec?.record ?? field).split('.')[0] ?? field];
}
