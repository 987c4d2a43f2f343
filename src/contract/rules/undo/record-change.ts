import { isObject } from '../../../base/is-object.js';
import { canonicalJson } from '../../../base/json/canonical-json.js';
import type { Doc, Fields } from '../../doc.js';
import { FAMILIES, type Family } from '../../families.js';
import { isKind, type Kind } from '../../records.js';
import { diagramContentRecord } from '../../resources/diagram-content.js';
import { cascadeOf, recordKey, referrersOf } from '../cascade.js';
import { removedObjects, withoutRemovedEnds } from '../diagrams/drawn.js';
import { detach } from '../links.js';
import { EXCLUDED_KINDS } from './excluded-kinds.js';
import type { Snapshot } from './snapshot.js';

/** Changes of records within a version, from which an undo restores the previous state. */

/** A record before and after a command. */
export interface RecordChange {
  kind: Kind;
  id: string;
  name: string;
  /** Previous values: of all writable fields if the record was deleted, otherwise of the changed ones; null if it is new. */
  before: Fields | null;
  /** New values of the same fields; null if the record was deleted. */
  after: Fields | null;
}

/** The family of a kind whose records can be restored; undefined for others. */
export const restorableFamily = (kind: string): Family | undefined =>
  EXCLUDED_KINDS.includes(kind) ? undefined : FAMILIES.find(({ shape }) => shape.singular === kind);

const isRestorable = (kind: string): boolean =>
  restorableFamily(kind) !== undefined || kind === diagramContentRecord.kind;

/** Kinds that a snapshot must contain to find everything that a delete of this kind affects. */
export function affectedKinds(kind: Kind): Kind[] {
  const found = new Set<string>([kind]);
  for (const target of found) {
    for (const { record } of FAMILIES) {
      const { references = {}, entries = {}, pairs = {} } = record;
      const inEntries = Object.values(entries).flatMap((it) => Object.values(it.references ?? {}));
      const inPairs = Object.values(pairs).flatMap(({ key, value }) => [{ to: key }, { to: value }]);
      const refers = [...Object.values(references), ...inEntries, ...inPairs].some(({ to }) => to === target);
      if (refers && isRestorable(record.kind)) found.add(record.kind);
    }
  }
  return [...found].filter(isKind);
}

/** Names of the fields that requests can set. */
export function writableFields(kind: Kind): string[] {
  const family = restorableFamily(kind);
  if (!family) return Object.keys(diagramContentRecord.entries ?? {});
  return Object.entries(family.shape.fields).flatMap(([name, { writable }]) => (writable ? [name] : []));
}

const pick = (doc: Doc, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (doc[name] === undefined ? [] : [[name, doc[name]]])));

export const sameValue = (a: unknown, b: unknown): boolean =>
  canonicalJson(a ?? null) === canonicalJson(b ?? null);

/** The record with only those parts of its icon that a request sets; the service computes the others. */
export const withoutComputed = <D extends Doc | Fields>(doc: D): D =>
  isObject(doc.icon) ? { ...doc, icon: { catalogTechnologyId: doc.icon.catalogTechnologyId } } : doc;

/** The change between two states of a record; undefined if its writable fields are the same. */
export function changeOf(
  kind: Kind,
  before: Doc | null,
  after: Doc | null,
  known?: string,
): RecordChange | undefined {
  const [old, now] = [before && withoutComputed(before), after && withoutComputed(after)];
  const doc = old ?? now;
  if (doc === null) return undefined;
  const all = writableFields(kind);
  const names = old && now ? all.filter((name) => !sameValue(old[name], now[name])) : all;
  if (names.length === 0) return undefined;
  const { id, name = known } = doc;
  return {
    kind,
    id,
    name: typeof name === 'string' && name !== '' ? name : id,
    before: old && pick(old, names),
    after: now && pick(now, names),
  };
}

/** A record that a request deletes or changes; `after` is null if it is deleted. */
export interface Affected {
  kind: Kind;
  /** Name of the record; of diagram contents, that of the diagram. */
  name?: string;
  before: Doc;
  after: Doc | null;
}

/** Everything that deleting some records deletes or changes, by the rules of the service. */
export function affectedBy(snapshot: Snapshot, targets: readonly { kind: Kind; id: string }[]): Affected[] {
  const deleted = new Map(
    targets.flatMap(({ kind, id }) => {
      const doc: Doc | undefined = snapshot.get(kind, id);
      return doc ? [...cascadeOf(snapshot, kind, doc)] : [];
    }),
  );
  const changed = new Map<string, Affected>();
  const change = (kind: Kind, before: Doc, apply: (doc: Doc) => Doc | undefined): void => {
    const key = recordKey(kind, before.id);
    const known = changed.get(key)?.after ?? before;
    changed.set(key, { kind, before, after: apply(known) ?? known });
  };
  for (const { source, targets: lost } of referrersOf(snapshot, deleted))
    for (const target of lost) change(source.kind, source.doc, (doc) => detach(source.kind, doc, target));
  // A flow loses its references to drawn objects that disappear from its diagram.
  for (const { kind, before, after } of [...changed.values()]) {
    if (kind !== 'diagramContent' || after === null) continue;
    const removed = removedObjects(before, after);
    for (const link of snapshot.incoming('diagram', before.id)) {
      const flow: Doc | undefined =
        link.kind === 'flow' && !deleted.has(recordKey('flow', link.id))
          ? snapshot.get('flow', link.id)
          : undefined;
      if (flow) change('flow', flow, (doc) => withoutRemovedEnds(doc, removed));
    }
  }
  return [
    ...[...deleted.values()].map(({ kind, doc }): Affected => ({ kind, before: doc, after: null })),
    ...changed.values(),
  ]
    .filter(({ kind }) => isRestorable(kind))
    .map((it) => ({ ...it, name: nameIn(snapshot, it.kind, it.before) }));
}

function nameIn(snapshot: Snapshot, kind: Kind, doc: Doc): string {
  const named: Doc = (kind === diagramContentRecord.kind && snapshot.get('diagram', doc.id)) || doc;
  return typeof named.name === 'string' && named.name !== '' ? named.name : doc.id;
}
