import type { Doc, DocReader, Fields, StoredLink } from '../doc.js';
import type { Birth } from '../record.js';
import { type Kind, recordOf } from '../records.js';

/** Names of the fields that the service computes. */
export const derivedFields = (kind: Kind): readonly string[] => Object.keys(recordOf(kind).derived ?? {});

/** The values of a record's derived fields, from what refers to it (docs/service.md#model-object). */
export function derive(kind: Kind, doc: Doc, reader: DocReader): Fields {
  let links: readonly StoredLink[] | undefined;
  const incoming = (): readonly StoredLink[] => {
    links ??= reader.incoming(kind, doc.id);
    return links;
  };
  const { derived = {} } = recordOf(kind);
  return Object.fromEntries(
    Object.entries(derived).map(([field, how]) => [field, how({ doc, reader, incoming })]),
  );
}

/** Nothing refers to a record that is not there yet. */
const NOTHING: DocReader = { get: () => undefined, incoming: () => [], ofVersion: () => [] };

/** What a new record holds before its body is laid over it: its defaults, and derived fields that say nothing yet. */
export const startOf = (kind: Kind, birth: Birth): Fields => ({
  ...defaultsOf(kind, birth),
  ...derive(kind, { id: '' }, NOTHING),
});

/** What a record says where its body leaves it open. */
export const defaultsOf = (kind: Kind, birth: Birth): Fields => ({
  labels: {},
  ...recordOf(kind).defaults?.(birth),
});
