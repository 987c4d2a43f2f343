import type { Place } from '../../../document/element.js';
import type { Telling } from '../telling.js';

/** What a workspace says, read from the DSL or from JSON: both are gathered in one of these. */

/** Of the model: groups at its top are domains. */
export const DOMAINS_PROPERTY = 'archctl.domains';
/** Property of a model: groups of one name and place are one, wherever they are written. */
export const GROUPS_PROPERTY = 'archctl.groups';
/** Property of a view that an export added to show a level of the model: no diagram is made of it. */
export const LEVEL_PROPERTY = 'archctl.level';

export type ItemKind = 'person' | 'softwareSystem' | 'container' | 'component' | 'element';

/** What elements and relationships have in common. */
export interface Described {
  description?: string;
  technology?: string;
  tags: string[];
  urls: string[];
  labels: Map<string, string>;
}

export interface Item extends Described {
  key: string;
  kind: ItemKind;
  /** What the file calls it. */
  identifier?: string;
  /** The identifier by which it is found: with those of what it is in, where they are hierarchical. */
  path?: string;
  name: string;
  /** Kind of a custom element, in words. */
  metadata?: string;
  parent?: Item;
  /** Key of the group it is written in. */
  group?: string;
  /** Names of what it was made with, the nearest first. */
  archetypes: readonly string[];
  place: Place;
}

/** One end of a relationship: known, or a word to look up when all is read. */
export type End = Item | Reference;

export interface Reference {
  word: string;
  /** The element it is written in. */
  within?: Item;
  hierarchical: boolean;
}

export interface Relation extends Described {
  key: string;
  identifier?: string;
  from: End;
  to: End;
  place: Place;
}

/** A named set: of elements, or of those that a deployment node runs. */
export interface Group extends Described {
  key: string;
  identifier?: string;
  name: string;
  /** Key of the element or the group it is in. */
  parent?: string;
  place: Place;
}

/** That a deployment node runs an element. */
export interface Instance {
  of: End;
  /** Key of the node. */
  node: string;
  place: Place;
}

export type ViewKind = 'systemLandscape' | 'systemContext' | 'container' | 'component';

export interface View {
  kind: ViewKind;
  key?: string;
  title?: string;
  description?: string;
  of?: End;
  /** Whether an export added it: see `LEVEL_PROPERTY`. */
  isLevel?: boolean;
  /** What it includes and excludes, in order; from JSON the elements themselves. */
  content: { what: 'include' | 'exclude'; of: '*' | End; place: Place }[];
  place: Place;
}

export interface DeploymentView {
  /** The system of which it shows the deployment. */
  of?: End;
  /** Its name, or its identifier. */
  environment: string;
  key?: string;
  title?: string;
  description?: string;
  place: Place;
}

/** A dynamic view. */
export interface Dynamic {
  key?: string;
  title?: string;
  description?: string;
  /** The element whose inside it shows. */
  of?: End;
  steps: Step[];
  place: Place;
}

/** A message between two elements, or along a relationship. */
export type Step = { text: string; place: Place } & (
  | { from: End; to: End; isReply?: boolean }
  | { relation: Reference }
);

/** What an identifier may name besides elements and relationships: a group, or a part of a deployment. */
interface Other {
  other: true;
}
type Named = Item | Relation | Other;

const isItem = (it: Named): it is Item => 'kind' in it;
const isRelation = (it: Named): it is Relation => 'from' in it;

export class Workspace {
  title = '';
  /** Groups at the top are domains: the workspace was written from a model that has them. */
  hasDomains = false;
  /** Groups inside elements are those of that name elsewhere: see `GROUPS_PROPERTY`. */
  hasSharedGroups = false;
  readonly items: Item[] = [];
  readonly relations: Relation[] = [];
  readonly groups = new Map<string, Group>();
  readonly instances: Instance[] = [];
  readonly views: View[] = [];
  readonly dynamics: Dynamic[] = [];
  readonly deploymentViews: DeploymentView[] = [];
  /** Names of deployment environments by their identifiers. */
  readonly environments = new Map<string, string>();
  /** Shapes of elements by their tags. */
  readonly shapes = new Map<string, string>();
  readonly #named = new Map<string, Named>();
  readonly #byName = new Map<string, Item>();
  /** By what they are in, and their names. */
  readonly #groupsByPath = new Map<string, Group>();
  #keys = 0;

