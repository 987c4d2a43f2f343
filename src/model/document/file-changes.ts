import { isSame } from '../compare/same.js';
import { adoptedText } from './adopted.js';
import { DOCUMENT_LISTS, isSameList } from './edit/document-lists.js';
import {
  type Element,
  type ElementKind,
  elementKey,
  elementOf,
  elementsOf,
  type Model,
  type Value,
} from './element.js';
import type { Extent } from './excerpt.js';
import type { Fields } from './field.js';
import type { Outline } from './format/outline.js';
import { Implied } from './implied.js';
import { EXACT_FIELDS, KINDS } from './kinds.js';
import { type Container, type Nesting, nestingOf } from './nesting.js';
import { DIAGRAM_FIELDS } from './positions.js';
import type { ReadFiles } from './read.js';
import { SECTION_KEYS, sectionText } from './references.js';
import { WRITTEN_KINDS } from './write.js';

/** Determines which files a change touches, so that only these are opened, and few at a time. */

/** Files that are changed together, and their elements that may change. */
export interface Part {
  paths: Set<string>;
  /** Elements of the wanted model, in its order. */
  elements: Element[];
  /** Elements that the wanted model lacks. */
  removed: Element[];
}

/** The input of a change to the files of a document. */
export interface Change {
  current: Model;
  wanted: Model;
  /** Files of the document, in order, without files of layouts. */
  documents: ReadonlyMap<string, Outline>;
  /** Paths of layout files, by the id of their diagram. */
  layouts: ReadonlyMap<string, string>;
  implied: Implied;
  nesting: Nesting;
  /** Whether new layouts are written to files of their own. */
  split: boolean;
  exact: boolean;
  /** Paths of elements that move to the top of another file, by `elementKey`. */
  homes: ReadonlyMap<string, string>;
}

export function documentChange(
  { model: current, outlines, layoutFiles }: ReadFiles,
  wanted: Model,
  paths: readonly string[],
  { split, exact, homes = new Map() }: Partial<Pick<Change, 'split' | 'homes'>> & { exact: boolean },
): Change {
  const layouts = new Set(layoutFiles.values());
  return {
    current,
    wanted,
    documents: new Map(paths.filter((it) => !layouts.has(it)).map((it) => [it, outlines.get(it) ?? EMPTY])),
    layouts: layoutFiles,
    implied: new Implied(wanted),
    nesting: homes.size === 0 ? nestingOf(wanted) : atTop(nestingOf(wanted), homes),
    split: split ?? layoutFiles.size > 0,
    exact,
    homes,
  };
}

/** The nesting without those that are written at the top of a file. */
const atTop = (nesting: Nesting, homes: Change['homes']): Nesting => {
  const isAtTop = (it: Element): boolean => homes.has(elementKey(it));
  const { containerOf, below, top } = nesting;
  return {
    containerOf: (object) => (isAtTop(object) ? undefined : containerOf(object)),
    below: (container) => below(container).filter((it) => !isAtTop(it)),
    top,
  };
};

const EMPTY: Outline = { keys: new Set(), lists: new Set() };

/** The parts of a change; an element that moves to another file puts both files into one part. */
export function partsOf(change: Change): Part[] {
  const { current, wanted } = change;
  const parts = new Parts();
  const changedElements = WRITTEN_KINDS.flatMap((kind) => elementsOf(wanted, kind)).filter(
    needsRewrite(change),
  );
  const removed = WRITTEN_KINDS.flatMap((kind) =>
    elementsOf(current, kind).filter(({ id }) => !elementOf(wanted, kind, id)),
  );
  for (const element of changedElements) parts.join(pathsFor(change, element));
  for (const element of removed) parts.join([pathOf(element)]);
  for (const path of filesWithChangedFields(change)) parts.join([path]);
  for (const element of changedElements) parts.of(pathsFor(change, element))?.elements.push(element);
  for (const element of removed) parts.of([pathOf(element)])?.removed.push(element);
  return parts.all();
}

