import type { Doc, DocReader, Fields, StoredLink } from '../doc.js';
import type { CreateContext, Deriving } from '../record.js';
import { type Kind, recordOf } from '../records.js';

export const derivedFields = (kind: Kind): readonly string[] => Object.keys(recordOf(kind).derived ?? {});

/** Derived lists that grow with the landscape; the sandbox updates them later than other fields. */
export const growingFields = (kind: Kind): readonly string[] =>
  derivedFields(kind).filter((field) => recordOf(kind).derived?.[field]?.grows);

/** Derived fields of bounded size: all that are not growing lists. */
export const boundedFields = (kind: Kind): readonly string[] =>
  derivedFields(kind).filter((field) => !recordOf(kind).derived?.[field]?.grows);

/** Whether a growing list of `kind` contains the records of the kind `source` that refer to it through `field`. */
export const isListed = (kind: Kind, source: Kind, field: string): boolean =>
  Object.values(recordOf(kind).derived ?? {}).some(
    ({ grows }) => grows?.kind === source && (grows.field === undefined || grows.field === field),
  );

/** Whether references from records of the kind `source` affect a bounded field of `kind`. */
export const isAffectedBy = (kind: Kind, source: Kind): boolean =>
  Object.values(recordOf(kind).derived ?? {}).some(
    ({ grows, reads }) => !grows && (reads === undefined || reads.includes(source)),
  );

/**
 * Computes derived fields of a record (default: all) from its incoming references (docs/service.md#model-object).
 */
export function derive(
  kind: Kind,
  doc: Doc,
  reader: DocReader,
  fields: readonly string[] = derivedFields(kind),
): Fields {
  const { derived = {} } = recordOf(kind);
  const from = deriving(kind, doc, reader);
  return Object.fromEntries(fields.map((field) => [field, derived[field]?.(from)]));
}

/** Input for the derived fields of a record. */
export const deriving = (kind: Kind, doc: Doc, reader: DocReader): Deriving => ({
  doc,
  reader,
  incoming: (source?: string, field?: string): readonly StoredLink[] =>
    reader.incoming(kind, doc.id, source === undefined ? undefined : { kind: source, field }),
});

/** Reader without records, for a record that does not exist yet. */
const EMPTY_READER: DocReader = { get: () => undefined, incoming: () => [], ofVersion: () => [] };

/** Initial fields of a new record: defaults, and the empty values of derived fields. The body overrides them. */
export const initialFields = (kind: Kind, context: CreateContext): Fields => ({
  ...defaultsOf(kind, context),
  ...derive(kind, { id: '' }, EMPTY_READER),
});

/** Default values of the fields that a body may omit. */
export const defaultsOf = (kind: Kind, context: CreateContext): Fields => ({
  labels: {},
  ...recordOf(kind).defaults?.(context),
});
