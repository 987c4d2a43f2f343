import { isObject } from '../../../base/is-object.js';
import { canonicalJson } from '../../../base/json/canonical-json.js';
import type { Fields } from '../../doc.js';
import { type Kind, recordOf } from '../../records.js';
import type { DocOfKind } from '../cascade.js';
import { type NormalizedRecord, type NormalizeOptions, normalize } from '../normalized-record.js';

/** Old and new value of a field; null if it is empty. `field` may be a path into maps: `labels.owner`. */
export interface FieldChange {
  /** Name of the field. */
  field: string;
  /** Earlier value. */
  from: unknown;
  /** Later value. */
  to: unknown;
}

/** A record that exists on one side only, or differs between the sides. */
export interface RecordChange {
  kind: Kind;
  change: 'added' | 'removed' | 'changed';
  /** Identity of the record on both sides (default: its handle). */
  identity: string;
  /** Current name; for a removed record, its last name. */
  name: string;
  /** For added and removed records, all fields that differ from the defaults of a new record. */
  fields: FieldChange[];
}

/** Records of one side of the comparison, with aliases for other ids. */
export interface Side extends Pick<NormalizeOptions, 'aliases'> {
  records: readonly DocOfKind[];
}

/**
 * Compares two sides of records of any kind, matched by identity, field by field. Ids are replaced by the identity of
 * their target, so both sides may use different ids. The order of records and of id lists is ignored, and so are
 * stamps, change counts, derived fields, and a default against a missing field. Pure; sorted by kind in input order,
 * then by name.
 */
export function differencesOf(
  before: Side,
  after: Side,
  { identity }: Pick<NormalizeOptions, 'identity'> = {},
): RecordChange[] {
  const options = ({ aliases }: Side): NormalizeOptions => ({
    ...(identity && { identity }),
    ...(aliases && { aliases }),
  });
  const then = byName(normalize(before.records, options(before)));
  const now = byName(normalize(after.records, options(after)));
  const kinds = [...new Set([...before.records, ...after.records].map(({ kind }) => kind))];
  const defaults = new Map(kinds.map((kind) => [kind, defaultsOf(kind)]));
  return [...new Set([...then.keys(), ...now.keys()])]
    .flatMap((name) => changeOf(then.get(name), now.get(name), defaults))
    .sort(
      (a, b) =>
        kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
        compareTexts(a.name, b.name) ||
        compareTexts(a.identity, b.identity),
    );
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byName = (normalized: readonly NormalizedRecord[]): Map<string, NormalizedRecord> =>
  new Map(normalized.map((it) => [`${it.kind} ${it.identity}`, it]));

function changeOf(
  then: NormalizedRecord | undefined,
  now: NormalizedRecord | undefined,
  defaults: ReadonlyMap<Kind, Defaults>,
): RecordChange[] {
  const it = now ?? then;
  if (it === undefined) return [];
  const { kind, identity, name } = it;
  const fields = fieldChanges(defaults.get(kind) ?? defaultsOf(kind), then?.fields ?? {}, now?.fields ?? {});
  if (then && now && fields.length === 0) return [];
  const change = then === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
  return [{ kind, change, identity, name, fields }];
}

/** Changed fields, sorted by name. */
function fieldChanges({ fixed, varying }: Defaults, then: Fields, now: Fields): FieldChange[] {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].sort(compareTexts);
  return names.flatMap((field) => {
    const [from, to] = [then, now].map((it) => own(it, field) ?? own(fixed, field));
    // This default depends on the other records, so it is not comparable.
    if (varying.has(field) && (from === undefined || to === undefined)) return [];
    return valueChanges(field, from, to);
  });
}

/** Defaults of a new record, and the fields whose default depends on the record's position or version. */
interface Defaults {
  fixed: Fields;
  varying: ReadonlySet<string>;
}

function defaultsOf(kind: Kind): Defaults {
  const { defaults } = recordOf(kind);
  const first: Fields = defaults?.({ index: 0, versionId: 'a' }) ?? {};
  const second: Fields = defaults?.({ index: 1, versionId: 'b' }) ?? {};
  const varying = new Set(
    Object.keys(first).filter((it) => canonicalJson([first[it]]) !== canonicalJson([second[it]])),
  );
  const fixed = Object.fromEntries(Object.entries(first).filter(([field]) => !varying.has(field)));
  return { fixed, varying };
}

/** Compares maps entry by entry; an entry on one side only is a single change. */
function valueChanges(field: string, from: unknown, to: unknown): FieldChange[] {
  if (!isObject(from) || !isObject(to))
    return isSame(from, to) ? [] : [{ field, from: normalized(from), to: normalized(to) }];
  const [then, now] = withoutPlaces(from, to);
  return [...new Set([...Object.keys(then), ...Object.keys(now)])]
    .sort(compareTexts)
    .flatMap((key) => valueChanges(`${field}.${key}`, own(then, key), own(now, key)));
}

const own = (map: Fields, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined);

/**
 * Removes `index` from common entries if their relative order is unchanged: shifts caused by other entries are not
 * changes.
 */
function withoutPlaces(from: Fields, to: Fields): [Fields, Fields] {
  const both = Object.keys(from).filter((key) => hasPlace(own(from, key)) && hasPlace(own(to, key)));
  const order = (map: Fields): string[] => [...both].sort((a, b) => placeIn(map, a) - placeIn(map, b));
  if (both.length === 0) return [from, to];
  const [then, now] = [order(from), order(to)];
  if (then.some((key, at) => key !== now[at])) return [from, to];
  const shared = new Set(both);
  const placeless = (map: Fields): Fields =>
    Object.fromEntries(
      Object.entries(map).map(([key, value]) => {
        if (!shared.has(key) || !isObject(value)) return [key, value];
        const { index: _index, ...rest } = value;
        return [key, rest];
      }),
    );
  return [placeless(from), placeless(to)];
}

const hasPlace = (entry: unknown): boolean => isObject(entry) && typeof entry.index === 'number';

function placeIn(map: Fields, key: string): number {
  const entry = own(map, key);
  return isObject(entry) ? Number(entry.index) : 0;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.values(value).every(isEmpty));

const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  (isEmpty(a) && isEmpty(b)) ||
  (hasParts(a) && hasParts(b) && canonicalJson(set(a)) === canonicalJson(set(b)));

const hasParts = (value: unknown): boolean => typeof value === 'object' && value !== null;

const normalized = (value: unknown): unknown => (isEmpty(value) ? null : set(value));

/** Lists of texts are compared as sets, such as tag ids and team ids. */
const set = (value: unknown): unknown =>
  Array.isArray(value) && value.every((it) => typeof it === 'string') ? [...value].sort(compareTexts) : value;
