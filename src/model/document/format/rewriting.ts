import { dirname, join } from 'node:path';
import { isSeq, type Node, Pair, Scalar, type YAMLMap, YAMLSeq } from 'yaml';
import { safeFileName } from '../../../base/files/file-names.js';
import { adoptedText } from '../adopted.js';
import { LAYOUT } from '../drawn-fields.js';
import { editDocumentLists } from '../edit/edit-document-lists.js';
import { editFields, insertPair, removeKey, setKey } from '../edit/edit-fields.js';
import { editSections } from '../edit/edit-sections.js';
import { type Element, type ElementKind, elementOf, elementsOf, type Value } from '../element.js';
import { elementKey } from '../element-pattern.js';
import { closed } from '../field.js';
import {
  type Change,
  containerOf,
  fieldsOf,
  fieldsToWrite,
  fileWith,
  headFile,
  type Part,
} from '../file-changes.js';
import { DOMAIN_BY, KINDS } from '../kinds.js';
import { type Located, type Locations, locate, locateItem, locationKey } from '../located.js';
import type { Nesting, Spot } from '../nesting.js';
import { POSITIONS } from '../positions.js';
import { freeId } from '../propose-ids.js';
import type { SourceFile } from '../read.js';
import { elementLines, layoutText, TOP_ORDER } from '../write.js';
import { listAt, moveLeadingComments, nodeOf, pairAt, topOf, type YamlFile } from '../yaml/yaml-file.js';

const LISTS_BELOW = 'objects';

