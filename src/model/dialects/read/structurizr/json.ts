import type { Place } from '../../../document/element.js';
import type { SourceFile } from '../../../document/read.js';
import { truncate } from '../../../validate/rule.js';
import { LocatedObject, parseJson } from '../json-text.js';
import type { ReadJson } from './dsl.js';
import { describedOf, hasOwnFields, isIdentifier } from './json-described.js';
import type { Workspace } from './workspace.js';
import {
  type Described,
  type Dynamic,
  type End,
  type Group,
  type Item,
  type ItemKind,
  LEVEL_PROPERTY,
  type Step,
  type View,
  type ViewKind,
} from './workspace.js';

/** Reads workspace JSON, as the DSL tools write it. */
export const readWorkspaceJson: ReadJson = (file, workspace) => {
  const read = parseJson(file.text);
  const broken = (message: string, at: number): void => {
    const place = { file: file.path, from: at, to: Math.min(at + 1, file.text.length) };
    workspace.diagnostics.broken('The file is not workspace JSON.', place, message);
  };
  if (!('value' in read)) broken(read.message, read.at);
  else if (read.value instanceof LocatedObject && read.value.object('model'))
    new JsonReader(file, workspace).read(read.value);
  else broken('Expected: an object with a model.', 0);
};

const IDENTIFIER = 'structurizr.dsl.identifier';
const SEPARATOR = 'structurizr.groupSeparator';

/** Lists of elements, each nested in an element of the kind before. */
const LISTS: readonly (readonly [list: string, kind: ItemKind, below?: readonly [string, ItemKind]])[] = [
  ['people', 'person'],
  ['customElements', 'element'],
  ['softwareSystems', 'softwareSystem'],
];

const BELOW: Partial<Record<ItemKind, readonly [list: string, kind: ItemKind]>> = {
  softwareSystem: ['containers', 'container'],
  container: ['components', 'component'],
};

const VIEWS: readonly (readonly [list: string, kind: ViewKind, subject?: string])[] = [
  ['systemLandscapeViews', 'systemLandscape'],
  ['systemContextViews', 'systemContext', 'softwareSystemId'],
  ['containerViews', 'container', 'softwareSystemId'],
  ['componentViews', 'component', 'containerId'],
];
const LEFT_OUT = ['filteredViews', 'customViews', 'imageViews'];

/** An element, a node or an instance, and the end of its relationships. */
type Written = readonly [from: LocatedObject, end: End];

class JsonReader {
  readonly #file: SourceFile;
  readonly #workspace: Workspace;
  readonly #byId = new Map<string, Item | Group>();
  /** Ends of relationships by id, including implied ones. */
  readonly #ends = new Map<string, { from: End; to: End }>();
  #separator: string | undefined;
  /** Name of the enterprise that owns the internal elements. */
  #enterprise: string | undefined;

  constructor(file: SourceFile, workspace: Workspace) {
    this.#file = file;
    this.#workspace = workspace;
  }

