import type * as z from 'zod/mini';
import { isObject } from '../base/is-object.js';
import type { Doc, LinkSource, StoredLink } from './doc.js';
import { FAMILIES, type Family } from './families.js';
import type { RecordDeclaration } from './record.js';
import { EXPORTS, type Exported } from './resources/index.js';

type Declared = Family['record'] | Extract<Exported, RecordDeclaration>;

/** Every kind of record: those of the families, and those that are declared beside their resource. */
export type Kind = Declared['kind'];

/** A record of a kind, as the service answers it. */
export type RecordOf<K extends Kind> = Doc & z.output<Extract<Declared, { kind: K }>['schema']>;

/** What the rules ask of whatever keeps records: a store, or a model in memory. */
export interface RecordReader {
  get<K extends Kind>(kind: K, id: string): RecordOf<K> | undefined;
  /**
   * References to a record, in the order they were made; `kind` and `id` are those of the record that refers. With
   * `from`, what can tell them apart answers those only, without looking at the others.
   */
  incoming(kind: Kind, id: string, from?: LinkSource): readonly LinkFrom[];
  /** Records of a kind in a version, in the order they were made. */
  ofVersion<K extends Kind>(kind: K, versionId: string): readonly { doc: RecordOf<K> }[];
}

/** A reference from a record whose kind is known. */
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

/** Every kind of record. */
export const KINDS: readonly Kind[] = DECLARED.map(({ kind }) => kind);

export const isKind = (text: string): text is Kind => BY_KIND.has(text);

/** The declaration of a kind of record. */
export function recordOf(kind: Kind): RecordDeclaration<Kind> {
  const found = BY_KIND.get(kind);
  if (!found) throw new TypeError(`There is no record of the kind ${kind}.`);
  return found;
}
