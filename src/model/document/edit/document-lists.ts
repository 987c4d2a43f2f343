import { areSameIgnores, DRIFT, driftValue } from '../drift-ignores.js';
import type { Model, Value } from '../element.js';
import type { Field } from '../field.js';

/** Document-wide lists that only a change to an exact model writes: ignored rules, ignored drift, and moves. */

export const DOCUMENT_LISTS = ['ignore', 'drift', 'moved'] as const;
export type DocumentList = (typeof DOCUMENT_LISTS)[number];

type Lists = Pick<Model, 'ignores' | 'driftIgnores' | 'moved'>;

const ID: Field = { shape: { is: 'text' }, about: 'An id.', required: true };

/** Shapes of the lists, for writing. */
export const DOCUMENT_LIST_FIELDS: Readonly<Record<DocumentList, Field>> = {
  ignore: { shape: { is: 'references', to: 'object' }, about: '' },
  drift: { shape: { is: 'group', of: DRIFT }, about: '' },
  moved: { shape: { is: 'list', of: { from: ID, to: ID } }, about: '' },
};

const movesText = (moved: Model['moved']): string => JSON.stringify(moved.map(({ from, to }) => [from, to]));

/** Whether two documents have the same entries in a list. */
export function isSameList(a: Lists, b: Lists, list: DocumentList): boolean {
  if (list === 'drift') return areSameIgnores(a.driftIgnores, b.driftIgnores);
  if (list === 'moved') return movesText(a.moved) === movesText(b.moved);
  return JSON.stringify([...a.ignores].sort()) === JSON.stringify([...b.ignores].sort());
}

/**
 * The value of a list in one file; undefined without entries. Entries belong to the file that they were read from, all
 * others to the file `holder`. Ignored rules have no location, so all of them belong to the holder.
 */
export function listInFile(
  { ignores, driftIgnores, moved }: Lists,
  list: DocumentList,
  path: string,
  { holder, paths }: { holder: string | undefined; paths: ReadonlySet<string> },
): Value | undefined {
  const isHere = (file: string | undefined): boolean =>
    (file !== undefined && paths.has(file) ? file : holder) === path;
  if (list === 'drift') return driftValue(driftIgnores.filter(({ places }) => isHere(places?.whole.file)));
  const entries: Value[] =
    list === 'ignore'
      ? isHere(undefined)
        ? [...ignores]
        : []
      : moved.filter(({ place }) => isHere(place?.file)).map(({ from, to }) => ({ from, to }));
  return entries.length === 0 ? undefined : entries;
}
