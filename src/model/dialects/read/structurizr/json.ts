import type { Place } from '../../../document/element.js';
import type { SourceFile } from '../../../document/read.js';
import { truncate } from '../../../validate/rule.js';
import { LocatedObject, parseJson } from '../json-text.js';
import type { ReadJson } from './dsl.js';
import { describedOf, isIdentifier } from './json-described.js';
import type { Workspace } from './workspace.js';
import {
  type Described,
  DOMAINS_PROPERTY,
  type Dynamic,
  type End,
  GROUPS_PROPERTY,
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

class JsonReader {
  readonly #file: SourceFile;
  readonly #workspace: Workspace;
  readonly #byId = new Map<string, Item>();
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
    this.#workspace.hasDomains ||= properties?.text(DOMAINS_PROPERTY) === 'true';
    this.#workspace.hasSharedGroups ||= properties?.text(GROUPS_PROPERTY) === 'true';
    const written: LocatedObject[] = [];
    for (const [list, kind] of LISTS)
      for (const it of model.list(list)) this.#readElement(it, kind, undefined, written);
    for (const it of written) this.#readRelations(it);
    this.#readNodes(model);
    this.#readViews(top.object('views'));
  }

  #placeOf({ from, to }: LocatedObject): Place {
    return { file: this.#file.path, from, to };
  }

  #readElement(
    from: LocatedObject,
    kind: ItemKind,
    parent: Item | undefined,
    written: LocatedObject[],
  ): void {
    written.push(from);
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
    const id = from.text('id');
    if (id !== undefined) this.#byId.set(id, item);
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

  #readRelations(element: LocatedObject): void {
    for (const from of element.list('relationships')) {
      const [id, origin] = [from.text('id'), from.text('sourceId') ?? element.text('id')];
      if (id !== undefined)
        this.#ends.set(id, { from: this.#end(origin), to: this.#end(from.text('destinationId')) });
      // An implied relationship is represented by the one it is linked to.
      if (from.text('linkedRelationshipId') !== undefined) continue;
      const identifier = from.object('properties')?.text(IDENTIFIER);
      this.#workspace.relate({
        ...this.#describedOf(from),
        key: `relation ${from.text('id') ?? this.#workspace.freshKey()}`,
        ...(isIdentifier(identifier) && { identifier }),
        from: this.#end(from.text('sourceId') ?? element.text('id')),
        to: this.#end(from.text('destinationId')),
        place: this.#placeOf(from),
      });
    }
  }

  #end(id = ''): End {
    return this.#byId.get(id) ?? { word: id, hierarchical: false };
  }

  /** Reads deployment nodes as groups, by environment. */
  #readNodes(model: LocatedObject): void {
    const open = model.list('deploymentNodes').map((node) => {
      const place = this.#placeOf(node);
      const environment = node.text('environment') ?? 'Default';
      return { node, above: this.#workspace.group(environment, undefined, place, 'node').key, depth: 1 };
    });
    for (const { node, above, depth } of open) {
      const place = this.#placeOf(node);
      const group = this.#workspace.group(node.text('name') ?? 'Node', above, place, 'node');
      Object.assign(group, this.#describedOf(node));
      const count = node.text('instances') ?? '1';
      if (count !== '1') group.labels.set('instances', count);
      this.#reportDeployed(node);
      for (const [list, of] of INSTANCES)
        for (const it of node.list(list)) {
          this.#workspace.instances.push({
            of: this.#end(it.text(of)),
            node: group.key,
            place: this.#placeOf(it),
          });
          this.#reportInstance(it);
        }
      const inside = [...node.list('children'), ...node.list('infrastructureNodes')];
      if (depth < DEEPEST)
        for (const it of inside) open.push({ node: it, above: group.key, depth: depth + 1 });
      else if (inside.length > 0) this.#lost('Deployment nodes are nested too deep here.', node);
    }
  }

  /** Reports the properties of an instance; it becomes the element itself. */
  #reportInstance(it: LocatedObject): void {
    const { tags, urls, labels } = describedOf(it);
    const own = tags.filter((tag) => !OF_INSTANCES.has(tag));
    if (own.length + urls.length + labels.size + it.list('healthChecks').length > 0)
      this.#lost('Properties of instances are not imported.', it);
    this.#reportDeployed(it);
  }

  /** Reports relationships between parts of a deployment; those that follow from the model are not a loss. */
  #reportDeployed(of: LocatedObject): void {
    for (const it of of.list('relationships'))
      if (it.text('linkedRelationshipId') === undefined)
        this.#lost('Relationships of deployments are not imported.', it);
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
    const steps = [...from.list('relationships')].sort(byOrder).map((it): Step => {
      const place = this.#placeOf(it);
      const ends = this.#ends.get(it.text('id') ?? '');
      const [first, second] = ends ? [ends.from, ends.to] : [this.#end(), this.#end()];
      const isReply = it.fields.get('response') === true;
      const [origin, target] = isReply ? [second, first] : [first, second];
      return { from: origin, to: target, isReply, text: it.text('description') ?? '', place };
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

/** Tags of all instances. */
const OF_INSTANCES = new Set(['Software System Instance', 'Container Instance']);

/** Natural order: `1.10` after `1.9`. Steps with the same number keep their order. */
const byOrder = (a: LocatedObject, b: LocatedObject): number =>
  (a.text('order') ?? '').localeCompare(b.text('order') ?? '', 'en', { numeric: true });

const DEEPEST = 100;
const INSTANCES = [
  ['softwareSystemInstances', 'softwareSystemId'],
  ['containerInstances', 'containerId'],
] as const;
