import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import { LAYOUT } from './drawn-fields.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  type Model,
  type Move,
  modelOf,
  type Value,
} from './element.js';
import type { Finding } from './finding.js';
import { KINDS, OWN_KEYS, TOP_KEYS } from './kinds.js';
import { fieldsOf, find, placeOf, placesOf, type Reading, readValue, resolved } from './node.js';
import { elementsForImport, isForImport } from './read-import.js';

/** A file of a document. */
export interface SourceFile {
  /** How findings call it. */
  path: string;
  text: string;
}

export interface ReadModel {
  model: Model;
  /** What is wrong with the files. */
  findings: readonly Finding[];
  /** Whether all files could be parsed: where they could not, the model lacks what they say. */
  isWhole: boolean;
}

/** Where in the hierarchy something is written. */
interface Under {
  domain?: string;
  parent?: string;
}

/** What is collected of all files. */
interface Gathered {
  elements: Element[];
  moved: Move[];
  ignores: string[];
  layouts: Map<string, { value: Value; reading: Reading; node: Node }>;
  landscape?: string;
  namespace?: string;
  findings: Finding[];
  /** Where each element was first written, by kind and id. */
  seen: Map<string, Element>;
}

/**
 * Reads the files of one document: YAML or JSON. The lists of several files are one list; what is said once, like the
 * landscape, is said in one of them. A file with `layoutOf: ID` has the layout of that diagram; one with `modelObjects`
 * or `modelConnections` is a document for imports.
 */
export function readModel(files: readonly SourceFile[]): ReadModel {
  const gathered: Gathered = {
    elements: [],
    moved: [],
    ignores: [],
    layouts: new Map(),
    findings: [],
    seen: new Map(),
  };
  const parsed = files.map((file) => readWithin(file, gathered));
  layOut(gathered);
  const { elements, moved, ignores, landscape, namespace, findings } = gathered;
  const told = {
    moved,
    ignores,
    ...(landscape !== undefined && { landscape }),
    ...(namespace !== undefined && { namespace }),
  };
  const placed = withDomains(elements);
  return { model: modelOf(placed, told), findings, isWhole: parsed.every(Boolean) };
}

/** As `readFile`; what is nested too deep for any parser is told like the rest. */
function readWithin(file: SourceFile, gathered: Gathered): boolean {
  try {
    return readFile(file, gathered);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const place = { file: file.path, from: 0, to: 0 };
    const message = 'The file is nested too deep to be read.';
    gathered.findings.push({ rule: 'yaml/depth', severity: 'error', message, place });
    return false;
  }
}

/** Whether it could be parsed. */
function readFile({ path, text }: SourceFile, gathered: Gathered): boolean {
  const yaml = parseDocument(text, { lineCounter: new LineCounter(), prettyErrors: false, version: '1.2' });
  const reading: Reading = { file: path, yaml, findings: gathered.findings, aliases: 0 };
  for (const { message, pos, code } of yaml.errors) {
    const place = { file: path, from: pos[0], to: pos[1] };
    const rule = code === 'DUPLICATE_KEY' ? 'yaml/duplicate-key' : 'yaml/syntax';
    gathered.findings.push({ rule, severity: 'error', message: sentence(message), place });
  }
  if (yaml.errors.length > 0) return false;
  const top = resolved(reading, yaml.contents);
  if (top === undefined || (isScalar(top) && top.value === null)) return true;
  if (!isMap(top)) {
    find(reading, top, 'schema/shape', 'A document must have fields at its top, e.g. "objects".');
    return true;
  }
  if (top.has('layoutOf')) readLayout(reading, top, gathered);
  else if (isForImport(top)) readImport(reading, top, gathered);
  else readTop(reading, top, gathered);
  return true;
}

const sentence = (text: string): string => `${text.replace(/\s+/g, ' ').replace(/\.?$/, '')}.`;

const LISTS = new Map<string, ElementKind>(ELEMENT_KINDS.map((kind) => [KINDS[kind].list, kind]));

function readTop(reading: Reading, top: YAMLMap, gathered: Gathered): void {
  const own = new Set<string>(TOP_KEYS);
  for (const { key, value } of top.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    const kind = LISTS.get(name);
    if (kind) readList(reading, kind, value, name, {}, gathered);
    else if (!own.has(name)) unknownTop(reading, key, name);
  }
  readOnce(reading, top, gathered);
  gathered.ignores.push(...ignoresOf(reading, top));
  readMoves(reading, top.get('moved', true), gathered);
}

/** What the service imports reads as well. */
function readImport(reading: Reading, top: YAMLMap, gathered: Gathered): void {
  readOnce(reading, top, gathered);
  for (const { element, map } of elementsForImport(reading, top)) remember(reading, map, element, gathered);
}

/** What is said of the document as a whole. */
function readOnce(reading: Reading, top: YAMLMap, gathered: Gathered): void {
  for (const key of ['landscape', 'namespace'] as const) {
    const value = readValue(reading, { is: 'text' }, top.get(key, true), key);
    if (typeof value !== 'string') continue;
    if (gathered[key] !== undefined && gathered[key] !== value)
      find(reading, top.get(key, true), 'document/two-values', `${key} is ${gathered[key]} in another file.`);
    else gathered[key] = value;
  }
}

