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
import type { Finding, Ignored } from './finding.js';
import type { Outline } from './format/outline.js';
import { withDomains } from './implied.js';
import { KINDS, OWN_KEYS, TOP_KEYS } from './kinds.js';
import { elementsForImport, isForImport } from './read-import.js';
import { type Layouts, layOut, readLayout } from './read-layout.js';
import { readMoves } from './read-moves.js';
import { clashes, readOwners, readReferences } from './references.js';
import { fieldsOf, find, pairsOf, placesOf, type Reading, readValue, resolved } from './yaml/node.js';
import { outlineOf } from './yaml/outline.js';
import { isOfFile, MAX_MARKS_IN_ALL, parseFile, type Room, tooDeep } from './yaml/parse.js';
import { rangeIn } from './yaml/places.js';
import { isList, isMap, isScalar, type MapNode, type SyntaxNode } from './yaml/tree.js';

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

/** Parent or domain of nested elements. */
type Under = Partial<Record<'domain' | 'parent', string>>;

/** State shared by all files. */
interface Gathered {
  elements: Element[];
  moved: Move[];
  adopted: Set<string>;
  ignored: Ignored[];
  references: Map<string, Reference>;
  owners: OwnerRule[];
  driftIgnores: DriftIgnore[];
  layouts: Layouts;
  outlines: Map<string, Outline>;
  landscape?: string;
  namespace?: string;
  findings: Finding[];
  /** Remaining budget for files. */
  room: Room;
  /** First occurrence of each element, by kind and id. */
  seen: Map<string, Element>;
  decisions: Decision[];
}

/**
 * Reads the YAML or JSON files of one document. Lists of several files are concatenated; document-wide fields such as
 * the landscape may be in any file. A file with `layoutOf: ID` contains the layout of that diagram; one with
 * `modelObjects` or `modelConnections` is in the import format; a Markdown file is a decision. A lock file is not one of them: pass its text to `readLock`, and
 * the states that this returns to `withLock`: `{ ...read, model: withLock(read.model, states) }`.
 */
export function readModel(files: readonly SourceFile[]): ReadFiles {
  requireArguments('readModel', { files });
  const gathered: Gathered = {
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
    room: { marks: MAX_MARKS_IN_ALL },
    seen: new Map(),
    decisions: [],
  };
  for (const file of files) readWithin(file, gathered);
  layOut(gathered.layouts, (id) => gathered.seen.get(`diagram ${id}`), gathered.findings);
  const { elements, moved, adopted, ignored, driftIgnores, landscape, namespace, findings, outlines } =
    gathered;
  const { references, owners } = gathered;
  findings.push(...clashes(references, gathered.seen));
  const facts = {
    moved,
    adopted,
    references,
    owners,
    driftIgnores,
    ignores: [...new Set(ignored.map(({ rule }) => rule))],
    ...(landscape !== undefined && { landscape }),
    ...(namespace !== undefined && { namespace }),
    ...(files.some(isDecisionFile) && { decisions: withIds(gathered.decisions) }),
  };
  const placed = withDomains(elements, references);
  const isWhole = !findings.some(isOfFile);
  const layoutFiles = new Map([...gathered.layouts].map(([id, { place }]) => [id, place.file]));
  return { model: modelOf(placed, facts), findings, isWhole, ignored, outlines, layoutFiles };
}

/** Like `readFile`, but reports excessive nesting as a finding. */
function readWithin(file: SourceFile, gathered: Gathered): void {
  try {
    readFile(file, gathered);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    gathered.findings.push(tooDeep({ file: file.path, from: 0, to: 0 }));
  }
}

function readFile(file: SourceFile, gathered: Gathered): void {
  if (isDecisionFile(file)) {
    const first = gathered.findings.length;
    const read = readDecision(file, gathered.findings, gathered.room);
    if (!read) return;
    gathered.decisions.push(read.decision);
    attribute(gathered, first, read.decision);
    return;
  }
  const reading = parseFile(file, gathered.findings, gathered.room);
  if (!reading) return;
  const top = resolved(reading, reading.root);
  if (top === undefined || (isScalar(top) && top.value === null)) return;
  if (!isMap(top)) {
    find(reading, top, 'schema/shape', 'A document must have top-level fields, e.g. "objects".');
    return;
  }
  gathered.outlines.set(file.path, outlineOf(top));
  if (top.has('layoutOf')) readLayout(reading, top, gathered.layouts);
  else if (isForImport(top)) readImport({ ...reading, allowsNull: true }, top, gathered);
  else readTop(reading, top, gathered);
}

const LISTS = new Map<string, ElementKind>(ELEMENT_KINDS.map((kind) => [KINDS[kind].list, kind]));

