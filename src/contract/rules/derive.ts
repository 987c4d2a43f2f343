import type { Doc, DocReader, Fields, StoredLink } from '../doc.js';
import type { Birth, Deriving } from '../record.js';
import { type Kind, recordOf } from '../records.js';

/** Names of the fields that the service computes. */
export const derivedFields = (kind: Kind): readonly string[] => Object.keys(recordOf(kind).derived ?? {});

/** Whether a reference from a record of the kind `source` moves a derived field of a record of a kind. */
export const isMovedBy = (kind: Kind, source: Kind): boolean =>
  Object.values(recordOf(kind).derived ?? {}).some(
    ({ reads }) => reads === undefined || reads.includes(source),
  );

/** The values of a record's derived fields, from what refers to it (docs/service.md#model-object); of all but some. */
export function derive(
  kind: Kind,
  doc: Doc,
  reader: DocReader,
  except: ReadonlySet<string> = NO_FIELDS,
): Fields {
  const { derived = {} } = recordOf(kind);
  const from = deriving(kind, doc, reader);
  const wanted = Object.entries(derived).filter(([field]) => !except.has(field));
  return Object.fromEntries(wanted.map(([field, how]) => [field, how(from)]));
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** What a derived field of a record is computed from. */
export const deriving = (kind: Kind, doc: Doc, reader: DocReader): Deriving => ({
  doc,
  reader,
  incoming: (source?: string, field?: string): readonly StoredLink[] =>
    reader.incoming(kind, doc.id, source === undefined ? undefined : { kind: source, field }),
});

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