/** Updates one part of the files of a document to match a model. */
export class Rewriting {
  /** Paths of layout files that are no longer needed. */
  readonly removedPaths = new Set<string>();
  readonly addedFiles: SourceFile[] = [];
  readonly #files: ReadonlyMap<string, YamlFile>;
  readonly #change: Change;
  readonly #part: Part;
  readonly #taken: readonly string[];
  readonly #found: Locations = new Map();
  /** Lists that may be empty after a removal, with their map and key. */
  readonly #left: Pick<Located, 'list' | 'owner' | 'key'>[] = [];

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
    for (const file of documents) locate(file, this.#found);
    this.#add();
    this.#move();
    this.#remove();
    for (const element of elements) this.#edit(element);
    for (const element of elements) if (element.kind === 'diagram') this.#layOut(element);
    for (const { list, owner, key } of this.#left) {
      const first = firstKey(owner);
      if (list.items.length === 0 && listAt(owner, key) === list) removeKey(owner, key);
      moveLeadingComments(first, firstKey(owner));
    }
    for (const key of ['landscape', 'namespace'] as const) this.#tell(key);
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
    elementOf(this.#change.is, kind, id) === undefined &&
    elementOf(this.#change.wanted, kind, id) !== undefined;

  /** Adds new elements; those nested in a new element are added with it. */
  #add(): void {
    const { nesting: all, split } = this.#change;
    const nesting: Nesting = {
      ...all,
      below: (spot) => all.below(spot).filter((it) => this.#isNew(it)),
    };
    for (const element of this.#part.elements.filter(this.#isNew)) {
      const { kind } = element;
      const spot = kind === 'object' ? all.spotOf(element) : undefined;
      if (spot && this.#isNew(containerOf(spot))) continue;
      const list = nodeOf(elementLines(element, '', nesting, split));
      const [item] = isSeq(list) ? list.items : [];
      if (item) this.#put(kind, item as YAMLMap, spot);
    }
  }

  /** Appends an item to its list, and indexes it and its descendants. */
  #put(kind: ElementKind, item: YAMLMap, spot: Spot | undefined, home?: string): void {
    const above = spot && this.#found.get(locationKey(containerOf(spot).kind, spot.id));
    const key = above ? LISTS_BELOW : KINDS[kind].list;
    const file = above?.file ?? this.#fileAt(home ?? fileWith(this.#change, key));
    if (!file) return;
    const owner = above?.map ?? topOf(file);
    const list = this.#listOf(owner, key, above === undefined);
    list.items.push(item);
    const added: Locations = new Map();
    locateItem({ file, kind, list, owner, key, ...(above && spot && { under: spot }) }, item, added);
    for (const [name, it] of added) this.#found.set(name, it);
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

  #isStillBelow(object: Element, { field, id }: Spot): boolean {
    const { kind } = containerOf({ field, id });
    return object.fields[field] === id && elementOf(this.#change.wanted, kind, id) !== undefined;
  }

  /** Moves objects that are nested in the wrong parent or in one that is deleted, and elements that get another file. */
  #move(): void {
    const { nesting } = this.#change;
    for (const object of this.#part.elements) {
      const at = this.#found.get(locationKey(object.kind, object.id));
      const home = this.#change.homes.get(elementKey(object));
      if (!at || !(at.under || home !== undefined) || this.#isNew(object)) continue;
      if (home === undefined && at.under && this.#isStillBelow(object, at.under)) continue;
      at.list.items.splice(at.list.items.indexOf(at.map), 1);
      this.#left.push(at);
      const { under: _, ...rest } = at;
      this.#found.set(locationKey(object.kind, object.id), rest);
      this.#put(object.kind, at.map, nesting.spotOf(object), home);
    }
  }

  #remove(): void {
    for (const { kind, id } of this.#part.removed) {
      const at = this.#found.get(locationKey(kind, id));
      if (!at) continue;
      at.list.items.splice(at.list.items.indexOf(at.map), 1);
      this.#left.push(at);
      const layout = kind === 'diagram' ? this.#change.layouts.get(id) : undefined;
      if (layout !== undefined) this.removedPaths.add(layout);
    }
  }

  #edit(element: Element): void {
    const { kind, id } = element;
    const { layouts, split } = this.#change;
    const at = this.#found.get(locationKey(kind, id));
    if (!at || this.#isNew(element)) return;
    const { before, after } = fieldsToWrite(this.#change, element);
    if (kind in DOMAIN_BY) this.#tellPlace(at, before, after);
    if (kind === 'diagram' && (layouts.has(id) || (split && !pairAt(at.map, 'layout')))) {
      delete before.layout;
      delete after.layout;
    }
    const fields = fieldsOf(this.#change, element);
    editFields(at.map, fields, before, after, ['id', ...Object.keys(fields), 'ignore', LISTS_BELOW]);
  }

  /** Writes the parent and domain of an element if neither its nesting nor the number of domains implies them. */
  #tellPlace(
    { kind, map, under }: Located,
    before: Record<string, Value>,
    after: Record<string, Value>,
  ): void {
    const above = after[DOMAIN_BY[kind] ?? ''];
    const domains = elementsOf(this.#change.wanted, 'domain');
    for (const key of ['parent', 'domain'] as const) {
      if (!pairAt(map, key)) delete before[key];
      const isImplied =
        key === 'domain' &&
        !under &&
        domains.length === 1 &&
        domains[0]?.id === after.domain &&
        !before.domain;
      if (under?.field === key || (isImplied && above === undefined)) delete after[key];
    }
  }

  /** Writes layouts in files of their own. */
  #layOut(diagram: Element): void {
    const { id, fields } = diagram;
    const { is, layouts, split, exact } = this.#change;
    const path = layouts.get(id);
    const file = this.#fileAt(path);
    const { layout } = fields;
    if (file && layout !== undefined) {
      const before = elementOf(is, 'diagram', id)?.fields.layout ?? {};
      editFields(topOf(file), exact ? closed(LAYOUT) : POSITIONS, before as Values, layout as Values, [
        'layoutOf',
        ...Object.keys(LAYOUT),
      ]);
    } else if (path !== undefined) this.removedPaths.add(path);
    else if (split && layout !== undefined && !this.#isWrittenHere(id))
      this.addedFiles.push({ path: this.#pathFor(id), text: layoutText(id, layout) });
  }

  #isWrittenHere(diagram: string): boolean {
    const at = this.#found.get(locationKey('diagram', diagram));
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

  #tell(key: 'landscape' | 'namespace'): void {
    const { is, wanted } = this.#change;
    const value = wanted[key];
    const file = this.#fileAt(headFile(this.#change, key));
    if (value === undefined || value === is[key] || !file) return;
    const top = topOf(file);
    const first = firstKey(top);
    setKey(top, key, value, { shape: { is: 'text' } }, TOP_ORDER);
    moveLeadingComments(first, firstKey(top));
  }

  /** Writes the adopted records to the first document that has some, and removes them from the others. */
  #writeAdopted(documents: readonly YamlFile[]): void {
    const { is, wanted } = this.#change;
    const text = adoptedText(wanted.adopted);
    if (text === adoptedText(is.adopted)) return;
    const holder = headFile(this.#change, 'adopted');
    for (const file of documents) {
      if (file.path !== holder || text === '') removeKey(topOf(file), 'adopted');
      else setKey(topOf(file), 'adopted', text, { shape: { is: 'text' } }, TOP_ORDER);
    }
  }
}

type Values = Readonly<Record<string, Value | undefined>>;

const firstKey = (map: YAMLMap): Node | undefined => map.items[0]?.key as Node | undefined;
