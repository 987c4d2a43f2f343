import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import type { Diagnostics } from '../../diagnostics.js';

/** Content of a workspace, collected from the DSL or from JSON. */

/** Model property: top-level groups are domains. */
export const DOMAINS_PROPERTY = 'archctl.domains';
/** Model property: groups with the same name and parent are one, wherever they are written. */
export const GROUPS_PROPERTY = 'archctl.groups';
/** View property of an export that shows a level of the model; the view becomes no diagram. */
export const LEVEL_PROPERTY = 'archctl.level';

export type ItemKind = 'person' | 'softwareSystem' | 'container' | 'component' | 'element';

/** Fields that elements and relationships share. */
export interface Details {
  description?: string | undefined;
  technology?: string | undefined;
  tags: string[];
  urls: string[];
  labels: Map<string, string>;
}

export interface Item extends Details {
  key: string;
  kind: ItemKind;
  /** Identifier in the file. */
  identifier?: string | undefined;
  /** Lookup identifier: qualified by its parents if identifiers are hierarchical. */
  path?: string | undefined;
  name: string;
  /** Kind of a custom element, in words. */
  metadata?: string | undefined;
  parent?: Item | undefined;
  /** Key of the enclosing group. */
  group?: string | undefined;
  /** Names of archetypes, the nearest first. */
  archetypes: readonly string[];
  place: Place;
}

/** One end of a relationship: an element, a deployment node, or a reference that is resolved at the end. */
export type End = Item | Group | Reference;

export interface Reference {
  word: string;
  /** The enclosing element. */
  within?: Item | undefined;
  hierarchical: boolean;
}

export interface Relation extends Details {
  key: string;
  identifier?: string | undefined;
  from: End;
  to: End;
  place: Place;
}

/** A named set of elements, or of those that a deployment node runs. */
export interface Group extends Details {
  key: string;
  identifier?: string | undefined;
  name: string;
  /** Key of the enclosing element or group. */
  parent?: string | undefined;
  place: Place;
}

/** An element that runs on a deployment node. */
export interface Instance {
  of: End;
  /** Key of the node. */
  node: string;
  place: Place;
}

export type ViewKind = 'systemLandscape' | 'systemContext' | 'container' | 'component';

export interface ViewHead {
  key?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** Subject; undefined for the whole landscape. */
  of?: End | undefined;
  place: Place;
}

export interface View extends ViewHead {
  kind: ViewKind;
  /** Whether an export added it: see `LEVEL_PROPERTY`. */
  isLevel?: boolean;
  /** Includes and excludes in order; from JSON the elements themselves. */
  content: { what: 'include' | 'exclude'; of: '*' | End; place: Place }[];
}

export interface DeploymentView extends ViewHead {
  /** Name or identifier. */
  environment: string;
}

export interface DynamicView extends ViewHead {
  steps: Step[];
}

/** A message between two elements, or along a relationship. `order` is its number; parallel steps have the same. */
export type Step = { text: string; order?: string | undefined; place: Place } & (
  | { from: End; to: End; isReply?: boolean | undefined }
  | { relation: Reference }
);

/** Targets of an identifier; other ones are groups and parts of deployments. */
type Named = Item | Relation | { other: true };

const isItem = (it: Named | Group): it is Item => 'kind' in it;
const isRelation = (it: Named): it is Relation => 'from' in it;

export class Workspace {
  title = '';
  /** Whether top-level groups are domains: see `DOMAINS_PROPERTY`. */
  hasDomains = false;
  /** Whether groups with the same name inside elements are one: see `GROUPS_PROPERTY`. */
  hasSharedGroups = false;
  readonly items: Item[] = [];
  readonly relations: Relation[] = [];
  readonly groups = new Map<string, Group>();
  readonly instances: Instance[] = [];
  readonly views: View[] = [];
  readonly dynamicViews: DynamicView[] = [];
  readonly deploymentViews: DeploymentView[] = [];
  /** Names of deployment environments by identifier. */
  readonly environments = new Map<string, string>();
  /** Shapes by tag. */
  readonly shapes = new Map<string, string>();
  readonly #named = new Map<string, Named>();
  readonly #deployed = new Map<string, End>();
  readonly #byName = new Map<string, Item>();
  /** By parent and name. */
  readonly #groupsByPath = new Map<string, Group>();
  #keys = 0;

