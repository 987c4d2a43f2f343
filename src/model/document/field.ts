import type { ElementKind, Value } from './element.js';

/**
 * The kind of thing that a field refers to: an element of the document, or a record of the organization by slug or
 * name.
 */
export type Target = ElementKind | 'technology' | 'team' | 'drawnObject' | 'drawnConnection';

/** The kind of element that a drawn entry shows; by default, the entry has the id of the element. */
export const DRAWN_KINDS: Readonly<Partial<Record<Target, ElementKind>>> = {
  drawnObject: 'object',
  drawnConnection: 'connection',
};

/** The shape of a field's value. */
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

/** Declaration of a field of a document. */
export interface Field {
  shape: Shape;
  /** Description for users, in one sentence. */
  about: string;
  required?: true;
  /** The value that a missing field means. */
  default?: Value;
  /** Whether a missing field means "unchanged": it is neither compared nor updated. */
  open?: true;
  /** Regular expression of a text, for the JSON Schema. */
  pattern?: string;
  /** Name of the field in the record, if it differs. */
  record?: string;
}

export type Fields = Readonly<Record<string, Field>>;

export const textField = (about: string, more: Partial<Field> = {}): Field => ({
  shape: { is: 'text' },
  about,
  ...more,
});
export const numberField = (about: string, more: Partial<Field> = {}): Field => ({
  shape: { is: 'number' },
  about,
  ...more,
});
export const choiceField = (of: readonly string[], about: string, more: Partial<Field> = {}): Field => ({
  shape: { is: 'choice', of },
  about,
  ...more,
});
export const referenceField = (
  to: Target,
  record: string,
  about: string,
  more: Partial<Field> = {},
): Field => ({
  shape: { is: 'reference', to },
  about,
  record,
  ...more,
});
/** Target of the keys of a map in a layout: drawn connections, which have bends (`points`), or drawn objects. */
export const keyTarget = (of: Fields): Target => ('points' in of ? 'drawnConnection' : 'drawnObject');

/** The same fields with none of them open, so that a missing field differs from one that is set. */
export const closedFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { open: _, ...field }]) => [
      key,
      { ...field, shape: closedShape(field.shape) },
    ]),
  );

const closedShape = (shape: Shape): Shape =>
  shape.is === 'list' || shape.is === 'map' || shape.is === 'group'
    ? { ...shape, of: closedFields(shape.of) }
    : shape;
