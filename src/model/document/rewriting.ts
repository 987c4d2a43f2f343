import { dirname, join } from 'node:path';
import { isSeq, type Node, Pair, Scalar, type YAMLMap, YAMLSeq } from 'yaml';
import { safeFileName } from '../../base/files/file-names.js';
import { isSame } from '../compare/same.js';
import { adoptedText } from './adopted.js';
import { LAYOUT } from './drawn-fields.js';
import { editFields, insertPair, removeKey, setKey } from './edit-fields.js';
import { type Element, type ElementKind, elementOf, elementsOf, type Model, type Value } from './element.js';
import { closed } from './field.js';
import { Implied } from './implied.js';
import { CLOSED, KINDS } from './kinds.js';
import { type Located, type Locations, locate, locateItem, locationOf } from './located.js';
import { type Nesting, nestingOf, type Spot } from './nesting.js';
import { freeId } from './propose-ids.js';
import type { SourceFile } from './read.js';
import { elementLines, layoutText, TOP_ORDER, WRITTEN_KINDS } from './write.js';
import { keepHead, keyOf, listAt, nodeOf, pairAt, topOf, type YamlFile } from './yaml/yaml-file.js';

const LISTS_BELOW = 'objects';
/** Fields that may be left out, in whole or in part, because their values are implied. */
const IMPLIED: Readonly<Partial<Record<ElementKind, readonly string[]>>> = {
  diagram: ['objects', 'connections'],
  flow: ['steps'],
};

/** Updates the files of a document to match a model. */
export class Rewriting {
  /** Files that are no longer needed. */
  readonly gone = new Set<YamlFile>();
  /** New files. */
  readonly made: SourceFile[] = [];
  readonly #files: readonly YamlFile[];
  readonly #layouts: ReadonlyMap<string, YamlFile>;
  readonly #documents: readonly YamlFile[];
  readonly #is: Model;
  readonly #wanted: Model;
  readonly #meant: Implied;
  readonly #nesting: Nesting;
  readonly #split: boolean;
  readonly #exact: boolean;
  readonly #found: Locations = new Map();
  /** Lists that may be empty after a removal, with their map and key. */
  readonly #left: Pick<Located, 'list' | 'owner' | 'key'>[] = [];

  constructor(
    files: readonly YamlFile[],
    is: Model,
    wanted: Model,
    { split, exact }: { split: boolean | undefined; exact: boolean },
  ) {
    this.#exact = exact;
    this.#files = files;
    this.#layouts = new Map(
      files.flatMap((file): [string, YamlFile][] => {
        const of = keyOf(topOf(file).get('layoutOf', true));
        return of === undefined ? [] : [[of, file]];
      }),
    );
    const layouts = new Set(this.#layouts.values());
    this.#documents = files.filter((it) => !layouts.has(it));
    this.#is = is;
    this.#wanted = wanted;
    this.#meant = new Implied(wanted);
    this.#nesting = nestingOf(wanted);
    this.#split = split ?? this.#layouts.size > 0;
  }