  constructor(readonly diagnostics: Diagnostics) {}

  freshKey(): string {
    this.#keys += 1;
    return `${this.#keys}`;
  }

  /** @param path lookup identifier. Default: made of the item's own identifier. */
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

  /** Stores a property of the model or the workspace. Names with a dot are settings of tools. */
  setProperty(name: string, value: string | undefined, place: Place): void {
    if (name === DOMAINS_PROPERTY) this.hasDomains = value === 'true';
    else if (name === GROUPS_PROPERTY) this.hasSharedGroups = value === 'true';
    else if (!name.includes('.'))
      this.diagnostics.loss(`The property "${truncate(name)}" of the workspace is not imported.`, place);
  }

  /** Registers an identifier; of two, the first is kept. */
  #name(identifier: string, named: Named, place: Place): void {
    const folded = identifier.toLowerCase();
    if (this.#named.has(folded))
      this.diagnostics.error(
        `The identifier "${identifier}" is already in use.`,
        place,
        'Identifiers must be unique; with "!identifiers hierarchical", within their parent.',
      );
    else this.#named.set(folded, named);
  }

  /** Registers an identifier that no relationship may end at; each environment may have one of this name. */
  nameOther(identifier: string): void {
    const folded = identifier.toLowerCase();
    if (!this.#named.has(folded)) this.#named.set(folded, { other: true });
  }

  /** Resolves a reference in its scope. */
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
    const found = this.endAt(end);
    return found && isItem(found) ? found : undefined;
  }

  /** An end of a relationship: an element or a deployment node. */
  endAt(end: End): Item | Group | undefined {
    if ('key' in end) return end;
    const found = this.find(end);
    return found && isItem(found) ? found : undefined;
  }

  /** Registers the identifier of a node or an instance, qualified by its environment. */
  deploy(path: string, end: End): void {
    this.#deployed.set(path.toLowerCase(), end);
  }

  /** Resolves an identifier in a deployment, from the innermost node to the environment. */
  deployedAt(word: string, within: string): End | undefined {
    const folded = word.toLowerCase();
    for (let path = within; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
      const found = this.#deployed.get(`${path}.${folded}`);
      if (found) return found;
    }
    return this.#deployed.get(folded);
  }

  relationAt(reference: Reference): Relation | undefined {
    const found = this.find(reference);
    return found && isRelation(found) ? found : undefined;
  }

  /** Key of the scope of groups inside an element: the element, or its domain if groups are shared. */
  groupScopeOf(item: Item): string | undefined {
    if (!this.hasSharedGroups) return item.key;
    let key = this.hasDomains ? pathOf(item)[0]?.group : undefined;
    for (let it = this.groups.get(key ?? ''); it?.parent !== undefined; it = this.groups.get(it.parent))
      key = it.parent;
    return key;
  }

  /** Returns the group of this name in a scope, which may be declared several times. */
  group(name: string, parent: string | undefined, place: Place, what: 'group' | 'node' = 'group'): Group {
    const path = `${what} ${parent ?? ''}\n${name}`;
    const known = this.#groupsByPath.get(path);
    if (known) return known;
    const key = `${what} ${this.freshKey()}`;
    const group: Group = { ...noDetails(), key, name, place, parent };
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

/** Canonical reference of an element without an identifier: `Container://Shop.Web`. */
function canonical(item: Item): string {
  const names = pathOf(item).map(({ name }) => name.replace(/[/.]/g, ''));
  return `${CANONICAL[item.kind]}://${names.join('.')}`;
}

/** An element and its ancestors, the outermost first. */
export function pathOf(item: Item | undefined): Item[] {
  const path: Item[] = [];
  for (let at = item; at; at = at.parent) path.unshift(at);
  return path;
}

/** Tags that each kind has implicitly. */
export const TAGS_OF_KINDS: Readonly<Record<ItemKind, readonly string[]>> = {
  person: ['Element', 'Person'],
  softwareSystem: ['Element', 'Software System'],
  container: ['Element', 'Container'],
  component: ['Element', 'Component'],
  element: ['Element'],
};

export const noDetails = (): Details => ({ tags: [], urls: [], labels: new Map() });

/** Splits `a, b` into tags. */
export const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '');
