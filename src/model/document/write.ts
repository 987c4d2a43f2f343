import { distinctFileNames } from '../../base/file-names.js';
import { adoptedText } from './adopted.js';
import { LAYOUT } from './drawn-fields.js';
import { type Element, type ElementKind, elementsOf, type Model, type Value } from './element.js';
import { KINDS } from './kinds.js';
import { type Nesting, nestingOf, type Spot } from './nesting.js';
import { entryLines, inlineOf, type Pair, pairLines, pairsOfFields } from './print.js';
import type { SourceFile } from './read.js';

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
}

/** What editors read the schema's place from. */
const schemaLine = (path: string): string => `# yaml-language-server: $schema=${path}`;

/**
 * A model as the files of a document, always the same for the same model: `model.yaml`, and the layouts where they are
 * asked for in files of their own. Nothing is written that is a default.
 */
export function writeModel(model: Model, { split = false }: WriteOptions = {}): SourceFile[] {
  const document = { path: DOCUMENT, text: textOf(documentLines(model, split)) };
  return split ? [document, ...layoutFiles(model)] : [document];
}

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

function documentLines(model: Model, split: boolean): string[] {
  const { landscape, namespace, ignores, moved, adopted } = model;
  const nesting = nestingOf(model);
  const head = Object.entries({ landscape, namespace }).flatMap(([key, value]) =>
    value === undefined ? [] : pairLines([key, value], ''),
  );
  if (ignores.length > 0) head.push(...pairLines(['ignore', [...ignores]], ''));
  const lists = WRITTEN_KINDS.flatMap((kind) => {
    const elements = kind === 'object' ? nesting.top : elementsOf(model, kind);
    const lines = elements.flatMap((it) => elementLines(it, '  ', nesting, split));
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
  const spot: Spot | undefined =
    kind === 'domain' ? { field: 'domain', id } : kind === 'object' ? { field: 'parent', id } : undefined;
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
