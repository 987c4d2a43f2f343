import { isObject } from '../../base/is-object.js';
import type { ReadClient } from '../../client/read-only.js';
import { LANDSCAPE_ACTION_TYPES } from '../../contract/enums.js';
import { listActionLogs } from '../../contract/resources/action-log.js';
import { ELEMENT_KINDS, type ElementKind, elementsOf, type Model } from '../document/element.js';
import { authorOf, recordOf } from './who-changed.js';

/** A change in the action log of a landscape. */
export interface RecentAction {
  kind: ElementKind;
  /** Id of the element; absent if it no longer exists. */
  id?: string;
  name: string;
  change: 'added' | 'changed' | 'removed';
  by: string;
  /** RFC 3339. */
  at: string;
}

const CHANGES = { create: 'added', update: 'changed', delete: 'removed' } as const;
type Verb = keyof typeof CHANGES;

/** Kind and change by action type. The content of a diagram is part of it. */
const TYPES = new Map(
  LANDSCAPE_ACTION_TYPES.flatMap((type) => {
    const [, record = '', verb = ''] = /^(.+?)(?:-content)?-(create|update|delete)$/.exec(type) ?? [];
    const kind = ELEMENT_KINDS.find((it) => recordOf(it) === record);
    const isContent = type.includes('-content-');
    return kind ? [[type, { kind, change: isContent ? 'changed' : CHANGES[verb as Verb] } as const]] : [];
  }),
);

/** Entries that are read. Several of them can be about the same element. */
const MAX_ENTRIES = 50;
/** Maximum number of changes that are returned. */
const MAX_ACTIONS = 8;

/**
 * Reads the latest changes of a landscape, newest first, one for each element and author. Errors: client errors, for
 * example a log that the key may not read. @param model The model of the landscape.
 */
export async function recentActions(
  client: ReadClient,
  landscapeId: string,
  model: Model,
): Promise<RecentAction[]> {
  const filter = { order: 'desc', limit: MAX_ENTRIES, actionType: [...TYPES.keys()] };
  const { actionLogs } = await client.call(listActionLogs, {
    path: { landscapeId },
    query: { filter } as never,
  });
  const elements = new Map(
    ELEMENT_KINDS.flatMap((kind) =>
      elementsOf(model, kind).flatMap((it) => (it.recordId ? [[it.recordId, it] as const] : [])),
    ),
  );
  const found = new Map<string, RecentAction>();
  for (const entry of actionLogs) {
    const type = TYPES.get(entry.action.type as never);
    const { id: recordId = '', context } = entry.action;
    const element = elements.get(recordId);
    const name = element?.fields.name ?? (isObject(context) ? context.name : undefined);
    if (!type || typeof name !== 'string') continue;
    const action = { ...type, ...(element && { id: element.id }), name, ...authorOf(entry) };
    const key = `${recordId} ${action.by}`;
    if (!found.has(key)) found.set(key, action);
  }
  return [...found.values()].slice(0, MAX_ACTIONS);
}
