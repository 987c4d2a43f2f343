import { isObject } from '../../base/is-object.js';
import type { ModelKind, Value } from '../document/element.js';
import type { Field, Fields } from '../document/field.js';
import { drawnId } from '../document/implied.js';
import { MODEL_KINDS } from '../document/kinds.js';
import type { FieldChange } from './diff.js';
import { isSame } from './same.js';

/** The smallest part of a field that differs. An added part has no `from`, a removed part no `to`. */
export interface Detail {
  /** Path within the element: `status`, `labels.team`, `layout.objects.api.x`, `steps[2].description`. */
  path: string;
  from?: Value;
  to?: Value;
}

type Entry = Readonly<Record<string, Value | undefined>>;

/** Splits the difference of a field into its parts. */
export function detailsOf(kind: ModelKind, { field, from, to }: FieldChange): Detail[] {
  const spec = MODEL_KINDS[kind].fields[field];
  return spec ? partsOf(field, from, to, spec) : [];
}

const detail = (path: string, from: Value | undefined, to: Value | undefined): Detail => ({
  path,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

function partsOf(path: string, a: Value | undefined, b: Value | undefined, field: Field): Detail[] {
  if (isSame(a, b, field)) return [];
  const { shape, default: usual } = field;
  switch (shape.is) {
    case 'references':
      return idParts(path, a ?? [], b ?? []);
    case 'texts':
      return mapParts(path, a, b, false, detail);
    case 'map':
      return mapParts(path, a, b, field.open === true, (at, x, y) =>
        x === undefined || y === undefined ? [detail(at, x, y)] : fieldParts(`${at}.`, x, y, shape.of),
      );
    case 'group':
      return fieldParts(`${path}.`, a, b, shape.of);
    case 'list':
      return listParts(path, a, b, shape.of);
    default:
      return [detail(path, a ?? usual, b ?? usual)];
  }
}

function idParts(path: string, a: Value, b: Value): Detail[] {
  const [from, to] = [new Set(listOf(a)), new Set(listOf(b))];
  return [
    ...[...to].filter((id) => !from.has(id)).map((id) => ({ path, to: id })),
    ...[...from].filter((id) => !to.has(id)).map((id) => ({ path, from: id })),
  ];
}

const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : []);
const entryOf = (value: Value | undefined): Entry => (isObject(value) ? (value as Entry) : {});

type Part = (path: string, from: Value | undefined, to: Value | undefined) => Detail | Detail[];

function mapParts(
  path: string,
  a: Value | undefined,
  b: Value | undefined,
  isOpen: boolean,
  part: Part,
): Detail[] {
  const [from, to] = [entryOf(a), entryOf(b)].map((it) => new Map(Object.entries(it)));
  const keys = new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])]);
  return [...keys].sort().flatMap((key) => {
    const [x, y] = [from?.get(key), to?.get(key)];
    return x === y || (isOpen && (x === undefined || y === undefined)) ? [] : part(`${path}.${key}`, x, y);
  });
}

const fieldParts = (prefix: string, a: Value | undefined, b: Value | undefined, of: Fields): Detail[] =>
  Object.entries(of).flatMap(([key, field]) =>
    partsOf(`${prefix}${key}`, entryOf(a)[key], entryOf(b)[key], field),
  );

function listParts(path: string, a: Value | undefined, b: Value | undefined, of: Fields): Detail[] {
  if ('x' in of) return [detail(path, a ?? [], b ?? [])];
  return 'object' in of || 'connection' in of ? drawnParts(path, a, b, of) : orderedParts(path, a, b, of);
}

/** Drawn entries are compared by id. */
function drawnParts(path: string, a: Value | undefined, b: Value | undefined, of: Fields): Detail[] {
  const byId = (value: Value | undefined): Entry =>
    Object.fromEntries(listOf(value).map((it) => [drawnId(entryOf(it)), it]));
  return mapParts(path, byId(a), byId(b), false, (at, x, y) =>
    x === undefined || y === undefined ? [detail(path, x, y)] : fieldParts(`${at}.`, x, y, of),
  );
}

/** Strips the common prefix and suffix; the remaining entries are compared by position. */
function orderedParts(path: string, a: Value | undefined, b: Value | undefined, of: Fields): Detail[] {
  const [from, to] = [listOf(a), listOf(b)];
  const same = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && fieldParts('', from[x], to[y], of).length === 0;
  let start = 0;
  while (start < from.length && start < to.length && same(start, start)) start += 1;
  let end = 0;
  const least = Math.min(from.length, to.length) - start;
  while (end < least && same(from.length - 1 - end, to.length - 1 - end)) end += 1;
  const longest = Math.max(from.length, to.length) - end;
  return Array.from({ length: longest - start }, (_, at) => start + at).flatMap((at) => {
    const [x, y] = [at < from.length - end ? from[at] : undefined, at < to.length - end ? to[at] : undefined];
    if (x === undefined || y === undefined) return [detail(`${path}[${at}]`, x, y)];
    return fieldParts(`${path}[${at}].`, x, y, of);
  });
}