  constructor(readonly telling: Telling) {}

  freshKey(): string {
    this.#keys += 1;
    return `${this.#keys}`;
  }

  /** @param path the identifier by which it is found; made of its own unless told. */
  add(item: Item, hierarchical: boolean, path?: string): void {
    this.items.push(item);
    this.#byName.set(canonical(item), item);
    if (item.identifier === undefined) return;
    const above = hierarchical && item.parent ? `${item.parent.path ?? `\u0000${item.parent.key}`}.` : '';
    item.path = path ?? above + item.identifier.toLowerCase();
    this.#name(item.path, item, item.place);
  }

  relate(relation: Relation): void {
    this.relations.push(relation);
    if (relation.identifier !== undefined) this.#name(relation.identifier, relation, relation.place);
  }

  /** Of two that an identifier names the first keeps it. */
  #name(identifier: string, named: Named, place: Place): void {
    const folded = identifier.toLowerCase();
    if (this.#named.has(folded))
      this.telling.broken(
        `The identifier "${identifier}" is in use already.`,
        place,
        'Identifiers differ; with "!identifiers hierarchical", those in one element.',
      );
    else this.#named.set(folded, named);
  }

  /** What no relationship may end at; environments may each have one of this name. */
  nameOther(identifier: string): void {
    const folded = identifier.toLowerCase();
    if (!this.#named.has(folded)) this.#named.set(folded, { other: true });
  }

  /** What a word names, seen from where it is written. */
  find({ word, within, hierarchical }: Reference): Named | undefined {
    if (word.includes('://')) return this.#byName.get(word);
    const folded = word.toLowerCase();
    if (folded === 'this') return within;
    for (let above = hierarchical ? within : undefined; above; above = above.parent) {
      const found = this.#named.get(`${above.path ?? `\u0000${above.key}`}.${folded}`);
      if (found) return found;
    }
    return this.#named.get(folded);
  }

  itemAt(end: End): Item | undefined {
    if ('key' in end) return end;
    const found = this.find(end);
    return found && isItem(found) ? found : undefined;
  }

  relationAt(reference: Reference): Relation | undefined {
    const found = this.find(reference);
    return found && isRelation(found) ? found : undefined;
  }

  /** Key of the place of groups that are written in an element: the element, or its domain if groups are shared. */
  aroundGroupsIn(item: Item): string | undefined {
    if (!this.hasSharedGroups) return item.key;
    let top = item;
    while (top.parent) top = top.parent;
    let key = this.hasDomains ? top.group : undefined;
    for (let it = this.groups.get(key ?? ''); it?.parent !== undefined; it = this.groups.get(it.parent))
      key = it.parent;
    return key;
  }

  /** The group of this name in a place, which may be told several times. */
  group(name: string, parent: string | undefined, place: Place, what: 'group' | 'node' = 'group'): Group {
    const path = `${what} ${parent ?? ''}\n${name}`;
    const known = this.#groupsByPath.get(path);
    if (known) return known;
    const key = `${what} ${this.freshKey()}`;
    const group: Group = { ...undescribed(), key, name, place, ...(parent !== undefined && { parent }) };
    this.groups.set(key, group);
    this.#groupsByPath.set(path, group);
    return group;
  }
}

const CANONICAL: Readonly<Record<ItemKind, string>> = {
  person: 'Person',
  softwareSystem: 'SoftwareSystem',
  container: 'Container',
  component: 'Component',
  element: 'Custom',
};

/** `Container://Shop.Web`: how an element is named where it has no identifier. */
function canonical(item: Item): string {
  const names: string[] = [];
  for (let at: Item | undefined = item; at; at = at.parent) names.unshift(at.name.replace(/[/.]/g, ''));
  return `${CANONICAL[item.kind]}://${names.join('.')}`;
}

/** Tags that all of a kind have, whether they are written or not. */
export const TAGS_OF_KINDS: Readonly<Record<ItemKind, readonly string[]>> = {
  person: ['Element', 'Person'],
  softwareSystem: ['Element', 'Software System'],
  container: ['Element', 'Container'],
  component: ['Element', 'Component'],
  element: ['Element'],
};

export const undescribed = (): Described => ({ tags: [], urls: [], labels: new Map() });

/** `a, b` as two tags. */
export const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '');
