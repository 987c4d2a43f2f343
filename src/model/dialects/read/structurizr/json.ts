import { truncate } from '../../../validate/rule.js';
import { type LocatedObject, readJsonObject } from '../json-text.js';
import type { ReadJson } from './dsl.js';
import {
  type Details,
  type End,
  type Group,
  type Item,
  type ItemKind,
  LEVEL_PROPERTY,
  type Step,
  tagsOf,
  type View,
  type ViewHead,
  type ViewKind,
  type Workspace,
} from './workspace.js';

/** Reads workspace JSON, as the DSL tools write it. */
export const readWorkspaceJson: ReadJson = (file, workspace) => {
  const top = readJsonObject(file, 'model', 'workspace JSON', workspace.diagnostics);
  if (top) new JsonReader(workspace).read(top);
};

const IDENTIFIER = 'structurizr.dsl.identifier';
const SEPARATOR = 'structurizr.groupSeparator';

/** Lists of elements of the model. */
const LISTS: readonly (readonly [list: string, kind: ItemKind])[] = [
  ['people', 'person'],
  ['customElements', 'element'],
  ['softwareSystems', 'softwareSystem'],
];

/** Lists of elements in elements. */
const CHILDREN: Partial<Record<ItemKind, readonly [list: string, kind: ItemKind]>> = {
  softwareSystem: ['containers', 'container'],
  container: ['components', 'component'],
};

const VIEWS: readonly (readonly [list: string, kind: ViewKind, subject?: string])[] = [
  ['systemLandscapeViews', 'systemLandscape'],
  ['systemContextViews', 'systemContext', 'softwareSystemId'],
  ['containerViews', 'container', 'softwareSystemId'],
  ['componentViews', 'component', 'containerId'],
];
const UNSUPPORTED = ['filteredViews', 'customViews', 'imageViews'];

/** An element, a node or an instance, and the end of its relationships. */
type Source = readonly [from: LocatedObject, end: End];