function unknownTop(reading: Reading, key: Node, name: string): void {
  const known = [...TOP_KEYS, ...LISTS.keys()].join(', ');
  find(
    reading,
    key,
    'schema/unknown-key',
    `${name} is not known.`,
    `At the top of a document stand ${known}.`,
  );
}

const ignoresOf = (reading: Reading, map: YAMLMap): string[] =>
  [
    readValue(reading, { is: 'references', to: 'object' }, map.get('ignore', true), 'ignore') ?? [],
  ].flat() as string[];

function readMoves(reading: Reading, written: unknown, gathered: Gathered): void {
  const node = resolved(reading, written);
  if (node === undefined) return;
  if (!isSeq(node)) {
    find(reading, node, 'schema/shape', 'moved must be a list.');
    return;
  }
  for (const [at, item] of node.items.entries()) {
    const map = resolved(reading, item);
    if (!isMap(map)) {
      find(reading, item, 'schema/shape', `moved[${at}] must have the fields from and to.`);
      continue;
    }
    const { from, to } = fieldsOf(reading, MOVE, map, `moved[${at}].`);
    if (typeof from === 'string' && typeof to === 'string')
      gathered.moved.push({ from, to, place: placeOf(reading, map) });
  }
}
const ID = { shape: { is: 'text' }, about: 'An id.', required: true } as const;
const MOVE = { from: ID, to: ID };

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
  if (!isSeq(node)) {
    find(reading, node, 'schema/shape', `${what} must be a list.`);
    return;
  }
  for (const [at, item] of node.items.entries()) {
    const map = resolved(reading, item);
    if (isMap(map)) readElement(reading, kind, map, `${what}[${at}]`, under, gathered);
    else find(reading, item, 'schema/shape', `${what}[${at}] must have fields.`);
  }
}

/** Objects are written below their parent, or their domain. */
const isNesting = (kind: ElementKind): boolean => kind === 'domain' || kind === 'object';

function readElement(
  reading: Reading,
  kind: ElementKind,
  map: YAMLMap,
  what: string,
  under: Under,
  gathered: Gathered,
): void {
  const id = readValue(reading, { is: 'text' }, map.get('id', true), `${what}.id`);
  if (typeof id !== 'string' || id === '') {
    if (!map.has('id') || id === '') find(reading, map, 'schema/required', `${what}.id is required.`);
    return;
  }
  const known = [...OWN_KEYS, ...(isNesting(kind) ? ['objects'] : [])];
  const written = fieldsOf(reading, KINDS[kind].fields, map, `${what}.`, 0, known);
  for (const key of Object.keys(under).filter((it) => it in written))
    find(
      reading,
      map.get(key, true),
      'document/two-places',
      `${what}.${key} is told by where it is written.`,
    );
  const ignores = ignoresOf(reading, map);
  const element: Element = {
    kind,
    id,
    fields: { ...written, ...under },
    places: placesOf(reading, map),
    ...(ignores.length > 0 && { ignores }),
  };
  remember(reading, map, element, gathered);
  if (!isNesting(kind)) return;
  const below = kind === 'domain' ? { domain: id } : { parent: id };
  readList(reading, 'object', map.get('objects', true), `${what}.objects`, below, gathered);
}

function remember(reading: Reading, map: YAMLMap, element: Element, gathered: Gathered): void {
  const key = `${element.kind} ${element.id}`;
  if (gathered.seen.has(key)) {
    const { noun } = KINDS[element.kind];
    const message = `There is a ${noun} with the id ${element.id} already.`;
    find(reading, map.get('id', true), 'identity/duplicate-id', message);
    return;
  }
  gathered.seen.set(key, element);
  gathered.elements.push(element);
}

function readLayout(reading: Reading, top: YAMLMap, gathered: Gathered): void {
  const of = readValue(reading, { is: 'text' }, top.get('layoutOf', true), 'layoutOf');
  if (typeof of !== 'string') return;
  const value = fieldsOf(reading, LAYOUT, top, '', 0, ['layoutOf']);
  const node = top.get('layoutOf', true) as Node;
  if (gathered.layouts.has(of))
    find(reading, node, 'document/two-layouts', `Another file has the layout of ${of}.`);
  else gathered.layouts.set(of, { value, reading, node });
}

/** Gives each diagram the layout that stands in a file of its own. */
function layOut(gathered: Gathered): void {
  for (const [id, { value, reading, node }] of gathered.layouts) {
    const diagram = gathered.seen.get(`diagram ${id}`);
    if (diagram === undefined) find(reading, node, 'reference/unknown', `There is no diagram ${id}.`);
    else if ('layout' in diagram.fields)
      find(reading, node, 'document/two-layouts', `The diagram ${id} has a layout where it is written.`);
    else (diagram.fields as Record<string, Value>).layout = value;
  }
}

/** An object with a parent is in its parent's domain; in a document with one domain, the others are in that. */
function withDomains(elements: readonly Element[]): Element[] {
  const domains = elements.filter(({ kind }) => kind === 'domain');
  const [only] = domains.length === 1 ? domains : [];
  if (only === undefined) return [...elements];
  return elements.map((element) =>
    element.kind !== 'object' || 'domain' in element.fields || 'parent' in element.fields
      ? element
      : { ...element, fields: { ...element.fields, domain: only.id } },
  );
}
