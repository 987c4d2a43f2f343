import { isObject } from '../../../base/is-object.js';
import { pluralize } from '../../../base/text/words.js';
import { isOwnLabel } from '../../../contract/rules/imports/import-entities.js';
import type { FieldChange } from '../../../contract/rules/versions/difference.js';
import type { VersionChange, VersionComparison } from '../../../model/sync/compare-versions.js';
import { changeMark, fitLine, listChangeLine, valueChangeLine } from '../../../terminal/change-text.js';
import type { LineContext } from '../../../terminal/types.js';

/** `2 added, 1 removed`; zero counts are left out. */
export function inNumbers(changes: readonly VersionChange[]): string {
  const count = (what: VersionChange['change']): number =>
    changes.filter(({ change }) => change === what).length;
  return (['added', 'removed', 'changed'] as const)
    .filter((what) => count(what) > 0)
    .map((what) => `${count(what)} ${what}`)
    .join(', ');
}

export interface TitledComparison extends VersionComparison {
  /** Heading above the differences. */
  title: string;
  /** Whether handles are shown beside names. */
  ids: boolean;
}

/** The differences for people, by kind: added, removed and changed records; then their numbers. */
export function drawDifference(
  { title, changes, names, ends, ids }: TitledComparison,
  line: LineContext,
): string {
  const { palette, safe } = line;
  const called = (id: string): string => {
    const name = names.get(id);
    return name === undefined ? id : ids ? `${name} (${id})` : name;
  };
  const { shown, labelled } = withoutKnownBy(changes);
  const kinds = [...new Set(shown.map(({ kind }) => kind))];
  const sections = kinds.flatMap((kind) => {
    const own = shown.filter((it) => it.kind === kind);
    const heading = palette.bold(
      safe(pluralize(own.length, kind === 'adr' ? 'decision' : kind.replaceAll('-', ' '))),
    );
    return ['', heading, ...own.flatMap((change) => changeLines(change, { line, called, ends, ids }))];
  });
  const note =
    labelled === 0
      ? []
      : [
          '',
          palette.dim(
            `Labels set by imports and models as code changed on ${labelled} records (-o json shows them).`,
          ),
        ];
  const summary = changes.length === 0 ? [] : ['', `${inNumbers(changes)}.`];
  return [fitLine([{ text: safe(title), paint: palette.bold }], line), ...sections, ...note, ...summary].join(
    '\n',
  );
}

/**
 * Up to this number, changes of identity labels are listed; after an import or a first apply they would hide all other
 * changes.
 */
const MAX_LABELLED = 5;

/** Removes changes of identity labels, and counts the records with such changes. */
function withoutKnownBy(changes: readonly VersionChange[]): {
  shown: readonly VersionChange[];
  labelled: number;
} {
  const isOne = ({ field }: FieldChange): boolean =>
    /^labels\./.test(field) && isOwnLabel(field.slice('labels.'.length));
  const labelled = changes.filter((it) => it.change === 'changed' && it.fields.some(isOne));
  if (labelled.length <= MAX_LABELLED) return { shown: changes, labelled: 0 };
  const of = new Set(labelled);
  const shown = changes.flatMap((it) => {
    if (!of.has(it)) return [it];
    const fields = it.fields.filter((field) => !isOne(field));
    return fields.length > 0 ? [{ ...it, fields }] : [];
  });
  return { shown, labelled: labelled.length };
}

interface Drawing {
  line: LineContext;
  /** Name of a handle; other texts are returned unchanged. */
  called(id: string): string;
  ends: VersionComparison['ends'];
  ids: boolean;
}

function changeLines(change: VersionChange, drawing: Drawing): string[] {
  const { line, ids } = drawing;
  const { palette, safe } = line;
  const [mark, paint] = changeMark(change.change, line);
  const heading = fitLine(
    [
      { text: `  ${mark} ${safe(change.name || change.handleId)}`, paint },
      { text: beside(safe(what(change, drawing))), paint: palette.dim },
      { text: beside(ids && change.name ? safe(change.handleId) : ''), paint: palette.dim },
    ],
    line,
  );
  if (change.change !== 'changed') return [heading];
  return [heading, ...change.fields.map((field) => fieldLine(field, drawing))];
}

const beside = (text: string): string => (text === '' ? '' : `  ${text}`);

/**
 * Details that distinguish records with the same name: the ends of a connection, or fields of an added or removed
 * record.
 */
function what({ kind, change, handleId, fields }: VersionChange, { called, ends }: Drawing): string {
  const line = kind === 'connection' ? ends.get(handleId) : undefined;
  if (line) return line.map(called).join(' → ');
  if (change === 'changed') return '';
  const textOf = (field: string): string | undefined => {
    const it = fields.find((one) => one.field === field);
    const value = it?.to ?? it?.from;
    return typeof value === 'string' ? called(value) : undefined;
  };
  const [type, above] = [textOf('type'), textOf('parentId') ?? textOf('modelId')];
  return [type, above && `in ${above}`].filter(Boolean).join(' ');
}

/** `    status: live → deprecated`; for a list, added and removed entries. */
function fieldLine({ field, from, to }: FieldChange, drawing: Drawing): string {
  const { line, called } = drawing;
  const label = fieldWords(field, called);
  if (!isListChange(from, to))
    return valueChangeLine({ label, from: valueWords(from, called), to: valueWords(to, called) }, line);
  const [then, now] = [listOf(from), listOf(to)];
  const without = (list: string[], other: string[]): string[] =>
    list
      .filter((it) => !other.includes(it))
      .map(called)
      .sort();
  return listChangeLine({ label, added: without(now, then), removed: without(then, now) }, line);
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((it) => typeof it === 'string');
const isListChange = (from: unknown, to: unknown): boolean =>
  (isTexts(from) && (to === null || isTexts(to))) || (from === null && isTexts(to));
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Display names of the contents of a diagram. */
const DRAWN: Readonly<Record<string, string>> = {
  drawnObjectIds: 'objects on the diagram',
  drawnConnectionIds: 'connections on the diagram',
};

/** Display name of a field: `tagIds` becomes `tags`, and keys of maps become names. */
function fieldWords(field: string, called: (id: string) => string): string {
  const drawn = DRAWN[field];
  if (drawn !== undefined) return drawn;
  const [first = '', ...keys] = field.split('.');
  const inner = keys.map((key) => key.split(' ').map(called).join(' '));
  return [withoutId(first), ...inner.map((key, at) => (at === inner.length - 1 ? withoutId(key) : key))].join(
    '.',
  );
}

const withoutId = (word: string): string => word.replace(/(?<=[a-z])Id(s?)$/, '$1');

/** A value for people: `-` if missing; an entry is shown by its fields. */
function valueWords(value: unknown, called: (id: string) => string): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return called(value);
  if (!isObject(value)) return JSON.stringify(value);
  const { description, name, customName, url } = value;
  const own = [description, name, customName, url].find((it) => typeof it === 'string' && it !== '');
  if (typeof own === 'string') return own;
  const scalars = Object.entries(value).filter(([, it]) => it !== null && typeof it !== 'object');
  return (
    scalars.map(([key, it]) => `${called(key)}=${called(String(it))}`).join(', ') || JSON.stringify(value)
  );
}