  read(top: LocatedObject): void {
    this.#workspace.title = top.text('name') ?? this.#workspace.title;
    const model = top.object('model');
    if (!model) return;
    if (top.text('description'))
      this.#lost('The description of the workspace is not imported: a landscape has none.', top);
    this.#reportDocumentation(top);
    this.#enterprise = model.object('enterprise')?.text('name');
    const properties = model.object('properties');
    this.#separator = properties?.text(SEPARATOR);
    for (const of of [top.object('properties'), properties])
      for (const [name, value] of of?.fields ?? [])
        this.#workspace.setProperty(
          name,
          typeof value === 'string' ? value : undefined,
          this.#placeOf(of ?? top),
        );
    const written: Written[] = [];
    for (const [list, kind] of LISTS)
      for (const it of model.list(list)) this.#readElement(it, kind, undefined, written);
    this.#readNodes(model, written);
    for (const [from, end] of written) this.#readRelations(from, end);
    this.#readViews(top.object('views'));
  }

  #placeOf({ from, to }: LocatedObject): Place {
    return { file: this.#file.path, from, to };
  }

  #readElement(from: LocatedObject, kind: ItemKind, parent: Item | undefined, written: Written[]): void {
    this.#reportDocumentation(from);
    const path = from.object('properties')?.text(IDENTIFIER);
    const identifier = path?.split('.').at(-1);
    const place = this.#placeOf(from);
    const group = this.#groupOf(from, parent, place);
    const metadata = from.text('metadata');
    const item: Item = {
      ...this.#describedOf(from),
      key: `element ${this.#workspace.freshKey()}`,
      kind,
      name: from.text('name') ?? kind,
      archetypes: [],
      place,
      ...(isIdentifier(identifier) && { identifier }),
      ...(parent && { parent }),
      ...(group !== undefined && { group }),
      ...(metadata !== undefined && { metadata }),
    };
    this.#workspace.add(item, true, path?.toLowerCase());
    this.#known(from, item);
    written.push([from, item]);
    const below = BELOW[kind];
    if (below) for (const it of from.list(below[0])) this.#readElement(it, below[1], item, written);
  }

  #groupOf(from: LocatedObject, parent: Item | undefined, place: Place): string | undefined {
    const inside = from.text('location') === 'Internal' ? this.#enterprise : undefined;
    const group = from.text('group') || inside;
    if (!group) return undefined;
    const names = this.#separator ? group.split(this.#separator) : [group];
    return names.reduce<string | undefined>(
      (above, name) => this.#workspace.group(name.trim(), above, place).key,
      parent && this.#workspace.aroundGroupsIn(parent),
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
        ...this.#describedOf(from),
        key: `relation ${id ?? this.#workspace.freshKey()}`,
        ...(isIdentifier(identifier) && { identifier }),
        from: origin,
        to,
        place: this.#placeOf(from),
      });
    }
  }

  #end(id = ''): End {
    return this.#byId.get(id) ?? { word: id, hierarchical: false };
  }

  /** Reads deployment nodes as groups, by environment. */
  #readNodes(model: LocatedObject, written: Written[]): void {
    const open = model.list('deploymentNodes').map((node) => {
      const place = this.#placeOf(node);
      const environment = node.text('environment') ?? 'Default';
      return { node, above: this.#workspace.group(environment, undefined, place, 'node').key, depth: 1 };
    });
    for (const { node, above, depth } of open) {
      const place = this.#placeOf(node);
      const around = node.text('group');
      const within = around ? this.#workspace.group(around, above, place, 'node').key : above;
      const group = this.#workspace.group(node.text('name') ?? 'Node', within, place, 'node');
      Object.assign(group, this.#describedOf(node));
      this.#known(node, group);
      written.push([node, group]);
      const count = node.text('instances') ?? '1';
      if (count !== '1') group.labels.set('instances', count);
      for (const [list, of] of INSTANCES)
        for (const it of node.list(list)) {
          const item = this.#end(it.text(of));
          this.#workspace.instances.push({ of: item, node: group.key, place: this.#placeOf(it) });
          if ('key' in item) this.#known(it, item);
          written.push([it, item]);
          if (hasOwnFields(it)) this.#lost('Properties of instances are not imported.', it);
        }
      const inside = [...node.list('children'), ...node.list('infrastructureNodes')];
      if (depth < DEEPEST)
        for (const it of inside) open.push({ node: it, above: group.key, depth: depth + 1 });
      else if (inside.length > 0) this.#lost('Deployment nodes are nested too deep here.', node);
    }
  }

  #known(from: LocatedObject, end: Item | Group): void {
    const id = from.text('id');
    if (id !== undefined) this.#byId.set(id, end);
  }

  #reportDocumentation(of: LocatedObject): void {
    const about = of.object('documentation');
    if (about && ['sections', 'decisions'].some((it) => about.list(it).length > 0))
      this.#lost('Documentation is not imported: only models are.', about);
  }

  #describedOf(from: LocatedObject): Described {
    for (const it of from.list('perspectives'))
      if (it.text('value'))
        this.#lost(`The value of the perspective "${truncate(it.text('name') ?? '')}" is not imported.`, it);
    return describedOf(from);
  }

  #lost(message: string, at: LocatedObject): void {
    this.#workspace.diagnostics.lost(message, this.#placeOf(at));
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
    for (const list of LEFT_OUT)
      for (const it of views?.list(list) ?? []) {
        const kind = list.replace('Views', '').toLowerCase();
        this.#lost(`The ${kind} view ${truncate(it.text('key') ?? '')} is not imported.`, it);
      }
    for (const it of views?.object('configuration')?.object('styles')?.list('elements') ?? []) {
      const [tag, shape] = [it.text('tag'), it.text('shape')];
      if (tag !== undefined && shape !== undefined) this.#workspace.shapes.set(tag, shape.toLowerCase());
    }
  }

  #readDynamic(from: LocatedObject): void {
    const steps = from.list('relationships').map((it): Step => {
      const order = it.text('order');
      if (it.text('url') || it.object('properties'))
        this.#lost('"url" or "properties" of a step is not imported.', it);
      const place = this.#placeOf(it);
      const ends = this.#ends.get(it.text('id') ?? '');
      const [first, second] = ends ? [ends.from, ends.to] : [this.#end(), this.#end()];
      const isReply = it.fields.get('response') === true;
      const [origin, target] = isReply ? [second, first] : [first, second];
      return {
        from: origin,
        to: target,
        isReply,
        text: it.text('description') ?? '',
        place,
        ...(order !== undefined && { order }),
      };
    });
    this.#workspace.dynamics.push({ ...this.#headOf(from, from.text('elementId')), steps });
  }

  /** Fields that all views share, with the view's subject. */
  #headOf(from: LocatedObject, of: string | undefined): Omit<Dynamic, 'steps'> {
    const [key, title, description] = [from.text('key'), from.text('title'), from.text('description')];
    return {
      place: this.#placeOf(from),
      ...(of !== undefined && { of: this.#end(of) }),
      ...(key !== undefined && { key }),
      ...(title && { title }),
      ...(description && { description }),
    };
  }

  #viewOf(from: LocatedObject, kind: ViewKind, subject: string | undefined): View {
    const content = from.list('elements').map((it): View['content'][number] => ({
      what: 'include',
      of: this.#end(it.text('id')),
      place: this.#placeOf(it),
    }));
    const isLevel = from.object('properties')?.text(LEVEL_PROPERTY) === 'true';
    const head = this.#headOf(from, subject === undefined ? undefined : (from.text(subject) ?? ''));
    return { ...head, kind, isLevel, content };
  }
}

const DEEPEST = 100;
const INSTANCES = [
  ['softwareSystemInstances', 'softwareSystemId'],
  ['containerInstances', 'containerId'],
] as const;
