import { dirname, join } from 'node:path';
import { isSeq, type Node, Pair, Scalar, type YAMLMap, YAMLSeq } from 'yaml';
import { safeFileName } from '../../../base/files/file-names.js';
import { adoptedText } from '../adopted.js';
import { LAYOUT } from '../drawn-fields.js';
import { editDocumentLists } from '../edit/edit-document-lists.js';
import { editFields, insertPair, removeKey, setKey } from '../edit/edit-fields.js';
import { editSections } from '../edit/edit-sections.js';
import { type Element, type ElementKind, elementKey, elementOf, elementsOf, type Value } from '../element.js';
import { type ElementLocation, indexElements, indexItem, type Locations } from '../element-locations.js';
import { closedFields } from '../field.js';
import {
  type Change,
  containerRef,
  fieldsOf,
  fieldsToWrite,
  fileForField,
  fileWith,
  type Part,
} from '../file-changes.js';
import { DOMAIN_BY, KINDS } from '../kinds.js';
import type { Container, Nesting } from '../nesting.js';
import { POSITIONS } from '../positions.js';
import { freeId } from '../propose-ids.js';
import type { SourceFile } from '../read.js';
import { elementLines, layoutText, TOP_ORDER } from '../write.js';
import { listAt, moveLeadingComments, nodeOf, pairAt, topOf, type YamlFile } from '../yaml/yaml-file.js';

const NESTED_LIST = 'objects';

/** Updates one part of the files of a document to match a model. */
export class PartRewriter {
  /** Paths of layout files that are no longer needed. */
  readonly removedPaths = new Set<string>();
  readonly addedFiles: SourceFile[] = [];
  readonly #files: ReadonlyMap<string, YamlFile>;
  readonly #change: Change;
  readonly #part: Part;
  readonly #taken: readonly string[];
  readonly #locations: Locations = new Map();
  /** Lists that lost an item, with their map and key: empty ones are removed at the end. */
  readonly #shortenedLists: Pick<ElementLocation, 'list' | 'owner' | 'key'>[] = [];

  /** @param taken Paths of all files. */
  constructor(files: readonly YamlFile[], change: Change, part: Part, taken: readonly string[]) {
    this.#files = new Map(files.map((it) => [it.path, it]));
    this.#change = change;
    this.#part = part;
    this.#taken = taken;
  }

