import type { ElementKind, Value } from './element.js';

/**
 * The kind of thing that a field refers to: an element of the document, or a record of the organization by slug or
 * name.
 */
export type Target = ElementKind | 'technology' | 'team' | 'drawnObject' | 'drawnConnection';

export type Shape =
  | { is: 'text' }
  | { is: 'number' }
  | { is: 'boolean' }
  | { is: 'choice'; of: readonly string[] }
  | { is: 'reference'; to: Target }
  /** Ids without order or duplicates. */
  | { is: 'references'; to: Target }
  /** Texts by key, for labels. */
  | { is: 'texts' }
  /** Entries with their own fields; a plain text is short for an entry with the field `short`. */
  | { is: 'list'; of: Fields; short?: string }
  /** Entries by id, without order. */
  | { is: 'map'; of: Fields }
  /** A single entry with its own fields. */
  | { is: 'group'; of: Fields };

export interface Field {
  shape: Shape;
  /** Description for users, in one sentence. */
  about: string;
  required?: true;
  /** The value of a missing field. */
  default?: Value;
  /** Whether a missing field means "unchanged": it is neither compared nor updated. */
  open?: true;
  /** Regular expression of a text, for the JSON Schema. */
  pattern?: string;
  /** Name of the field in the record, if it differs. */
  record?: string;
}

export type Fields = Readonly<Record<string, Field>>;

export const text = (about: string, more: Partial<Field> = {}): Field => ({
  shape: { is: 'text' },
  about,
  ...more,
});
export const number = (about: string, more: Partial<Field> = {}): Field => ({
  shape: { is: 'number' },
  about,
  ...more,
});
export const choice = (of: readonly string[], about: string, more: Partial<Field> = {}): Field => ({
  shape: { is: 'choice', of },
  about,
  ...more,
});
export const reference = (to: Target, record: string, about: string, more: Partial<Field> = {}): Field => ({
  shape: { is: 'reference', to },
  about,
  record,
  ...more,
});
/** The same fields with none of them open, so that a missing field differs from one that is set. */
export const closed = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { open: _, ...field }]) => [
      key,
      { ...field, shape: closedShape(field.shape) },
    ]),
  );

const closedShape = (shape: Shape): Shape =>
  shape.is === 'list' || shape.is === 'map' || shape.is === 'group'
    ? { ...shape, of: closed(shape.of) }
    : shape;
