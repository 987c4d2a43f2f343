import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf } from '../../contract/doc.js';
import { tidyText } from '../document/decision/decision-text.js';
import { listAt } from '../document/decision/references.js';
import { serviceStatusOf } from '../document/decision/status.js';
import { decisionId } from '../document/decision/write-decision.js';
import { type Decision, elementOf, type Model, type Value } from '../document/element.js';
import { freeId } from '../document/propose-ids.js';
import { hashedId, ID_LENGTH } from './hashed-id.js';
import type { Owner } from './labels.js';

/**
 * Decisions of a landscape. Records of decisions have no labels, so their handles identify the decisions that a document
 * created. The first half of such a handle is a hash of landscape, namespace and id; the second half is a hash of the
 * first half and the namespace. A namespace recognizes its own decisions by the second half, even after their files have
 * been deleted.
 */

const HALF = ID_LENGTH / 2;

const handleHalf = (...words: readonly string[]): string => hashedId(HALF, ...words);

/** A handle with its second half. */
const signed = (first: string, namespace: string): string =>
  `${first}${handleHalf('owner', namespace, first)}`;

/** The handle of a decision that a document creates. */
export const decisionHandle = (landscapeId: string, namespace: string | undefined, id: string): string =>
  signed(handleHalf('decision', landscapeId, namespace ?? '', id), namespace ?? '');

/** The owner of a decision from the point of view of a document. */
export function decisionOwner(
  { handleId }: Doc,
  { namespace, adopted }: Pick<Model, 'namespace' | 'adopted'>,
): Exclude<Owner, 'other'> {
  const handle = String(handleId);
  if (handle === signed(handle.slice(0, HALF), namespace ?? '')) return 'own';
  return adopted.has(`decision ${handle}`) ? 'adopted' : 'nobody';
}

/** Decisions of a landscape with their ids in the document. */
export interface LiveDecisions {
  /** Ids by record id: matched to the document, or derived from the name. */
  ids: ReadonlyMap<string, string>;
  records: ReadonlyMap<string, Doc>;
}

/**
 * Matches decisions to those of a document: by the handle in front matter, by the handle that an apply sets, by an id that
 * is the handle, or by a title that is unique on both sides.
 */
export function identifyDecisions(
  records: readonly Doc[],
  landscapeId: string,
  wanted?: Pick<Model, 'namespace' | 'decisions'>,
): LiveDecisions {
  const decisions = wanted?.decisions ?? [];
  const ids = new Map<string, string>();
  const unmatched = new Set(decisions);
  const match = (
    keyOf: (decision: Decision) => string | undefined,
    keyIn: (record: Doc) => unknown,
  ): void => {
    const byKey = new Map<string, Decision>();
    for (const decision of unmatched) {
      const key = keyOf(decision);
      if (key !== undefined) byKey.set(key, decision);
    }
    for (const record of records) {
      const decision = ids.has(record.id) ? undefined : byKey.get(String(keyIn(record)));
      if (!decision || !unmatched.delete(decision)) continue;
      ids.set(record.id, decision.id);
    }
  };
  match(
    ({ handleId }) => handleId,
    ({ handleId }) => handleId,
  );
  match(
    ({ id }) => decisionHandle(landscapeId, wanted?.namespace, id),
    ({ handleId }) => handleId,
  );
  match(
    ({ id }) => id,
    ({ handleId }) => handleId,
  );
  const isUnique = uniqueAmong([...unmatched].map(({ fields }) => fields.name));
  const isUniqueLive = uniqueAmong(records.filter(({ id }) => !ids.has(id)).map(({ name }) => name));
  match(
    ({ fields: { name } }) => (isUnique(name) && isUniqueLive(name) ? String(name) : undefined),
    ({ name }) => name,
  );
  const taken = new Set(decisions.map(({ id }) => id));
  const inOrder = [...records].sort((a, b) => Number(a.number) - Number(b.number));
  for (const record of inOrder)
    if (!ids.has(record.id)) ids.set(record.id, freeId(decisionId(record.name), taken));
  const byId = new Map(records.flatMap((it): [string, Doc][] => [[ids.get(it.id) ?? '', it]]));
  return { ids, records: byId };
}

function uniqueAmong(values: readonly unknown[]): (value: unknown) => boolean {
  const counts = new Map<unknown, number>();
  for (const it of values) counts.set(it, (counts.get(it) ?? 0) + 1);
  return (value) => counts.get(value) === 1;
}