  run(): void {
    const { elements } = this.#part;
    const documents = this.#documents();
    for (const file of documents) indexElements(file, this.#locations);
    this.#add();
    this.#move();
    this.#remove();
    for (const element of elements) this.#edit(element);
    for (const element of elements) if (element.kind === 'diagram') this.#writeLayout(element);
    for (const { list, owner, key } of this.#shortenedLists) {
      const first = firstKey(owner);
      if (list.items.length === 0 && listAt(owner, key) === list) removeKey(owner, key);
      moveLeadingComments(first, firstKey(owner));
    }
    for (const key of ['landscape', 'namespace'] as const) this.#writeDocumentField(key);
    this.#writeAdopted(documents);
    editSections(documents, this.#change);
    if (this.#change.exact) editDocumentLists(documents, this.#change);
  }

  #documents(): YamlFile[] {
    return [...this.#files.values()].filter(({ path }) => this.#change.documents.has(path));
  }

  #fileAt(path: string | undefined): YamlFile | undefined {
    return path === undefined ? undefined : this.#files.get(path);
  }

  #isNew = ({ kind, id }: Pick<Element, 'kind' | 'id'>): boolean =>
    elementOf(this.#change.current, kind, id) === undefined &&
    elementOf(this.#change.wanted, kind, id) !== undefined;

  /** Adds new elements; those nested in a new element are added with it. */
  #add(): void {
    const { nesting: all, split } = this.#change;
    const nesting: Nesting = {
      ...all,
      below: (container) => all.below(container).filter((it) => this.#isNew(it)),
    };
    for (const element of this.#part.elements.filter(this.#isNew)) {
      const { kind } = element;
      const container = kind === 'object' ? all.containerOf(element) : undefined;
      if (container && this.#isNew(containerRef(container))) continue;
      const list = nodeOf(elementLines(element, '', nesting, split));
      const [item] = isSeq(list) ? list.items : [];
      if (item) this.#append(kind, item as YAMLMap, container);
    }
  }

  /** Appends an item to its list, and indexes it and its descendants. */
  #append(kind: ElementKind, item: YAMLMap, container: Container | undefined, home?: string): void {
    const above = container && this.#locations.get(elementKey(containerRef(container)));
    const key = above ? NESTED_LIST : KINDS[kind].list;
    const file = above?.file ?? this.#fileAt(home ?? fileWith(this.#change, key));
    if (!file) return;
    const owner = above?.map ?? topOf(file);
    const list = this.#listOf(owner, key, above === undefined);
    list.items.push(item);
    const added: Locations = new Map();
    indexItem({ file, kind, list, owner, key, ...(above && container && { container }) }, item, added);
    for (const [name, it] of added) this.#locations.set(name, it);
  }

  #listOf(owner: YAMLMap, key: string, isTop: boolean): YAMLSeq {
    const there = listAt(owner, key);
    if (there) {
      if (there.items.length === 0) there.flow = false;
      return there;
    }
    const list = new YAMLSeq();
    owner.flow = false;
    const pair = pairAt(owner, key);
    const { comment, commentBefore } = (pair?.value ?? {}) as Partial<Node>;
    if (comment) list.comment = comment;
    if (commentBefore) list.commentBefore = commentBefore;
    if (pair) pair.value = list;
    else insertPair(owner, new Pair(new Scalar(key), list), isTop ? TOP_ORDER : []);
    return list;
  }

  #isStillBelow(object: Element, { field, id }: Container): boolean {
    const { kind } = containerRef({ field, id });
    return object.fields[field] === id && elementOf(this.#change.wanted, kind, id) !== undefined;
  }

  /** Moves objects that are nested in the wrong parent or in one that is deleted, and elements that get another file. */
  #move(): void {
    const { nesting } = this.#change;
    for (const object of this.#part.elements) {
      const at = this.#locations.get(elementKey(object));
      const home = this.#change.homes.get(elementKey(object));
      if (!at || !(at.container || home !== undefined) || this.#isNew(object)) continue;
      if (home === undefined && at.container && this.#isStillBelow(object, at.container)) continue;
      at.list.items.splice(at.list.items.indexOf(at.map), 1);
      this.#shortenedLists.push(at);
      const { container: _, ...rest } = at;
      this.#locations.set(elementKey(object), rest);
      this.#append(object.kind, at.map, nesting.containerOf(object), home);
    }
  }

  #remove(): void {
    for (const { kind, id } of this.#part.removed) {
      const at = this.#locations.get(elementKey({ kind, id }));
      if (!at) continue;
      at.list.items.splice(at.list.items.indexOf(at.map), 1);
      this.#shortenedLists.push(at);
      const layout = kind === 'diagram' ? this.#change.layouts.get(id) : undefined;
      if (layout !== undefined) this.removedPaths.add(layout);
    }
  }

  #edit(element: Element): void {
    const { kind, id } = element;
    const { layouts, split } = this.#change;
    const at = this.#locations.get(elementKey({ kind, id }));
    if (!at || this.#isNew(element)) return;
    const { before, after } = fieldsToWrite(this.#change, element);
    if (kind in DOMAIN_BY) this.#writeContainerFields(at, before, after);
    if (kind === 'diagram' && (layouts.has(id) || (split && !pairAt(at.map, 'layout')))) {
      delete before.layout;
      delete after.layout;
    }
    const fields = fieldsOf(this.#change, element);
    editFields(at.map, fields, before, after, ['id', ...Object.keys(fields), 'ignore', NESTED_LIST]);
  }

  /** Writes the parent and domain of an element if neither its nesting nor the number of domains implies them. */
  #writeContainerFields(
    { kind, map, container }: ElementLocation,
    before: Record<string, Value>,
    after: Record<string, Value>,
  ): void {
    const above = after[DOMAIN_BY[kind] ?? ''];
    const domains = elementsOf(this.#change.wanted, 'domain');
    for (const key of ['parent', 'domain'] as const) {
      if (!pairAt(map, key)) delete before[key];
      const isImplied =
        key === 'domain' &&
        !container &&
        domains.length === 1 &&
        domains[0]?.id === after.domain &&
        !before.domain;
      if (container?.field === key || (isImplied && above === undefined)) delete after[key];
    }
  }

  /** Writes layouts in files of their own. */
  #writeLayout(diagram: Element): void {
    const { id, fields } = diagram;
    const { current, layouts, split, exact } = this.#change;
    const path = layouts.get(id);
    const file = this.#fileAt(path);
    const { layout } = fields;
    if (file && layout !== undefined) {
      const before = elementOf(current, 'diagram', id)?.fields.layout ?? {};
      editFields(topOf(file), exact ? closedFields(LAYOUT) : POSITIONS, before as Values, layout as Values, [
        'layoutOf',
        ...Object.keys(LAYOUT),
      ]);
    } else if (path !== undefined) this.removedPaths.add(path);
    else if (split && layout !== undefined && !this.#isWrittenHere(id))
      this.addedFiles.push({ path: this.#pathFor(id), text: layoutText(id, layout) });
  }

  #isWrittenHere(diagram: string): boolean {
    const at = this.#locations.get(elementKey({ kind: 'diagram', id: diagram }));
    return at !== undefined && pairAt(at.map, 'layout') !== undefined;
  }

  /** A new path beside the other layouts. */
  #pathFor(diagram: string): string {
    const { layouts, documents } = this.#change;
    const [other] = layouts.values();
    const [first = ''] = documents.keys();
    const folder = other === undefined ? join(dirname(first), 'layout') : dirname(other);
    const paths = [...this.#taken, ...this.addedFiles.map(({ path }) => path)].map((it) => it.toLowerCase());
    const taken = new Set(paths.map((it) => it.replace(/\.[^./\\]*$/, '')));
    const stem = join(folder, safeFileName(diagram, 'diagram'));
    const free = freeId(stem.toLowerCase(), taken);
    return `${stem}${free.slice(stem.length)}.yaml`;
  }

  #writeDocumentField(key: 'landscape' | 'namespace'): void {
    const { current, wanted } = this.#change;
    const value = wanted[key];
    const file = this.#fileAt(fileForField(this.#change, key));
    if (value === undefined || value === current[key] || !file) return;
    const top = topOf(file);
    const first = firstKey(top);
    setKey(top, key, value, { shape: { is: 'text' } }, TOP_ORDER);
    moveLeadingComments(first, firstKey(top));
  }

  /** Writes the adopted records to the first document that has some, and removes them from the others. */
  #writeAdopted(documents: readonly YamlFile[]): void {
    const { current, wanted } = this.#change;
    const text = adoptedText(wanted.adopted);
    if (text === adoptedText(current.adopted)) return;
    const holder = fileForField(this.#change, 'adopted');
    for (const file of documents) {
      if (file.path !== holder || text === '') removeKey(topOf(file), 'adopted');
      else setKey(topOf(file), 'adopted', text, { shape: { is: 'text' } }, TOP_ORDER);
    }
  }
}

type Values = Readonly<Record<string, Value | undefined>>;

const firstKey = (map: YAMLMap): Node | undefined => map.items[0]?.key as Node | undefined;
