import { BOOLEAN, checkOptions, LIMIT, type OptionTypes } from '../../base/check-options.js';
import { distinctFileNames } from '../../base/files/file-names.js';
import { grouped } from '../../base/grouped.js';
import { requireArguments } from '../../base/require-arguments.js';
import { adoptedText } from './adopted.js';
import { LAYOUT } from './drawn-fields.js';
import { DRIFT, driftValue } from './drift-ignores.js';
import {
  DOCUMENT_FILE,
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementsOf,
  type Model,
  type Value,
} from './element.js';
import { KINDS } from './kinds.js';
import { asContainer, type Nesting, nestingOf } from './nesting.js';
import type { SourceFile } from './read.js';
import { SECTION_KEYS, SECTIONS, sectionOf } from './references.js';
import { type Part, splitModel } from './split-model.js';
import { MAX_MARKS, marksOf } from './yaml/parse.js';
import { entryLines, inlineOf, type Pair, pairLines, pairsOfFields } from './yaml/print.js';

const LAYOUT_FOLDER = 'layout';
/** Name of the JSON Schema file beside the document. */
export const SCHEMA_FILE = 'model.schema.json';

/** Order of lists in a document. */
export const WRITTEN_KINDS = [
  'domain',
  'object',
  'connection',
  'tagGroup',
  'tag',
  'diagramGroup',
  'diagram',
  'flow',
] as const satisfies readonly ElementKind[];

/** Order of top-level keys in a document. */
export const TOP_ORDER: readonly string[] = [
  'landscape',
  'namespace',
  ...SECTION_KEYS,
  'ignore',
  'drift',
  ...WRITTEN_KINDS.map((kind) => KINDS[kind].list),
  'moved',
  'adopted',
];

/** Options of `writeModel`. */
export interface WriteOptions {
  /** Writes layouts of diagrams to files of their own, `layout/ID.yaml`. */
  split?: boolean;
  /**
   * Size limit of `model.yaml`, in marks: characters that can start a YAML node, such as colons, dashes and line breaks.
   * A larger model is split by domain, into files of about half the limit. Default: half of the maximum for reading, so
   * that files can grow.
   */
  mostMarks?: number;
}

export const WRITE_OPTIONS: OptionTypes<WriteOptions> = { split: BOOLEAN, mostMarks: LIMIT };

/** A comment from which editors read the location of the schema. */
const schemaLine = (path: string): string => `# yaml-language-server: $schema=${path}`;

/**
 * Writes a model as the files of a document: `model.yaml`, `domain-ID.yaml` beside it for large models, and
 * `layout/ID.yaml` with the option `split`. Decisions are not written. Deterministic; defaults are left out.
 */
export function writeModel(model: Model, options: WriteOptions = {}): SourceFile[] {
  requireArguments('writeModel', { model });
  checkOptions('writeModel', options, WRITE_OPTIONS);
  const { split = false, mostMarks = MAX_MARKS / 2 } = options;
  const layouts = split ? layoutFiles(model) : [];
  const single = certainlyExceeds(model, mostMarks) ? undefined : singleText(model, split);
  const isSplit = single === undefined || marksOf(single) > mostMarks;
  return [
    ...(isSplit ? filesByDomain(model, split, mostMarks / 2) : [{ path: DOCUMENT_FILE, text: single }]),
    ...layouts,
  ];
}

/**
 * Whether a document certainly has too many marks, so that a large one is not written twice. Counts a dash for each
 * element, and a colon and a separator for its id and each field but one, which nesting or a layout file can replace.
 */
function certainlyExceeds({ elements }: Model, most: number): boolean {
  let marks = 0;
  for (const [kind, of] of elements)
    for (const { fields } of of.values()) {
      marks += 1 + 2 * pairsOfFields(fields, KINDS[kind].fields).length;
      if (marks > most) return true;
    }
  return false;
}

/** Text of the whole document. */
function singleText(model: Model, split: boolean): string {
  const nesting = nestingOf(model);
  const elements = ELEMENT_KINDS.flatMap((kind) =>
    kind === 'object' ? nesting.top : elementsOf(model, kind),
  );
  return textOf(documentLines(model, elements, nesting, split));
}

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** The files of a large document. Elements without a domain go to `model.yaml`. */
function filesByDomain(model: Model, split: boolean, most: number): SourceFile[] {
  const weigh = (element: Element): number =>
    marksOf(textOf(elementLines(element, '  ', NOTHING_BELOW, split)));
  const { parts, nesting } = splitModel(model, weigh, most);
  const shared = parts.filter(({ domain }) => domain === undefined);
  const own = parts.filter(({ domain }) => domain !== undefined);
  const [first = { number: 1, elements: [] }, ...others] = shared;
  const named = [...others, ...own].map((part) => ({ part, id: nameOf(part) }));
  const names = distinctFileNames(named.map(({ id }) => ({ id, name: id })));
  return [
    { path: DOCUMENT_FILE, text: textOf(documentLines(model, first.elements, nesting, split)) },
    ...named.map(({ part, id }) => ({
      path: `${names.get(id)}.yaml`,
      text: textOf(documentLines(undefined, part.elements, nesting, split)),
    })),
  ];
}

