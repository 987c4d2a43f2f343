import { requireArguments } from '../../base/require-arguments.js';
import { readAdopted } from './adopted.js';
import { isDecisionFile } from './decision/decision-files.js';
import { readDecision } from './decision/read-decision.js';
import { withIds } from './decision/references.js';
import { readDrift } from './drift-ignores.js';
import {
  type Decision,
  type DriftIgnore,
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  type Model,
  type Move,
  modelOf,
  type OwnerRule,
  type Reference,
} from './element.js';
import { type Finding, type Ignored, locationOf, positions } from './finding.js';
import type { Outline } from './format/outline.js';
import { withDomains } from './implied.js';
import { KINDS, OWN_KEYS, TOP_KEYS } from './kinds.js';
import { isContainerKind } from './nesting.js';
import { elementsForImport, isForImport } from './read-import.js';
import { addLayouts, type Layouts, readLayout } from './read-layout.js';
import { readMoves } from './read-moves.js';
import { duplicateIdFindings, readOwners, readReferences } from './references.js';
import {
  fieldsOf,
  isEmpty,
  mapsIn,
  pairsOf,
  placeOf,
  placesOf,
  type Reading,
  readValue,
  report,
  resolveAlias,
} from './yaml/node.js';
import { outlineOf } from './yaml/outline.js';
import { isFileFinding, MAX_MARKS_IN_ALL, type MarkBudget, parseFile, tooDeep } from './yaml/parse.js';
import { rangeIn } from './yaml/places.js';
import { isMap, type MapNode, type SyntaxNode } from './yaml/tree.js';

/** A file of a document. */
export interface SourceFile {
  /** Name of the file in findings. */
  path: string;
  /** Content of the file. */
  text: string;
}

/** Result of `readModel`. */
export interface ReadModel {
  /** The model of the files. */
  model: Model;
  /** Problems found while reading. */
  findings: readonly Finding[];
  /** Whether all files could be parsed; otherwise the model is incomplete. */
  isWhole: boolean;
  /** Rules that the document ignores everywhere, with source locations. */
  ignored: readonly Ignored[];
}

/** A model with the facts about its files that are needed to change them. */
export interface ReadFiles extends ReadModel {
  /** Top-level keys of the files that have some, by path. */
  outlines: ReadonlyMap<string, Outline>;
  /** Paths of layout files, by the id of their diagram. */
  layoutFiles: ReadonlyMap<string, string>;
}

/** Fields that a nested element gets from its container. */
type InheritedFields = Partial<Record<'domain' | 'parent', string>>;

/** Elements, fields and findings of the files read so far. */
interface ReadState extends Pick<Model, 'landscape' | 'landscapePosition' | 'namespace'> {
  elements: Element[];
  moved: Move[];
  adopted: Set<string>;
  ignored: Ignored[];
  references: Map<string, Reference>;
  owners: OwnerRule[];
  driftIgnores: DriftIgnore[];
  layouts: Layouts;
  outlines: Map<string, Outline>;
  findings: Finding[];
  budget: MarkBudget;
  /** First element of each kind and id. */
  seen: Map<string, Element>;
  decisions: Decision[];
}

/**
 * Reads the files of one document:
 * - YAML or JSON files with elements. Lists of several files are concatenated; a document-wide field such as the landscape
 *   may be in any of them. A file with `modelObjects` or `modelConnections` is in the import format.
 * - Files with `layoutOf: ID`: the layout of that diagram.
 * - Markdown files: decisions.
 *
 * A lock file is not part of the document. Read it with `readLock`, and add its states:
 * `{ ...read, model: withLock(read.model, states) }`.
 * @returns the model, and problems as findings; nothing is thrown for invalid files
 */
