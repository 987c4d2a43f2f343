import type { Doc, DocReader, Fields, StoredLink } from '../doc.js';
import type { CreateContext, Deriving } from '../record.js';
import { type Kind, recordOf } from '../records.js';

export const derivedFields = (kind: Kind): readonly string[] => Object.keys(recordOf(kind).derived ?? {});

/** Whether all derived fields of a kind are lists that grow with the landscape. */
export function growsOnly(kind: Kind): boolean {
  const derived = Object.values(recordOf(kind).derived ?? {});
  return derived.length > 0 && derived.every(({ grows }) => grows !== undefined);
}

/** Whether references from records of the kind `source` affect a derived field of `kind`. */
export const isMovedBy = (kind: Kind, source: Kind): boolean =>
  Object.values(recordOf(kind).derived ?? {}).some(
    ({ reads }) => reads === undefined || reads.includes(source),
  );

/**
 * Computes a record's derived fields from its incoming references (docs/service.md#model-object), optionally excluding
 * some fields.
 */
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

/** Input for the derived fields of a record. */
export const deriving = (kind: Kind, doc: Doc, reader: DocReader): Deriving => ({
  doc,
  reader,
  incoming: (source?: string, field?: string): readonly StoredLink[] =>
    reader.incoming(kind, doc.id, source === undefined ? undefined : { kind: source, field }),
});

/** Reader without records, for a record that does not exist yet. */
const NOTHING: DocReader = { get: () => undefined, incoming: () => [], ofVersion: () => [] };

/** Initial fields of a new record: defaults, and the empty values of derived fields. The body overrides them. */
export const startOf = (kind: Kind, context: CreateContext): Fields => ({
  ...defaultsOf(kind, context),
  ...derive(kind, { id: '' }, NOTHING),
});

/** Default values of the fields that a body may omit. */
export const defaultsOf = (kind: Kind, context: CreateContext): Fields => ({
  labels: {},
  ...recordOf(kind).defaults?.(context),
});
