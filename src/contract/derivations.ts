import { isObject } from '../base/is-object.js';
import type { DocReader, LinkSource, StoredLink } from './doc.js';
import type { Derivation, Deriving } from './record.js';

/** Ways to compute a field from other records, for the declarations of records. */

/** Ids of the records of a kind that refer to it, each once; by one field, or by any. */
export const sources = (kind: string, field?: string): Derivation =>
  growing({ kind, field }, ({ incoming }) => [
    ...new Set(linksFrom(incoming(kind, field), kind, field).map(({ id }) => id)),
  ]);

/** A list that grows with the references it is computed from. */
export const growing = (grows: LinkSource, compute: (from: Deriving) => unknown[]): Derivation =>
  Object.assign((from: Deriving) => compute(from), { grows, reads: [grows.kind] });

/** A field that only references from records of some kinds move. */
export const movedBy = (reads: readonly string[], compute: (from: Deriving) => unknown): Derivation =>
  Object.assign((from: Deriving) => compute(from), { reads });

/** How many records of a kind refer to it. */
export const countOf = (kind: string): Derivation =>
  movedBy([kind], ({ incoming }) => new Set(linksFrom(incoming(kind), kind).map(({ id }) => id)).size);

/** The chain of records that `field` leads up to, the top first. */
export const chain = (kind: string, field: string): Derivation =>
  movedBy([kind], ({ doc, reader }) => {
    const above: string[] = [];
    let at = doc[field];
    while (typeof at === 'string' && !above.includes(at)) {
      above.unshift(at);
      at = reader.get(kind, at)?.[field];
    }
    return above;
  });

/** Whether a map of the record holds anything. */
export const holdsAny = (field: string): Derivation =>
  movedBy([], ({ doc }) => {
    const map = doc[field];
    return isObject(map) && Object.keys(map).length > 0;
  });

/** The diagrams it stands on, by their id; `name` is what an entry calls its place there. */
export const placedOn = (
  name: string,
  also: readonly (readonly [name: string, field: string])[] = [],
): Derivation =>
  movedBy(['diagramContent'], ({ doc, incoming }) =>
    Object.fromEntries(
      linksFrom(incoming('diagramContent'), 'diagramContent').map(({ id, detail }) => [
        id,
        { id, [name]: detail, ...Object.fromEntries(also.map(([as, field]) => [as, String(doc[field])])) },
      ]),
    ),
  );

/** What moves fields that tell of steps of flows: they, and what stands for their ends on the diagram. */
export const STEP_SOURCES = ['flow', 'diagramContent'] as const;

/** The steps of flows that `links` come from, by the id of the step. */
export const stepsOf = (links: readonly StoredLink[]): Record<string, unknown> =>
  Object.fromEntries(links.map(({ id, detail }) => [detail, { id, stepId: detail }]));

/**
 * References that steps of flows make to a model object, by its own id or by that of a drawn object which stands for it
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

/** The same field of the record of another kind with the same id; null where it says nothing. */
export const asIn = (kind: string, field: string): Derivation =>
  movedBy([kind], ({ doc, reader }) => reader.get(kind, doc.id)?.[field] ?? null);

/** What whoever writes the record has put there; `start` in a new one. */
export const keptBy = (field: string, start: unknown): Derivation =>
  movedBy([], ({ doc }) => doc[field] ?? start);

/** References from records of a kind, by one field or by any. */
export const linksFrom = (links: readonly StoredLink[], kind: string, field?: string): StoredLink[] =>
  links.filter((it) => it.kind === kind && (field === undefined || it.field === field));