export function readModel(files: readonly SourceFile[]): ReadFiles {
  requireArguments('readModel', { files });
  const state: ReadState = {
    elements: [],
    moved: [],
    adopted: new Set(),
    ignored: [],
    references: new Map(),
    owners: [],
    driftIgnores: [],
    layouts: new Map(),
    outlines: new Map(),
    findings: [],
    budget: { marks: MAX_MARKS_IN_ALL },
    seen: new Map(),
    decisions: [],
  };
  for (const file of files) readFileSafely(file, state);
  addLayouts(state.layouts, (id) => state.seen.get(`diagram ${id}`), state.findings);
  const { moved, adopted, ignored, references, owners, driftIgnores, landscape, namespace } = state;
  const { landscapePosition, findings, outlines, layouts } = state;
  findings.push(...duplicateIdFindings(references, state.seen));
  const model = modelOf(withDomains(state.elements, references), {
    moved,
    adopted,
    references,
    owners,
    driftIgnores,
    ignores: [...new Set(ignored.map(({ rule }) => rule))],
    ...(landscape !== undefined && { landscape }),
    ...(landscapePosition && { landscapePosition }),
    ...(namespace !== undefined && { namespace }),
    ...(files.some(isDecisionFile) && { decisions: withIds(state.decisions) }),
  });
  const isWhole = !findings.some(isFileFinding);
  const layoutFiles = new Map([...layouts].map(([id, { place }]) => [id, place.file]));
  return { model, findings, isWhole, ignored, outlines, layoutFiles };
}

/** Like `readFile`, but reports excessive nesting as a finding. */
function readFileSafely(file: SourceFile, state: ReadState): void {
  try {
    readFile(file, state);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    state.findings.push(tooDeep({ file: file.path, from: 0, to: 0 }));
  }
}

function readFile(file: SourceFile, state: ReadState): void {
  if (isDecisionFile(file)) {
    const first = state.findings.length;
    const read = readDecision(file, state.findings, state.budget);
    if (!read) return;
    state.decisions.push(read.decision);
    attributeFindings(state, first, read.decision);
    return;
  }
  const reading = parseFile(file, state.findings, state.budget);
  if (!reading) return;
  const top = resolveAlias(reading, reading.root);
  if (top === undefined || isEmpty(top)) return;
  if (!isMap(top)) {
    report(reading, top, 'schema/shape', 'A document must have top-level fields, e.g. "objects".');
    return;
  }
  state.outlines.set(file.path, outlineOf(top));
  if (top.has('layoutOf')) readLayout(reading, top, state.layouts);
  else if (isForImport(top)) readImport({ ...reading, allowsNull: true }, top, state);
  else readDocument(reading, top, state);
}

const LISTS = new Map<string, ElementKind>(ELEMENT_KINDS.map((kind) => [KINDS[kind].list, kind]));

function readDocument(reading: Reading, top: MapNode, state: ReadState): void {
  const own = new Set<string>(TOP_KEYS);
  for (const [name, value, key] of pairsOf(reading, top)) {
    const kind = LISTS.get(name);
    if (kind) readList(reading, kind, value, name, {}, state);
    else if (!own.has(name)) reportUnknownField(reading, key, name);
  }
  readDocumentFields(reading, top, state);
  for (const [index, rule] of ignoresOf(reading, top).entries()) {
    const [from, to] = rangeIn(top, ['ignore', index]) ?? top.range ?? [0, 0];
    state.ignored.push({ rule, place: { file: reading.source.path, from, to } });
  }
  readDrift(reading, top.get('drift', true), state.driftIgnores);
  readMoves(reading, top.get('moved', true), state.moved);
  readAdopted(reading, top.get('adopted', true), state.adopted);
  if (top.has('references')) readReferences(reading, top.get('references', true), state.references);
  if (top.has('owners')) readOwners(reading, top.get('owners', true), state.owners);
}

/** Reads a file in the import format. */
function readImport(reading: Reading, top: MapNode, state: ReadState): void {
  readDocumentFields(reading, top, state);
  for (const { element, map } of elementsForImport(reading, top)) addElement(reading, map, element, state);
}