/** Extents of the elements whose text a part changes, and of the containers that receive its elements, by `elementKey`. */
export function extentsOf(change: Change, { elements, removed }: Part): Map<string, Extent> {
  const { current, nesting } = change;
  const extents = new Map<string, Extent>();
  for (const element of elements) {
    extents.set(elementKey(element), 'own');
    const container = element.kind === 'object' ? nesting.containerOf(element) : undefined;
    if (container) extents.set(elementKey(containerRef(container)), 'own');
  }
  const moved = elements.flatMap(({ kind, id }) => elementOf(current, kind, id) ?? []);
  for (const element of [...removed, ...moved.filter((it) => isMoved(change, it))])
    extents.set(elementKey(element), 'all');
  return extents;
}

/** Disjoint sets of files. */
class Parts {
  readonly #byPath = new Map<string, Part>();

  /** Puts files into the same part. */
  join(paths: readonly (string | undefined)[]): void {
    const known = paths.filter((it) => it !== undefined);
    const part = this.of(known) ?? { paths: new Set(), elements: [], removed: [] };
    for (const path of known)
      for (const it of this.#byPath.get(path)?.paths ?? [path]) {
        part.paths.add(it);
        this.#byPath.set(it, part);
      }
  }

  /** The part of the first file that has one. */
  of(paths: readonly (string | undefined)[]): Part | undefined {
    for (const path of paths) {
      const part = path === undefined ? undefined : this.#byPath.get(path);
      if (part) return part;
    }
    return undefined;
  }

