import { grouped } from '../../base/grouped.js';
import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf, type Fields } from '../../contract/doc.js';
import { LAYOUT } from '../document/drawn-fields.js';
import type { Element, Value } from '../document/element.js';
import type { Fields as FieldTable } from '../document/field.js';
import { isDefault } from '../document/yaml/node.js';

/** Reads the content of a diagram as fields of a document. */

/** Context for reading the content of one diagram. */
export interface ContentReading {
  content: Doc | undefined;
  /** Id of the drawn element; undefined if it is not in the model. */
  idOf(kind: 'object' | 'connection', recordId: unknown): string | undefined;
  /** Ids of the objects at the ends of a connection record. */
  endsOf(connectionId: unknown): { origin: string | undefined; target: string | undefined };
  /** The diagram in the document, whose ids for drawn entries are kept. */
  wanted: Element | undefined;
}

/** Ids of drawn entries, by their key in the content. */
export type DrawnIds = ReadonlyMap<string, string>;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const listOf = (element: Element | undefined, key: string): Readonly<Record<string, unknown>>[] => {
  const list = element?.fields[key];
  return Array.isArray(list) ? list.filter(isObject) : [];
};

const defaultShape = (type: unknown): string => (type === 'group' ? 'area' : 'box');

/**
 * Assigns an id to each drawn entry: that of the document, otherwise that of the element it draws. If several entries
 * draw the same element, the first gets its id, an area gets the suffix `-area`, and the others get a number.
 */
export function drawnIds(from: ContentReading): DrawnIds {
  const ids = new Map<string, string>();
  for (const [map, kind] of [
    ['objects', 'object'],
    ['connections', 'connection'],
  ] as const) {
    const wanted = grouped(listOf(from.wanted, map), (it) => String(it[kind]));
    const drawn = grouped(
      entriesOf(from.content?.[map]).flatMap(([id, entry]): Drawn[] => {
        const of = from.idOf(kind, entry.modelId);
        return of === undefined ? [] : [{ id, of, entry }];
      }),
      ({ of }) => of,
    );
    const taken = new Set(listOf(from.wanted, map).map((it) => String(it.id ?? it[kind])));
    for (const [of, entries] of drawn) assignIds(entries, of, wanted.get(of) ?? [], taken, ids);
  }
  return ids;
}

interface Drawn {
  id: string;
  of: string;
  entry: Fields;
}

function assignIds(
  drawn: readonly Drawn[],
  of: string,
  wanted: readonly Readonly<Record<string, unknown>>[],
  taken: Set<string>,
  ids: Map<string, string>,
): void {
  const isUsual = ({ entry }: Drawn): boolean => (entry.shape ?? 'box') === defaultShape(entry.type);
  const unmatched = [...drawn].sort((a, b) => Number(isUsual(b)) - Number(isUsual(a)) || compare(a.id, b.id));
  for (const it of wanted) {
    // Prefers an entry of the wanted shape.
    const at = unmatched.findIndex(
      ({ entry }) => (it.shape ?? defaultShape(entry.type)) === (entry.shape ?? 'box'),
    );
    const [found] = unmatched.splice(Math.max(at, 0), 1);
    if (found) ids.set(found.id, String(it.id ?? of));
  }
  const usual = wanted.length === 0 ? [of] : [];
  for (const it of unmatched) {
    const first = isUsual(it) ? usual : [...usual, `${of}-area`];
    const free = first.find((id) => !taken.has(id)) ?? numbered(of, taken);
    taken.add(free);
    ids.set(it.id, free);
  }
}

function numbered(of: string, taken: ReadonlySet<string>): string {
  for (let at = 2; ; at += 1) if (!taken.has(`${of}-${at}`)) return `${of}-${at}`;
}

/** The field `diagram.objects`. */
export function objectsOn(from: ContentReading, ids: DrawnIds): Value {
  const entries = entriesOf(from.content?.objects).flatMap(([id, { modelId, type, shape }]) => {
    const [object, drawn] = [from.idOf('object', modelId), ids.get(id)];
    if (object === undefined || drawn === undefined) return [];
    const isUnusual = typeof shape === 'string' && shape !== defaultShape(type);
    return [{ ...(drawn !== object && { id: drawn }), object, ...(isUnusual && { shape }) }];
  });
  return entries.sort((a, b) => compare(a.id ?? a.object, b.id ?? b.object));
}

/** The field `diagram.connections`; lines without a connection are left out. */
export function connectionsOn(from: ContentReading, ids: DrawnIds): Value {
  const entries = entriesOf(from.content?.connections).flatMap(([id, line]) => {
    const [connection, drawn] = [from.idOf('connection', line.modelId), ids.get(id)];
    if (connection === undefined || drawn === undefined) return [];
    const usual = from.endsOf(line.modelId);
    const [origin, target] = [ids.get(String(line.originId)), ids.get(String(line.targetId))];
    return [
      {
        ...(drawn !== connection && { id: drawn }),
        connection,
        ...(origin !== undefined && origin !== usual.origin && { origin }),
        ...(target !== undefined && target !== usual.target && { target }),
      },
    ];
  });
  return entries.sort((a, b) => compare(a.id ?? a.connection, b.id ?? b.connection));
}

/** The field `diagram.layout`; undefined for an empty diagram. */
export function layoutOf({ content }: ContentReading, ids: DrawnIds): Value | undefined {
  const layout: Record<string, Value> = {};
  for (const [map, { shape }] of Object.entries(LAYOUT)) {
    if (shape.is !== 'map') continue;
    const entries = entriesOf(content?.[map]).flatMap(([id, entry]): [string, Value][] => {
      const drawn = ids.get(id);
      const fields = positionFields(shape.of, entry);
      return drawn === undefined || Object.keys(fields).length === 0 ? [] : [[drawn, fields]];
    });
    if (entries.length > 0) layout[map] = Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)));
  }
  return Object.keys(layout).length > 0 ? layout : undefined;
}

/** The layout fields of an entry, without defaults. */
function positionFields(fields: FieldTable, entry: Fields): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = entry[field.record ?? key];
    const isPlain = typeof value === 'number' || typeof value === 'string';
    const read = key === 'points' ? pointsOf(value) : isPlain ? value : undefined;
    if (read !== undefined && !isDefault(read, field.default)) found[key] = read;
  }
  return found;
}

const pointsOf = (points: unknown): Value =>
  (Array.isArray(points) ? points : []).flatMap((point: unknown) =>
    isObject(point) && typeof point.x === 'number' && typeof point.y === 'number'
      ? [{ x: point.x, y: point.y }]
      : [],
  );
