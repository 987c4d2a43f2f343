import type * as z from 'zod/mini';
import { isObject } from '../base/is-object.js';
import type { Doc, LinkSource, StoredLink } from './doc.js';
import { FAMILIES, type Family } from './families.js';
import type { RecordDeclaration } from './record.js';
import { EXPORTS, type ResourceExport } from './resources/index.js';

type Declared = Family['record'] | Extract<ResourceExport, RecordDeclaration>;

/** Every kind of record: those of the families and those declared next to their resource. */
export type Kind = Declared['kind'];

/** A record of a kind, as the service returns it. */
export type RecordOf<K extends Kind> = Doc & z.output<Extract<Declared, { kind: K }>['schema']>;

/** Read access that the rules need: implemented by the store and by in-memory models. */
export interface RecordReader {
  get<K extends Kind>(kind: K, id: string): RecordOf<K> | undefined;
  /**
   * References to a record in creation order; `kind` and `id` identify the referring record. With `from`, an indexed
   * reader returns only the matching ones.
   */
  incoming(kind: Kind, id: string, from?: LinkSource): readonly LinkFrom[];
  /** Records of a kind in a version, in creation order. */
  ofVersion<K extends Kind>(kind: K, versionId: string): readonly { doc: RecordOf<K> }[];
}

/** A reference from a record with a known kind. */
export interface LinkFrom extends StoredLink {
  kind: Kind;
}

const isRecord = (value: unknown): value is RecordDeclaration<Kind> =>
  isObject(value) && 'kind' in value && 'schema' in value;

const DECLARED: readonly RecordDeclaration<Kind>[] = [
  ...FAMILIES.map((it): RecordDeclaration<Kind> => it.record),
  ...EXPORTS.filter(isRecord),
];

const BY_KIND: ReadonlyMap<string, RecordDeclaration<Kind>> = new Map(DECLARED.map((it) => [it.kind, it]));

export const KINDS: readonly Kind[] = DECLARED.map(({ kind }) => kind);

export const isKind = (text: string): text is Kind => BY_KIND.has(text);

export function recordOf(kind: Kind): RecordDeclaration<Kind> {
  const found = BY_KIND.get(kind);
  if (!found) throw new TypeError(`Unknown record kind "${kind}".`);
  return found;
}