class JsonReader {
  readonly #workspace: Workspace;
  readonly #byId = new Map<string, Item | Group>();
  /** Ends of relationships by id, including implied ones. */
  readonly #ends = new Map<string, { from: End; to: End }>();
  #separator: string | undefined;
  /** Name of the enterprise that owns the internal elements. */
  #enterprise: string | undefined;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  read(top: LocatedObject): void {
    this.#workspace.title = top.text('name') ?? this.#workspace.title;
    const model = top.object('model');
    if (!model) return;
    if (top.text('description'))
      this.#loss('The description of the workspace is not imported: a landscape has none.', top);
    this.#reportDocumentation(top);
    this.#enterprise = model.object('enterprise')?.text('name');
    const properties = model.object('properties');
    this.#separator = properties?.text(SEPARATOR);
    for (const of of [top.object('properties'), properties])
      for (const [name, value] of of?.fields ?? [])
        this.#workspace.setProperty(name, typeof value === 'string' ? value : undefined, (of ?? top).place);
    const sources: Source[] = [];
    for (const [list, kind] of LISTS)
      for (const it of model.list(list)) this.#readElement(it, kind, undefined, sources);
    this.#readNodes(model, sources);
    for (const [from, end] of sources) this.#readRelations(from, end);
    this.#readViews(top.object('views'));
  }

  #readElement(from: LocatedObject, kind: ItemKind, parent: Item | undefined, sources: Source[]): void {
    this.#reportDocumentation(from);
    const path = from.object('properties')?.text(IDENTIFIER);
    const identifier = path?.split('.').at(-1);
    const item: Item = {
      ...this.#detailsOf(from),
      key: `element ${this.#workspace.freshKey()}`,
      identifier: isIdentifier(identifier) ? identifier : undefined,
      kind,
      name: from.text('name') ?? kind,
      metadata: from.text('metadata'),
      parent,
      group: this.#groupOf(from, parent),
      archetypes: [],
      place: from.place,
    };
    this.#workspace.add(item, true, path?.toLowerCase());
    this.#known(from, item);
    sources.push([from, item]);
    const children = CHILDREN[kind];
    if (children) for (const it of from.list(children[0])) this.#readElement(it, children[1], item, sources);
  }

  #groupOf(from: LocatedObject, parent: Item | undefined): string | undefined {
    const inside = from.text('location') === 'Internal' ? this.#enterprise : undefined;
    const group = from.text('group') || inside;
    if (!group) return undefined;
    const names = this.#separator ? group.split(this.#separator) : [group];
    return names.reduce<string | undefined>(
      (above, name) => this.#workspace.group(name.trim(), above, from.place).key,
      parent && this.#workspace.groupScopeOf(parent),
    );
  }

  #readRelations(element: LocatedObject, origin: End): void {
    for (const from of element.list('relationships')) {
      const id = from.text('id');
      const to = this.#end(from.text('destinationId'));
      if (id !== undefined) this.#ends.set(id, { from: origin, to });
      // An implied relationship is represented by the one it is linked to.
      if (from.text('linkedRelationshipId') !== undefined) continue;
      const identifier = from.object('properties')?.text(IDENTIFIER);
      this.#workspace.relate({
        ...this.#detailsOf(from),
        key: `relation ${id ?? this.#workspace.freshKey()}`,
        identifier: isIdentifier(identifier) ? identifier : undefined,
        from: origin,
        to,
        place: from.place,
      });
    }
  }

  #end(id = ''): End {
    return this.#byId.get(id) ?? { word: id, hierarchical: false };
  }

  /** Reads deployment nodes as groups, by environment. */
  #readNodes(model: LocatedObject, sources: Source[]): void {
    const open = model.list('deploymentNodes').map((node) => {
      const environment = node.text('environment') ?? 'Default';
      return { node, above: this.#workspace.group(environment, undefined, node.place, 'node').key, depth: 1 };
    });
    for (const { node, above, depth } of open) {
      const { place } = node;
      const around = node.text('group');
      const within = around ? this.#workspace.group(around, above, place, 'node').key : above;
      const group = this.#workspace.group(node.text('name') ?? 'Node', within, place, 'node');
      Object.assign(group, this.#detailsOf(node));
      this.#known(node, group);
      sources.push([node, group]);
      const count = node.text('instances') ?? '1';
      if (count !== '1') group.labels.set('instances', count);
      for (const [list, of] of INSTANCES)
        for (const it of node.list(list)) {
          const item = this.#end(it.text(of));
          this.#workspace.instances.push({ of: item, node: group.key, place: it.place });
          if ('key' in item) this.#known(it, item);
          sources.push([it, item]);
          if (hasOwnFields(it)) this.#loss('Properties of instances are not imported.', it);
        }
      const inside = [...node.list('children'), ...node.list('infrastructureNodes')];
      if (depth < MAX_DEPTH)
        for (const it of inside) open.push({ node: it, above: group.key, depth: depth + 1 });
      else if (inside.length > 0) this.#loss('Deployment nodes are nested too deep here.', node);
    }
  }

  #known(from: LocatedObject, end: Item | Group): void {
    const id = from.text('id');
    if (id !== undefined) this.#byId.set(id, end);
  }

  #reportDocumentation(of: LocatedObject): void {
    const about = of.object('documentation');
    if (about && ['sections', 'decisions'].some((it) => about.list(it).length > 0))
      this.#loss('Documentation is not imported: only models are.', about);
  }

  #detailsOf(from: LocatedObject): Details {
    for (const it of from.list('perspectives'))
      if (it.text('value'))
        this.#loss(`The value of the perspective "${truncate(it.text('name') ?? '')}" is not imported.`, it);
    return detailsOf(from);
  }

  #loss(message: string, at: LocatedObject): void {
    this.#workspace.diagnostics.loss(message, at.place);
  }

  #readViews(views: LocatedObject | undefined): void {
    for (const [list, kind, subject] of VIEWS)
      for (const from of views?.list(list) ?? [])
        this.#workspace.views.push(this.#viewOf(from, kind, subject));
    for (const it of views?.list('dynamicViews') ?? []) this.#readDynamic(it);
    for (const it of views?.list('deploymentViews') ?? [])
      this.#workspace.deploymentViews.push({
        ...this.#headOf(it, it.text('softwareSystemId')),
        environment: it.text('environment') ?? 'Default',
      });
    for (const list of UNSUPPORTED)
      for (const it of views?.list(list) ?? []) {
        const kind = list.replace('Views', '').toLowerCase();
        this.#loss(`The ${kind} view ${truncate(it.text('key') ?? '')} is not imported.`, it);
      }
    for (const it of views?.object('configuration')?.object('styles')?.list('elements') ?? []) {
      const [tag, shape] = [it.text('tag'), it.text('shape')];
      if (tag !== undefined && shape !== undefined) this.#workspace.shapes.set(tag, shape.toLowerCase());
    }
  }

  #readDynamic(from: LocatedObject): void {
    const steps = from.list('relationships').map((it): Step => {
      if (it.text('url') || it.object('properties'))
        this.#loss('"url" or "properties" of a step is not imported.', it);
      const ends = this.#ends.get(it.text('id') ?? '') ?? { from: this.#end(), to: this.#end() };
      const isReply = it.fields.get('response') === true;
      return {
        from: isReply ? ends.to : ends.from,
        to: isReply ? ends.from : ends.to,
        isReply,
        text: it.text('description') ?? '',
        order: it.text('order'),
        place: it.place,
      };
    });
    this.#workspace.dynamicViews.push({ ...this.#headOf(from, from.text('elementId')), steps });
  }

  /** Fields that all views share, with the view's subject. */
  #headOf(from: LocatedObject, of: string | undefined): ViewHead {
    return {
      key: from.text('key'),
      title: from.text('title') || undefined,
      description: from.text('description') || undefined,
      of: of === undefined ? undefined : this.#end(of),
      place: from.place,
    };
  }

  #viewOf(from: LocatedObject, kind: ViewKind, subject: string | undefined): View {
    const content = from.list('elements').map((it): View['content'][number] => ({
      what: 'include',
      of: this.#end(it.text('id')),
      place: it.place,
    }));
    const isLevel = from.object('properties')?.text(LEVEL_PROPERTY) === 'true';
    const head = this.#headOf(from, subject === undefined ? undefined : (from.text(subject) ?? ''));
    return { ...head, kind, isLevel, content };
  }
}

