import type { ElementKind, Value } from './element.js';

/** What a field may refer to: an element of the document, or a thing of the organization by its slug or name. */
export type Target = ElementKind | 'technology' | 'team' | 'drawnObject' | 'drawnConnection';

export type Shape =
  | { is: 'text' }
  | { is: 'number' }
  | { is: 'boolean' }
  | { is: 'choice'; of: readonly string[] }
  | { is: 'reference'; to: Target }
  /** Ids in any order, each once. */
  | { is: 'references'; to: Target }
  /** Texts by key: labels. */
  | { is: 'texts' }
  /** Entries with fields of their own; an entry that is a text has it as the field `short`. */
  | { is: 'list'; of: Fields; short?: string }
  /** The same by id, in no order. */
  | { is: 'map'; of: Fields }
  /** One entry with fields of its own. */
  | { is: 'group'; of: Fields };

export interface Field {
  shape: Shape;
  /** For people who write it: one sentence. */
  about: string;
  required?: true;
  /** What it is where it is not written. */
  default?: Value;
  /** Where it is not written it is as it is: nothing is compared, and nothing done about it. */
  open?: true;
  /** The field of the record that holds it, where it has another name. */
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
export const boolean = (about: string, value: boolean): Field => ({
  shape: { is: 'boolean' },
  about,
  default: value,
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
export const references = (to: Target, record: string, about: string): Field => ({
  shape: { is: 'references', to },
  about,
  record,
  default: [],
});

/** The same fields, none of them open: what is left out is something else than what is told. */
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
