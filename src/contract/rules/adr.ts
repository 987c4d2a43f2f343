import { type Doc, entriesOf } from '../doc.js';
import type { ADR_RELATED_TYPES } from '../enums.js';
import { completedLinks, wrongIdProblems } from './diagrams/entries.js';

/** Field of a related item that its type requires. */
const FIELD_OF: Readonly<Record<(typeof ADR_RELATED_TYPES)[number], string>> = {
  diagram: 'diagramId',
  adr: 'adrId',
  draft: 'draftId',
  link: 'link',
};

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** A decision whose related items have the fields that a request may omit: id, index, and those of links. */
export function withCompleteItems(adr: Doc): Doc {
  const items = entriesOf(completedLinks(adr.relatedItems)).map(([key, item]) => {
    const link = isSet(item.link) ? completedLinks({ [key]: item.link })[key] : undefined;
    return [key, { ...item, ...(link !== undefined && { link }) }] as const;
  });
  return { ...adr, relatedItems: Object.fromEntries(items) };
}

/** A decision without its related drafts, which snapshots do not contain, except those in `drafts`. */
export function withoutDrafts(adr: Doc, drafts: ReadonlySet<string> = new Set()): Doc {
  const items = entriesOf(adr.relatedItems).filter(
    ([, { draftId }]) => typeof draftId !== 'string' || drafts.has(draftId),
  );
  return { ...adr, relatedItems: Object.fromEntries(items) };
}

/** Errors in related items: ids that differ from their key, and fields that do not fit the type. */
export const relatedItemProblems = ({ relatedItems }: Doc): string[] =>
  entriesOf(relatedItems).flatMap(([key, item]) => {
    const path = `relatedItems.${key}`;
    const wanted = FIELD_OF[item.type as keyof typeof FIELD_OF];
    const others = Object.values(FIELD_OF).filter((field) => field !== wanted && isSet(item[field]));
    return [
      ...wrongIdProblems('relatedItems', [key, item]),
      ...(wanted === undefined || isSet(item[wanted])
        ? []
        : [`${path}.${wanted}: is required for type ${String(item.type)}`]),
      ...others.map((field) => `${path}.${field}: does not belong to type ${String(item.type)}`),
    ];
  });