/** Records and links that a decision relates to in the service, sorted by position. */
export interface Related {
  diagrams: readonly string[];
  decisions: readonly string[];
  links: readonly { url: string; name?: string }[];
}

export function relatedOf({ relatedItems }: Doc): Related {
  const items = entriesOf(relatedItems)
    .map(([, it]) => it)
    .sort((a, b) => Number(a.index) - Number(b.index));
  const ids = (type: string, field: string) =>
    items.flatMap((it) => (it.type === type && typeof it[field] === 'string' ? [it[field]] : []));
  return {
    diagrams: ids('diagram', 'diagramId'),
    decisions: ids('adr', 'adrId'),
    links: items.flatMap(({ type, link }) => {
      if (type !== 'link' || !isObject(link) || typeof link.url !== 'string') return [];
      return [{ url: link.url, ...(typeof link.customName === 'string' && { name: link.customName }) }];
    }),
  };
}

/**
 * Converts the decisions of a landscape, in the order of their numbers. Fields that the service lacks come from the
 * document: elements, retired elements, and which of the related decisions are superseded.
 */
export function decisionsOf(
  records: readonly Doc[],
  landscapeId: string,
  diagramIds: ReadonlyMap<string, string>,
  wanted?: Model,
): Decision[] {
  const { ids } = identifyDecisions(records, landscapeId, wanted);
  const isDiagram = (id: string): boolean =>
    wanted !== undefined && elementOf(wanted, 'diagram', id) !== undefined;
  const known = new Map((wanted?.decisions ?? []).map((it) => [it.id, it]));
  return [...records]
    .sort((a, b) => Number(a.number) - Number(b.number))
    .map((record) => {
      const id = ids.get(record.id) ?? record.id;
      return decisionOf(record, id, known.get(id), { ids, diagramIds, isDiagram });
    });
}

interface DecisionContext {
  ids: ReadonlyMap<string, string>;
  diagramIds: ReadonlyMap<string, string>;
  /** Whether the document has a diagram. */
  isDiagram(id: string): boolean;
}

function decisionOf(
  record: Doc,
  id: string,
  file: Decision | undefined,
  { ids, diagramIds, isDiagram }: DecisionContext,
): Decision {
  const { name, status, number, handleId } = record;
  const related = relatedOf(record);
  const decisions = related.decisions.flatMap((it) => ids.get(it) ?? []);
  const stillRelated = (key: string): string[] =>
    file ? listAt(file, key).filter((it) => decisions.includes(it)) : [];
  const superseding = {
    supersedes: stillRelated('supersedes'),
    'superseded-by': stillRelated('superseded-by'),
  };
  const others = decisions.filter((it) => !Object.values(superseding).flat().includes(it));
  // A decision may be listed both as superseded and as related.
  const also = stillRelated('related').filter((it) => !others.includes(it));
  // A decision that is no longer valid may refer to diagrams that no longer exist.
  const missingDiagrams = file ? listAt(file, 'diagrams').filter((it) => !isDiagram(it)) : [];
  const diagrams = [...related.diagrams.flatMap((it) => diagramIds.get(it) ?? []), ...missingDiagrams];
  const isSame = serviceStatusOf(file?.fields.status ?? 'draft') === status;
  const values: Record<string, Value | undefined> = {
    name: typeof name === 'string' ? name : '',
    status: isSame && file ? file.fields.status : (status as string),
    description: sameText(record.description, file?.fields.description),
    elements: file?.fields.elements,
    diagrams: [...new Set(diagrams)],
    ...superseding,
    related: [...new Set([...others, ...also])],
    retires: file?.fields.retires,
    links: related.links.map((it) => ({ ...it })),
    content: sameText(record.content, file?.fields.content),
  };
  const fields = Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) =>
        value !== undefined &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0) &&
        !(key === 'status' && value === 'draft'),
    ),
  ) as Record<string, Value>;
  return {
    kind: 'decision',
    id,
    ...(typeof number === 'number' && { number }),
    fields,
    recordId: record.id,
    ...(typeof handleId === 'string' && { handleId }),
  };
}

/** Returns a text of the service, or that of the file if they differ only in line breaks or surrounding white space. */
function sameText(value: unknown, written: Value | undefined): string {
  const text = tidyText(typeof value === 'string' ? value : '');
  return typeof written === 'string' && tidyText(written) === text ? written : text;
}
