import { isObject } from '../base/is-object.js';
import type { DocReader, LinkSource, StoredLink } from './doc.js';
import type { Derivation, Deriving } from './record.js';

/** Derivations: ways to compute a record's field from other records. Used by the record declarations. */

/** Ids of the records of a kind that refer to the record, without duplicates; through one field, or through any. */
export const referrerIds = (kind: string, field?: string): Derivation =>
  growing({ kind, field }, ({ incoming }) => [
    ...new Set(linksFrom(incoming(kind, field), kind, field).map(({ id }) => id)),
  ]);

/** A list that grows with the number of references it is computed from. */
export const growing = (grows: LinkSource, compute: (from: Deriving) => unknown[]): Derivation =>
  Object.assign((from: Deriving) => compute(from), { grows, reads: [grows.kind] });

/** A field that is affected only by references from records of the given kinds. */
export const affectedBy = (reads: readonly string[], compute: (from: Deriving) => unknown): Derivation =>
  Object.assign((from: Deriving) => compute(from), { reads });

/** Number of records of a kind that refer to the record. */
export const countOf = (kind: string): Derivation =>
  affectedBy([kind], ({ incoming }) => new Set(linksFrom(incoming(kind), kind).map(({ id }) => id)).size);

/** Ancestors along `field`, the topmost first. */
export const ancestorsAlong = (kind: string, field: string): Derivation =>
  affectedBy([kind], ({ doc, reader }) => {
    const above: string[] = [];
    let at = doc[field];
    while (typeof at === 'string' && !above.includes(at)) {
      above.unshift(at);
      at = reader.get(kind, at)?.[field];
    }
    return above;
  });

/** Whether a map field of the record has entries. */
export const hasEntries = (field: string): Derivation =>
  affectedBy([], ({ doc }) => {
    const map = doc[field];
    return isObject(map) && Object.keys(map).length > 0;
  });

/** Diagrams that show the record, by diagram id; `name` is the key for the id of the drawn entry. */
export const diagramsShowing = (
  name: string,
  also: readonly (readonly [name: string, field: string])[] = [],
): Derivation =>
  affectedBy(['diagramContent'], ({ doc, incoming }) =>
    Object.fromEntries(
      linksFrom(incoming('diagramContent'), 'diagramContent').map(({ id, detail }) => [
        id,
        { id, [name]: detail, ...Object.fromEntries(also.map(([as, field]) => [as, String(doc[field])])) },
      ]),
    ),
  );

/**
 * Kinds whose changes affect fields computed from flow steps: flows, and diagram contents because they resolve the ends
 * of steps.
 */
export const STEP_SOURCES = ['flow', 'diagramContent'] as const;

/** Flow steps that `links` come from, by step id. */
export const stepsOf = (links: readonly StoredLink[]): Record<string, unknown> =>
  Object.fromEntries(links.map(({ id, detail }) => [detail, { id, stepId: detail }]));

/**
 * References from flow steps to a model object, either by its own id or by the id of a drawn object that represents it
 * on the flow's diagram (docs/service.md#flow-step).
 */
export function stepLinks(reader: DocReader, objectId: string): StoredLink[] {
  const from = (id: string, kind: string) => linksFrom(reader.incoming('modelObject', id, { kind }), kind);
  const drawn = from(objectId, 'diagramContent').flatMap(({ id: diagramId, detail }) =>
    from(detail ?? '', 'flow').filter(
      ({ id }) => detail !== objectId && reader.get('flow', id)?.diagramId === diagramId,
    ),
  );
  return [...from(objectId, 'flow'), ...drawn];
}

/** The same field of the record of another kind with the same id; null if it is not set. */
export const fieldOf = (kind: string, field: string): Derivation =>
  affectedBy([kind], ({ doc, reader }) => reader.get(kind, doc.id)?.[field] ?? null);

/** A stored value that is maintained by the writing code; `start` is the value in a new record. */
export const storedValue = (field: string, start: unknown): Derivation =>
  affectedBy([], ({ doc }) => doc[field] ?? start);

/** References from records of a kind; through one field, or through any. */
export const linksFrom = (links: readonly StoredLink[], kind: string, field?: string): StoredLink[] =>
  links.filter((it) => it.kind === kind && (field === undefined || it.field === field));
