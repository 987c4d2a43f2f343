import { distinctFileNames } from '../../base/file-names.js';
import { adoptedText } from './adopted.js';
import { LAYOUT } from './drawn-fields.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementsOf,
  type Model,
  type Value,
} from './element.js';
import { grouped } from './grouped.js';
import { KINDS } from './kinds.js';
import { type Nesting, nestingOf, spotBelow } from './nesting.js';
import { MOST_MARKS, marksOf } from './parse.js';
import { entryLines, inlineOf, type Pair, pairLines, pairsOfFields } from './print.js';
import type { SourceFile } from './read.js';
import { type Part, splitModel } from './split-model.js';

/** The file of a document that was written anew, and the folder of the layouts beside it. */
export const DOCUMENT = 'model.yaml';
const LAYOUT_FOLDER = 'layout';
/** What the JSON Schema is called, beside the document. */
export const SCHEMA = 'model.schema.json';

/** The order in which lists stand in a document. */
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

/** Keys at the top of a document, in the order they stand in. */
export const TOP_ORDER: readonly string[] = [
  'landscape',
  'namespace',
  'ignore',
  ...WRITTEN_KINDS.map((kind) => KINDS[kind].list),
  'moved',
  'adopted',
];

export interface WriteOptions {
  /** Layouts of diagrams stand in files of their own, `layout/ID.yaml`. */
  split?: boolean;
  /**
   * A model of more marks is split by domain, into files of about half as many (default: half of what can be read,
   * so that a file can grow).
   */
  mostMarks?: number;
}

/** What editors read the schema's place from. */
const schemaLine = (path: string): string => `# yaml-language-server: $schema=${path}`;

/**
 * Writes a model as the files of a document, always the same for the same model: `model.yaml`, for large models
 * `domain-ID.yaml` beside it, and layouts in files of their own if they are split. Defaults are left out.
 */
export function writeModel(
  model: Model,
  { split = false, mostMarks = MOST_MARKS / 2 }: WriteOptions = {},
): SourceFile[] {
  const nesting = nestingOf(model);
  const elements = ELEMENT_KINDS.flatMap((kind) =>
    kind === 'object' ? nesting.top : elementsOf(model, kind),
  );
  const single = textOf(documentLines(model, elements, nesting, split));
  const layouts = split ? layoutFiles(model) : [];
  const isSplit = marksOf(single) > mostMarks;
  return [
    ...(isSplit ? filesByDomain(model, split, mostMarks / 2) : [{ path: DOCUMENT, text: single }]),
    ...layouts,
  ];
}

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** The files of a large document. What belongs to no domain stands in `model.yaml`. */
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
    { path: DOCUMENT, text: textOf(documentLines(model, first.elements, nesting, split)) },
    ...named.map(({ part, id }) => ({
      path: `${names.get(id)}.yaml`,
      text: textOf(documentLines(undefined, part.elements, nesting, split)),
    })),
  ];
}

const NOTHING_BELOW: Nesting = { spotOf: () => undefined, below: () => [], top: [] };

const nameOf = ({ domain, number }: Part): string =>
  `${domain === undefined ? 'model' : `domain-${domain}`}${number === 1 ? '' : `-${number}`}`;

/** Lines of a file of a document. @param model Model of which the file has the values that are written once, if any. */
function documentLines(
  model: Model | undefined,
  elements: readonly Element[],
  nesting: Nesting,
  split: boolean,
): string[] {
  const { landscape, namespace, ignores = [], moved = [], adopted = new Set<string>() } = model ?? {};
  const head = Object.entries({ landscape, namespace }).flatMap(([key, value]) =>
    value === undefined ? [] : pairLines([key, value], ''),
  );
  if (ignores.length > 0) head.push(...pairLines(['ignore', [...ignores]], ''));
  const byKind = grouped(elements, ({ kind }) => kind);
  const lists = WRITTEN_KINDS.flatMap((kind) => {
    const lines = (byKind.get(kind) ?? []).flatMap((it) => elementLines(it, '  ', nesting, split));
    return lines.length === 0 ? [] : [`${KINDS[kind].list}:`, ...lines];
  });
  const moves = moved.map(({ from, to }) => `  - ${inlineOf({ from, to })}`);
  return [
    schemaLine(`./${SCHEMA}`),
    ...head,
    ...lists,
    ...(moves.length > 0 ? ['moved:', ...moves] : []),
    ...(adopted.size > 0 ? pairLines(['adopted', adoptedText(adopted)], '') : []),
  ];
}

/** An element with all that is written below it. */
export function elementLines(element: Element, indent: string, nesting: Nesting, split: boolean): string[] {
  const { kind, id } = element;
  const spot = spotBelow(kind, id);
  const inside = spot ? nesting.below(spot) : [];
  const below =
    inside.length === 0
      ? []
      : [`${indent}  objects:`, ...inside.flatMap((it) => elementLines(it, `${indent}    `, nesting, split))];
  return entryLines(elementPairs(element, nesting, split), indent, below);
}

/** What is written of an element itself. */
export function elementPairs(element: Element, nesting: Nesting, split: boolean): Pair[] {
  const { kind, id, ignores } = element;
  const fields: Record<string, Value> = { ...element.fields };
  const spot = kind === 'object' ? nesting.spotOf(element) : undefined;
  if (spot) delete fields[spot.field];
  if (split && kind === 'diagram') delete fields.layout;
  return [
    ['id', id],
    ...pairsOfFields(fields, KINDS[kind].fields),
    ...(ignores && ignores.length > 0 ? [['ignore', [...ignores]] as Pair] : []),
  ];
}

/** A file for each diagram that has a layout. */
function layoutFiles(model: Model): SourceFile[] {
  const diagrams = elementsOf(model, 'diagram').filter(({ fields }) => fields.layout !== undefined);
  const names = distinctFileNames(diagrams.map(({ id }) => ({ id, name: id })));
  return diagrams.map(({ id, fields }) => ({
    path: `${LAYOUT_FOLDER}/${names.get(id)}.yaml`,
    text: layoutText(id, fields.layout as Value),
  }));
}

/** The file of the layout of a diagram. */
export const layoutText = (diagram: string, layout: Value): string =>
  textOf([
    schemaLine(`../${SCHEMA}`),
    ...pairLines(['layoutOf', diagram], ''),
    ...pairsOfFields(layout as Record<string, Value>, LAYOUT).flatMap((pair) => pairLines(pair, '')),
  ]);