function readTop(reading: Reading, top: MapNode, gathered: Gathered): void {
  const own = new Set<string>(TOP_KEYS);
  for (const [name, value, key] of pairsOf(reading, top)) {
    const kind = LISTS.get(name);
    if (kind) readList(reading, kind, value, name, {}, gathered);
    else if (!own.has(name)) unknownTop(reading, key, name);
  }
  readOnce(reading, top, gathered);
  for (const [index, rule] of ignoresOf(reading, top).entries()) {
    const [from, to] = rangeIn(top, ['ignore', index]) ?? top.range ?? [0, 0];
    gathered.ignored.push({ rule, place: { file: reading.source.path, from, to } });
  }
  readDrift(reading, top.get('drift', true), gathered.driftIgnores);
  readMoves(reading, top.get('moved', true), gathered.moved);
  readAdopted(reading, top.get('adopted', true), gathered.adopted);
  if (top.has('references')) readReferences(reading, top.get('references', true), gathered.references);
  if (top.has('owners')) readOwners(reading, top.get('owners', true), gathered.owners);
}

/** Reads a file in the import format. */
function readImport(reading: Reading, top: MapNode, gathered: Gathered): void {
  readOnce(reading, top, gathered);
  for (const { element, map } of elementsForImport(reading, top)) remember(reading, map, element, gathered);
}

/** Reads the document-wide fields. */
function readOnce(reading: Reading, top: MapNode, gathered: Gathered): void {
  for (const key of ['landscape', 'namespace'] as const) {
    const value = readValue(reading, { is: 'text' }, top.get(key, true), key);
    if (typeof value !== 'string') continue;
    if (gathered[key] !== undefined && gathered[key] !== value)
      find(reading, top.get(key, true), 'document/two-values', `${key} is ${gathered[key]} in another file.`);
    else gathered[key] = value;
  }
}

function unknownTop(reading: Reading, key: SyntaxNode, name: string): void {
  const known = [...TOP_KEYS, ...LISTS.keys()].join(', ');
  find(
    reading,
    key,
    'schema/unknown-key',
    `${name} is not a known field.`,
    `Valid top-level fields: ${known}.`,
  );
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
  under: Under,
  gathered: Gathered,
): void {
  const node = resolved(reading, written);
  if (node === undefined || (isScalar(node) && node.value === null)) return;
  if (!isList(node)) {
    find(reading, node, 'schema/shape', `${what} must be a list.`);
    return;
  }
  for (const [at, item] of node.items.entries()) {
    const map = resolved(reading, item);
    if (isMap(map)) readElement(reading, kind, map, `${what}[${at}]`, under, gathered);
    else find(reading, item, 'schema/shape', `${what}[${at}] must have fields.`);
  }
}

/** Objects can be nested in their parent or domain. */
const isNesting = (kind: ElementKind): boolean => kind === 'domain' || kind === 'object';

function readElement(
  reading: Reading,
  kind: ElementKind,
  map: MapNode,
  what: string,
  under: Under,
  gathered: Gathered,
): void {
  const id = readValue(reading, { is: 'text' }, map.get('id', true), `${what}.id`);
  if (typeof id !== 'string' || id === '') {
    if (!map.has('id') || id === '') find(reading, map, 'schema/required', `${what}.id is required.`);
    return;
  }
  const first = reading.findings.length;
  const known = [...OWN_KEYS, ...(isNesting(kind) ? ['objects'] : [])];
  const written = fieldsOf(reading, KINDS[kind].fields, map, `${what}.`, known);
  for (const key of Object.keys(under).filter((it) => it in written))
    find(reading, map.get(key, true), 'document/two-places', `${what}.${key} already follows from nesting.`);
  const ignores = ignoresOf(reading, map);
  const element: Element = {
    kind,
    id,
    fields: { ...written, ...under },
    places: placesOf(reading, map, isNesting(kind)),
    ...(ignores.length > 0 && { ignores }),
  };
  remember(reading, map, element, gathered);
  attribute(reading, first, element);
  if (!isNesting(kind)) return;
  const below = kind === 'domain' ? { domain: id } : { parent: id };
  readList(reading, 'object', map.get('objects', true), `${what}.objects`, below, gathered);
}

/** Assigns the findings since `first` to the element, without those that it ignores. */
function attribute(
  { findings }: Pick<Reading, 'findings'>,
  first: number,
  { kind, id, ignores }: Element | Decision,
): void {
  if (findings.length === first) return;
  for (const finding of findings.splice(first))
    if (isOfFile(finding) || !ignores?.includes(finding.rule))
      findings.push({ ...finding, element: { kind, id } });
}

function remember(reading: Reading, map: MapNode, element: Element, gathered: Gathered): void {
  const key = `${element.kind} ${element.id}`;
  if (gathered.seen.has(key)) {
    const { noun } = KINDS[element.kind];
    const message = `There is already a ${noun} with the id ${element.id}.`;
    find(reading, map.get('id', true), 'identity/duplicate-id', message);
    return;
  }
  gathered.seen.set(key, element);
  gathered.elements.push(element);
}