/** Reads the document-wide fields, which have the same value in all files. */
function readDocumentFields(reading: Reading, top: MapNode, state: ReadState): void {
  for (const key of ['landscape', 'namespace'] as const) {
    const value = readValue(reading, { is: 'text' }, top.get(key, true), key);
    if (typeof value !== 'string') continue;
    const place = placeOf(reading, top.get(key, true));
    if (key === 'landscape') state.landscapePosition ??= locationOf(place, positions(reading.source.text));
    if (state[key] !== undefined && state[key] !== value)
      report(reading, top.get(key, true), 'document/two-values', `${key} is ${state[key]} in another file.`);
    else state[key] = value;
  }
}

function reportUnknownField(reading: Reading, key: SyntaxNode, name: string): void {
  const hint = `Valid top-level fields: ${[...TOP_KEYS, ...LISTS.keys()].join(', ')}.`;
  report(reading, key, 'schema/unknown-key', `${name} is not a known field.`, hint);
}

const ignoresOf = (reading: Reading, map: MapNode): string[] =>
  [
    readValue(reading, { is: 'references', to: 'object' }, map.get('ignore', true), 'ignore') ?? [],
  ].flat() as string[];

function readList(
  reading: Reading,
  kind: ElementKind,
  written: unknown,
  what: string,
  inherited: InheritedFields,
  state: ReadState,
): void {
  for (const item of mapsIn(reading, written, what))
    readElement(reading, kind, item.map, item.what, inherited, state);
}

function readElement(
  reading: Reading,
  kind: ElementKind,
  map: MapNode,
  what: string,
  inherited: InheritedFields,
  state: ReadState,
): void {
  const id = readValue(reading, { is: 'text' }, map.get('id', true), `${what}.id`);
  if (typeof id !== 'string' || id === '') {
    if (!map.has('id') || id === '') report(reading, map, 'schema/required', `${what}.id is required.`);
    return;
  }
  const first = reading.findings.length;
  const known = [...OWN_KEYS, ...(isContainerKind(kind) ? ['objects'] : [])];
  const written = fieldsOf(reading, KINDS[kind].fields, map, `${what}.`, known);
  for (const key of Object.keys(inherited).filter((it) => it in written))
    report(
      reading,
      map.get(key, true),
      'document/two-places',
      `${what}.${key} already follows from nesting.`,
    );
  const ignores = ignoresOf(reading, map);
  const element: Element = {
    kind,
    id,
    fields: { ...written, ...inherited },
    places: placesOf(reading, map, isContainerKind(kind)),
    ...(ignores.length > 0 && { ignores }),
  };
  addElement(reading, map, element, state);
  attributeFindings(reading, first, element);
  if (!isContainerKind(kind)) return;
  const below = kind === 'domain' ? { domain: id } : { parent: id };
  readList(reading, 'object', map.get('objects', true), `${what}.objects`, below, state);
}

/** Names the element in its findings, those from index `first` on, and drops the ones that it ignores. */
function attributeFindings(
  { findings }: Pick<Reading, 'findings'>,
  first: number,
  { kind, id, ignores }: Element | Decision,
): void {
  if (findings.length === first) return;
  for (const finding of findings.splice(first))
    if (isFileFinding(finding) || !ignores?.includes(finding.rule))
      findings.push({ ...finding, element: { kind, id } });
}

/** Adds an element; reports one whose id is already used by its kind. */
function addElement(reading: Reading, map: MapNode, element: Element, state: ReadState): void {
  const key = `${element.kind} ${element.id}`;
  if (state.seen.has(key)) {
    const { noun } = KINDS[element.kind];
    const message = `There is already a ${noun} with the id ${element.id}.`;
    report(reading, map.get('id', true), 'identity/duplicate-id', message);
    return;
  }
  state.seen.set(key, element);
  state.elements.push(element);
}