  all(): Part[] {
    return [...new Set(this.#byPath.values())];
  }
}

const pathOf = ({ places }: Element): string | undefined => places?.whole.file;

/** The files that change with an element. */
function pathsFor(change: Change, element: Element): (string | undefined)[] {
  const { current, layouts } = change;
  const { kind, id } = element;
  const before = elementOf(current, kind, id);
  return [
    before && pathOf(before),
    before && !isMoved(change, before) ? undefined : targetOf(change, element),
    kind === 'diagram' ? layouts.get(id) : undefined,
  ];
}

/** The file that receives a new or moved element: that of its container, otherwise one with such a list. */
function targetOf(change: Change, element: Element): string | undefined {
  const { kind } = element;
  const home = change.homes.get(elementKey(element));
  if (home !== undefined) return home;
  const container = kind === 'object' ? change.nesting.containerOf(element) : undefined;
  if (!container) return fileWith(change, KINDS[kind].list);
  const above = containerRef(container);
  const before = elementOf(change.current, above.kind, above.id);
  if (before && !isMoved(change, before)) return pathOf(before) ?? fileWith(change, 'objects');
  const after = elementOf(change.wanted, above.kind, above.id);
  return after ? targetOf(change, after) : fileWith(change, 'objects');
}

/** The last file with such a list, otherwise the first file. */
export function fileWith({ documents }: Change, list: string): string | undefined {
  const paths = [...documents.keys()];
  return paths.findLast((it) => documents.get(it)?.lists.has(list)) ?? paths[0];
}

/** The file for a document-wide field: the first that has it, otherwise the first file. */
export function fileForField({ documents }: Change, key: string): string | undefined {
  const paths = [...documents.keys()];
  return paths.find((it) => documents.get(it)?.keys.has(key)) ?? paths[0];
}

export const containerRef = ({ field, id }: Container): { kind: ElementKind; id: string } => ({
  kind: field === 'domain' ? 'domain' : 'object',
  id,
});

/** Files whose document-wide fields change. */
function filesWithChangedFields(change: Change): (string | undefined)[] {
  const { current, wanted, documents } = change;
  const heads: (string | undefined)[] = (['landscape', 'namespace'] as const)
    .filter((key) => wanted[key] !== undefined && wanted[key] !== current[key])
    .map((key) => fileForField(change, key));
  for (const section of SECTION_KEYS)
    if (sectionText(wanted, section) !== sectionText(current, section))
      heads.push(
        fileForField(change, section),
        ...[...documents].flatMap(([path, { keys }]) => (keys.has(section) ? [path] : [])),
      );
  for (const list of change.exact ? DOCUMENT_LISTS : [])
    if (!isSameList(current, wanted, list))
      heads.push(
        fileForField(change, list),
        ...[...documents].flatMap(([path, { keys }]) => (keys.has(list) ? [path] : [])),
      );
  if (adoptedText(wanted.adopted) === adoptedText(current.adopted)) return heads;
  const lists = [...documents].filter(([, { keys }]) => keys.has('adopted')).map(([path]) => path);
  return [...heads, fileForField(change, 'adopted'), ...lists];
}

/** Whether an object has another container than before, or one that the wanted model lacks. */
function isMoved({ wanted, homes }: Change, element: Element): boolean {
  const { kind, id, fields } = element;
  if (homes.has(elementKey(element))) return true;
  if (kind !== 'object') return false;
  const after = elementOf(wanted, kind, id)?.fields ?? {};
  return (['parent', 'domain'] as const).some((key) => {
    const { [key]: above } = fields;
    if (typeof above !== 'string') return false;
    return above !== after[key] || !elementOf(wanted, key === 'parent' ? 'object' : 'domain', above);
  });
}

/** Returns whether an element of the wanted model is new, or may be written in another way than it is. */
function needsRewrite(change: Change): (element: Element) => boolean {
  const { current, wanted } = change;
  const isOnlyDomainSame = onlyDomain(current) === onlyDomain(wanted);
  return (element) => {
    const { kind, id } = element;
    const old = elementOf(current, kind, id);
    if (!old || isMoved(change, old)) return true;
    // The domain of these elements may be implied by the number of domains.
    if (!isOnlyDomainSame && old.fields.domain !== undefined) return true;
    const { before, after } = fieldsToWrite(change, element);
    return Object.entries(fieldsOf(change, element)).some(
      ([key, field]) => !isSame(before[key], after[key], field),
    );
  };
}

function onlyDomain(model: Model): string | undefined {
  const [only, ...others] = model.elements.get('domain')?.keys() ?? [];
  return others.length === 0 ? only : undefined;
}

/** Fields that may be left out, in whole or in part, because their values are implied. */
const IMPLIED: Readonly<Partial<Record<ElementKind, readonly string[]>>> = {
  diagram: ['objects', 'connections'],
  flow: ['steps'],
};

/** The field table that decides what changes: positions in a layout count if the document has that layout. */
export function fieldsOf({ current, exact }: Change, { kind, id }: Element): Fields {
  if (exact) return EXACT_FIELDS[kind];
  const hasLayout = elementOf(current, kind, id)?.fields.layout !== undefined;
  return hasLayout ? DIAGRAM_FIELDS : KINDS[kind].fields;
}

/** The fields of an element as they are and as they are to be written. Keeps a written form that already matches. */
export function fieldsToWrite({ current, implied, exact }: Change, element: Element) {
  const { kind, id } = element;
  const before: Record<string, Value> = { ...elementOf(current, kind, id)?.fields };
  const after: Record<string, Value> = { ...element.fields };
  if (exact) return { before, after };
  for (const key of IMPLIED[kind] ?? []) {
    const field = KINDS[kind].fields[key];
    const { [key]: _, ...others } = after;
    const { [key]: written } = before;
    const fields = { ...others, ...(written !== undefined && { [key]: written }) };
    const resolvedValue = (it: Element): Value | undefined => implied.field(it, key);
    if (!field || !isSame(resolvedValue({ ...element, fields }), resolvedValue(element), field)) continue;
    if (written === undefined) delete after[key];
    else after[key] = written;
  }
  return { before, after };
}