const MAX_DEPTH = 100;
const INSTANCES = [
  ['softwareSystemInstances', 'softwareSystemId'],
  ['containerInstances', 'containerId'],
] as const;

/** Whether the identifier was chosen by the author, not generated. */
const isIdentifier = (identifier: string | undefined): identifier is string =>
  identifier !== undefined && !/^[\da-f]{8}-/.test(identifier);

/** Fields that elements and relationships share. */
function detailsOf(from: LocatedObject): Details {
  const labels = new Map<string, string>();
  for (const [key, value] of from.object('properties')?.fields ?? [])
    if (typeof value === 'string' && !key.startsWith('structurizr.')) labels.set(key, value);
  for (const it of from.list('perspectives')) {
    const [name, text] = [it.text('name'), it.text('description')];
    if (name !== undefined && text !== undefined) labels.set(name, text);
  }
  const external = from.text('location') === 'External' ? ['External'] : [];
  const url = from.text('url');
  return {
    tags: [...tagsOf(from.text('tags') ?? ''), ...external],
    urls: url ? [url] : [],
    labels,
    description: from.text('description') || undefined,
    technology: from.text('technology') || undefined,
  };
}

/** Tags of all instances. */
const INSTANCE_TAGS = new Set(['Software System Instance', 'Container Instance']);

/** Whether an instance has fields of its own, which are lost: it becomes the element itself. */
function hasOwnFields(instance: LocatedObject): boolean {
  const { tags, urls, labels } = detailsOf(instance);
  const groups = instance.texts('deploymentGroups').some((name) => name !== 'Default');
  const own = tags.filter((tag) => !INSTANCE_TAGS.has(tag)).length + urls.length + labels.size;
  return groups || own + instance.list('healthChecks').length > 0;
}
