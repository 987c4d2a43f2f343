import type { Doc, Kind } from '../../sandbox/types.js';

/** Kinds of record that a version holds, those that others refer to first. */
export const MODEL_KINDS = [
  'domain',
  'tagGroup',
  'tag',
  'modelObject',
  'modelConnection',
  'diagramGroup',
  'diagram',
  'diagramContent',
  'flow',
] as const satisfies readonly Kind[];

/** Maps inside records whose keys are ids of their own: of drawn objects, steps, links. */
const INNER = ['objects', 'connections', 'comments', 'steps', 'links'] as const;

type Entries = Record<string, Record<string, unknown>>;

/** Ids that live inside a record: keys of its maps, and the paths of flow steps. */
export function innerIds(kind: Kind, doc: Doc): string[] {
  const maps = INNER.filter((map) => map !== 'comments' || kind === 'diagramContent');
  return maps.flatMap((map) =>
    Object.entries((doc[map] ?? {}) as Entries).flatMap(([id, entry]) => [
      id,
      ...Object.keys((entry.paths as object | null | undefined) ?? {}),
    ]),
  );
}

/** A value with every id replaced that the map knows, wherever it stands: in fields, lists and keys of maps. */
export function remap<T>(value: T, ids: ReadonlyMap<string, string>): T {
  return replace(value, ids) as T;
}

function replace(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((it) => replace(it, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, it]) => [ids.get(key) ?? key, replace(it, ids)]),
  );
}