const NOTHING_BELOW: Nesting = { containerOf: () => undefined, below: () => [], top: [] };

const nameOf = ({ domain, number }: Part): string =>
  `${domain === undefined ? 'model' : `domain-${domain}`}${number === 1 ? '' : `-${number}`}`;

/** Lines of a file of a document. @param model Source of the document-wide fields; absent if the file has none. */
function documentLines(
  model: Model | undefined,
  elements: readonly Element[],
  nesting: Nesting,
  split: boolean,
): string[] {
  const {
    landscape,
    namespace,
    ignores = [],
    driftIgnores = [],
    moved = [],
    adopted = new Set<string>(),
  } = model ?? {};
  const head = Object.entries({ landscape, namespace }).flatMap(([key, value]) =>
    value === undefined ? [] : pairLines([key, value], ''),
  );
  if (model)
    for (const key of SECTION_KEYS) {
      const entries = sectionOf(model, key);
      if (entries.length > 0)
        head.push(...pairsOfFields({ [key]: [...entries] }, SECTIONS).flatMap((it) => pairLines(it, '')));
    }
  if (ignores.length > 0) head.push(...pairLines(['ignore', [...ignores]], ''));
  const drift = driftValue(driftIgnores);
  if (drift !== undefined) head.push(...pairLines(['drift', drift, { is: 'group', of: DRIFT }], ''));
  const byKind = grouped(elements, ({ kind }) => kind);
  const lists = WRITTEN_KINDS.flatMap((kind) => {
    const lines = (byKind.get(kind) ?? []).flatMap((it) => elementLines(it, '  ', nesting, split));
    return lines.length === 0 ? [] : [`${KINDS[kind].list}:`, ...lines];
  });
  const moves = moved.map(({ from, to }) => `  - ${inlineOf({ from, to })}`);
  return [
    schemaLine(`./${SCHEMA_FILE}`),
    ...head,
    ...lists,
    ...(moves.length > 0 ? ['moved:', ...moves] : []),
    ...(adopted.size > 0 ? pairLines(['adopted', adoptedText(adopted)], '') : []),
  ];
}

/** Lines of an element, with the elements nested in it. */
export function elementLines(element: Element, indent: string, nesting: Nesting, split: boolean): string[] {
  const { kind, id } = element;
  const container = asContainer(kind, id);
  const inside = container ? nesting.below(container) : [];
  const below =
    inside.length === 0
      ? []
      : [`${indent}  objects:`, ...inside.flatMap((it) => elementLines(it, `${indent}    `, nesting, split))];
  return entryLines(elementPairs(element, nesting, split), indent, below);
}

/** The pairs of an element, without the elements nested in it. */
export function elementPairs(element: Element, nesting: Nesting, split: boolean): Pair[] {
  const { kind, id, ignores } = element;
  const fields: Record<string, Value> = { ...element.fields };
  const container = kind === 'object' ? nesting.containerOf(element) : undefined;
  if (container) delete fields[container.field];
  if (split && kind === 'diagram') delete fields.layout;
  return [
    ['id', id],
    ...pairsOfFields(fields, KINDS[kind].fields),
    ...(ignores && ignores.length > 0 ? [['ignore', [...ignores]] as Pair] : []),
  ];
}

/** One file for each diagram with a layout. */
function layoutFiles(model: Model): SourceFile[] {
  const diagrams = elementsOf(model, 'diagram').filter(({ fields }) => fields.layout !== undefined);
  const names = distinctFileNames(diagrams.map(({ id }) => ({ id, name: id })));
  return diagrams.map(({ id, fields }) => ({
    path: `${LAYOUT_FOLDER}/${names.get(id)}.yaml`,
    text: layoutText(id, fields.layout as Value),
  }));
}

export const layoutText = (diagram: string, layout: Value): string =>
  textOf([
    schemaLine(`../${SCHEMA_FILE}`),
    ...pairLines(['layoutOf', diagram], ''),
    ...pairsOfFields(layout as Record<string, Value>, LAYOUT).flatMap((pair) => pairLines(pair, '')),
  ]);