  run(): void {
    for (const file of this.#documents) locate(file, this.#found);
    this.#add();
    this.#move();
    this.#remove();
    for (const kind of WRITTEN_KINDS)
      for (const element of elementsOf(this.#wanted, kind)) this.#change(element);
    for (const element of elementsOf(this.#wanted, 'diagram')) this.#layOut(element);
    for (const { list, owner, key } of this.#left) {
      const first = firstKey(owner);
      if (list.items.length === 0 && listAt(owner, key) === list) removeKey(owner, key);
      keepHead(first, firstKey(owner));
    }
    for (const key of ['landscape', 'namespace'] as const) this.#tell(key);
    this.#writeAdopted();
  }

  #isNew = ({ kind, id }: Pick<Element, 'kind' | 'id'>): boolean =>
    elementOf(this.#is, kind, id) === undefined && elementOf(this.#wanted, kind, id) !== undefined;

  /** Adds new elements; those nested in a new element are added with it. */
  #add(): void {
    const nesting: Nesting = {
      ...this.#nesting,
      below: (spot) => this.#nesting.below(spot).filter((it) => this.#isNew(it)),
    };
    for (const kind of WRITTEN_KINDS) {
      for (const element of elementsOf(this.#wanted, kind).filter(this.#isNew)) {
        const spot = kind === 'object' ? this.#nesting.spotOf(element) : undefined;
        if (spot && this.#isNew(aboveOf(spot))) continue;
        const list = nodeOf(elementLines(element, '', nesting, this.#split));
        const [item] = isSeq(list) ? list.items : [];
        if (item) this.#put(kind, item as YAMLMap, spot);
      }
    }
  }

  /** Appends an item to its list, and indexes it and its descendants. */
  #put(kind: ElementKind, item: YAMLMap, spot: Spot | undefined): void {
    const above = spot && this.#found.get(locationOf(aboveOf(spot).kind, spot.id));
    const key = above ? LISTS_BELOW : KINDS[kind].list;
    const file = above?.file ?? this.#fileWith(key);
    if (!file) return;
    const owner = above?.map ?? topOf(file);
    const list = this.#listOf(owner, key, above === undefined);
    list.items.push(item);
    const added: Locations = new Map();
    locateItem({ file, kind, list, owner, key, ...(above && spot && { under: spot }) }, item, added);
    for (const [name, it] of added) this.#found.set(name, it);
  }

  /** The last file with such a list, otherwise the first file. */
  #fileWith(key: string): YamlFile | undefined {
    return this.#documents.findLast((it) => listAt(topOf(it), key)) ?? this.#documents[0];
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

  /** Moves objects that are nested in the wrong parent, or in one that is deleted. */
  #move(): void {
    for (const object of elementsOf(this.#wanted, 'object')) {
      const at = this.#found.get(locationOf('object', object.id));
      if (!at?.under || this.#isNew(object)) continue;
      const isThere = elementOf(this.#wanted, aboveOf(at.under).kind, at.under.id) !== undefined;
      if (isThere && object.fields[at.under.field] === at.under.id) continue;
      at.list.items.splice(at.list.items.indexOf(at.map), 1);
      this.#left.push(at);
      const { under: _, ...rest } = at;
      this.#found.set(locationOf('object', object.id), rest);
      this.#put('object', at.map, this.#nesting.spotOf(object));
    }
  }

  #remove(): void {
    for (const kind of WRITTEN_KINDS) {
      for (const { id } of elementsOf(this.#is, kind)) {
        if (elementOf(this.#wanted, kind, id)) continue;
        const at = this.#found.get(locationOf(kind, id));
        if (!at) continue;
        at.list.items.splice(at.list.items.indexOf(at.map), 1);
        this.#left.push(at);
        const layout = kind === 'diagram' ? this.#layouts.get(id) : undefined;
        if (layout) this.gone.add(layout);
      }
    }
  }

  #change(element: Element): void {
    const { kind, id } = element;
    const at = this.#found.get(locationOf(kind, id));
    if (!at || this.#isNew(element)) return;
    const before = { ...elementOf(this.#is, kind, id)?.fields };
    const after = { ...element.fields };
    if (kind === 'object') this.#tellPlace(at, before, after);
    if (kind === 'diagram' && (this.#layouts.has(id) || (this.#split && !pairAt(at.map, 'layout')))) {
      delete before.layout;
      delete after.layout;
    }
    if (!this.#exact) this.#keepMeant(element, before, after);
    const fields = this.#exact ? CLOSED[kind] : KINDS[kind].fields;
    editFields(at.map, fields, before, after, ['id', ...Object.keys(fields), 'ignore', LISTS_BELOW]);
  }

  /** Keeps the written form of a field if its value, written or implied, already matches. */
  #keepMeant(element: Element, before: Record<string, Value>, after: Record<string, Value>): void {
    for (const key of IMPLIED[element.kind] ?? []) {
      const field = KINDS[element.kind].fields[key];
      const { [key]: _, ...others } = after;
      const { [key]: written } = before;
      const fields = { ...others, ...(written !== undefined && { [key]: written }) };
      const means = (it: Element): Value | undefined => this.#meant.field(it, key);
      if (!field || !isSame(means({ ...element, fields }), means(element), field)) continue;
      if (written === undefined) delete after[key];
      else after[key] = written;
    }
  }

  /** Writes the parent and domain of an object if its nesting does not imply them. */
  #tellPlace({ map, under }: Located, before: Record<string, Value>, after: Record<string, Value>): void {
    const domains = elementsOf(this.#wanted, 'domain');
    for (const key of ['parent', 'domain'] as const) {
      if (!pairAt(map, key)) delete before[key];
      const isImplied =
        key === 'domain' &&
        !under &&
        domains.length === 1 &&
        domains[0]?.id === after.domain &&
        !before.domain;
      if (under?.field === key || (isImplied && after.parent === undefined)) delete after[key];
    }
  }

  /** Writes layouts in files of their own. */
  #layOut(diagram: Element): void {
    const { id, fields } = diagram;
    const file = this.#layouts.get(id);
    const { layout } = fields;
    if (file && layout !== undefined) {
      const before = elementOf(this.#is, 'diagram', id)?.fields.layout ?? {};
      editFields(topOf(file), this.#exact ? closed(LAYOUT) : LAYOUT, before as Values, layout as Values, [
        'layoutOf',
        ...Object.keys(LAYOUT),
      ]);
    } else if (file) this.gone.add(file);
    else if (this.#split && layout !== undefined && !this.#isWrittenHere(id))
      this.made.push({ path: this.#pathFor(id), text: layoutText(id, layout) });
  }

  #isWrittenHere(diagram: string): boolean {
    const at = this.#found.get(locationOf('diagram', diagram));
    return at !== undefined && pairAt(at.map, 'layout') !== undefined;
  }

  /** A new path beside the other layouts. */
  #pathFor(diagram: string): string {
    const [other] = this.#layouts.values();
    const folder = other ? dirname(other.path) : join(dirname(this.#documents[0]?.path ?? ''), 'layout');
    const paths = [...this.#files, ...this.made].map(({ path }) => path.toLowerCase());
    const taken = new Set(paths.map((it) => it.replace(/\.[^./\\]*$/, '')));
    const stem = join(folder, safeFileName(diagram, 'diagram'));
    const free = freeId(stem.toLowerCase(), taken);
    return `${stem}${free.slice(stem.length)}.yaml`;
  }

  #tell(key: 'landscape' | 'namespace'): void {
    const value = this.#wanted[key];
    if (value === undefined || value === this.#is[key]) return;
    const file = this.#documents.find((it) => pairAt(topOf(it), key)) ?? this.#documents[0];
    if (!file) return;
    const top = topOf(file);
    const first = firstKey(top);
    setKey(top, key, value, { shape: { is: 'text' } }, TOP_ORDER);
    keepHead(first, firstKey(top));
  }

  /** Writes the adopted records to the first document that has some, and removes them from the others. */
  #writeAdopted(): void {
    const text = adoptedText(this.#wanted.adopted);
    if (text === adoptedText(this.#is.adopted)) return;
    const [holder = this.#documents[0], ...others] = this.#documents.filter((it) =>
      pairAt(topOf(it), 'adopted'),
    );
    if (holder && text !== '') setKey(topOf(holder), 'adopted', text, { shape: { is: 'text' } }, TOP_ORDER);
    else if (holder) others.push(holder);
    for (const file of others) removeKey(topOf(file), 'adopted');
  }
}

type Values = Readonly<Record<string, Value | undefined>>;

const aboveOf = ({ field, id }: Spot): { kind: ElementKind; id: string } => ({
  kind: field === 'domain' ? 'domain' : 'object',
  id,
});

const firstKey = (map: YAMLMap): Node | undefined => map.items[0]?.key as Node | undefined;
