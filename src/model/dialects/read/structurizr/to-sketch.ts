import { folded } from '../../../../base/words.js';
import type { Sketch, SketchEdge, SketchNode, SketchType, SketchView } from '../../sketch.js';
import { spelledOut } from '../ids.js';
import { looksLikeStore, toldByTags } from '../kinds-by-words.js';
import { short } from './block.js';
import { ViewContent } from './view-content.js';
import type { Described, End, Group, Item, Relation, View, Workspace } from './workspace.js';

/** A sketch of what a workspace says. */

/** Tags that all of a kind have. */
const OF_ALL = new Set(['Element', 'Person', 'Software System', 'Container', 'Component', 'Relationship']);
const STORES = new Set(['cylinder', 'bucket', 'pipe']);

export function sketchOf(workspace: Workspace): Omit<Sketch, 'findings'> {
  const { title } = workspace;
  const domain = domainOf(workspace);
  const inGroup = (key: string | undefined): string | undefined => (key === domain ? undefined : key);
  const runBy = nodesByItem(workspace);
  const groups = [...workspace.groups.values()].filter(({ key }) => key !== domain);
  return {
    ...(title !== '' && { title }),
    nodes: [
      ...groups.map((it) => groupNode(it, inGroup(it.parent), workspace)),
      ...workspace.items.map((it) => itemNode(it, inGroup(it.group) ?? it.parent?.key, runBy, workspace)),
    ],
    edges: workspace.relations.flatMap((it) => edgeOf(it, workspace) ?? []),
    views: viewsOf(workspace),
    flows: [],
  };
}

/** Key of the group that is all there is: one that is called like the workspace. */
function domainOf({ title, groups, hasDomains }: Workspace): string | undefined {
  if (hasDomains) return undefined;
  const found = [...groups.values()].find(
    ({ name, parent, key }) =>
      parent === undefined && key.startsWith('group') && folded(name) === folded(title),
  );
  return found?.key;
}

const groupNode = (group: Group, parent: string | undefined, { hasDomains }: Workspace): SketchNode => ({
  key: group.key,
  name: group.name,
  type: hasDomains && group.parent === undefined && group.key.startsWith('group') ? 'domain' : 'group',
  place: group.place,
  ...(group.identifier !== undefined && { id: spelledOut(group.identifier) }),
  ...(parent !== undefined && { parent }),
  ...described(group.description),
  ...told(group),
});

/** Properties that say what fields do. */
const FIELDS = new Set(['description', 'status', 'teams', 'links', 'technologies', 'direction']);
const STATUSES = ['deprecated', 'future', 'removed'] as const;

/** What is said of elements and relationships alike, but for the description, which stands on boxes and lines. */
const told = ({ technology, tags, urls, labels }: Described) => {
  const { external, tags: kept } = toldByTags(tags.filter((it) => !OF_ALL.has(it)));
  const links = [...urls, ...listed(labels.get('links'))];
  const technologies = technology ?? labels.get('technologies');
  const status = STATUSES.find((it) => it === labels.get('status'));
  const description = labels.get('description');
  return {
    tags: [...new Set(kept)],
    labels: Object.fromEntries([...labels].filter(([key]) => !FIELDS.has(key))),
    links: links.map((url) => ({ url })),
    teams: listed(labels.get('teams')),
    ...(external && { external }),
    ...(status && { status }),
    ...(description !== undefined && { description }),
    ...(technologies !== undefined && { technology: technologies }),
  };
};

/** `a, b`. */
const listed = (text = ''): string[] =>
  text
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '');

/** A line is what it is in a few words; more is what there is to say about it. */
function described(text: string | undefined): { caption?: string; description?: string } {
  if (text === undefined) return {};
  return text.trim().includes('\n') || text.length > LONGEST_CAPTION
    ? { description: text }
    : { caption: text };
}
const LONGEST_CAPTION = 200;

function nodesByItem(workspace: Workspace): Map<Item, string[]> {
  const found = new Map<Item, string[]>();
  for (const { of, node, place } of workspace.instances) {
    const item = workspace.itemAt(of);
    const list = item && found.get(item);
    if (list) list.push(node);
    else if (item) found.set(item, [node]);
    else if ('word' in of)
      workspace.telling.lost(`The instance is of ${short(of.word)}, which is no element.`, place);
  }
  return found;
}

function itemNode(
  item: Item,
  parent: string | undefined,
  runBy: ReadonlyMap<Item, string[]>,
  workspace: Workspace,
): SketchNode {
  const { key, identifier, name, description, metadata, place } = item;
  const type = typeOf(item, workspace);
  const { tags, ...fields } = told(item);
  return {
    key,
    name,
    type,
    place,
    ...(identifier !== undefined && { id: spelledOut(identifier) }),
    ...(parent !== undefined && { parent }),
    ...(metadata === undefined
      ? described(description)
      : { caption: metadata, ...(description !== undefined && { description }) }),
    groups: [...new Set(runBy.get(item))],
    ...fields,
    // That it is a store is told.
    tags: type === 'store' ? tags.filter((it) => it !== 'Database') : tags,
  };
}

function typeOf(item: Item, { shapes, telling }: Workspace): SketchType {
  const { kind, name, technology, tags, archetypes, place } = item;
  const shaped = tags.map((it) => shapes.get(it)).findLast((it) => it !== undefined);
  switch (kind) {
    case 'person':
      return 'actor';
    case 'softwareSystem':
      return 'system';
    case 'component':
      return 'component';
    case 'element':
      if (shaped === 'person') return 'actor';
      telling.inferred(`The custom element "${short(name)}" becomes a system.`, place);
      return 'system';
    case 'container':
      if (shaped !== undefined && STORES.has(shaped)) return 'store';
      if (archetypes.some((it) => looksLikeStore(words(it)))) return 'store';
      if (!looksLikeStore(name, technology)) return 'app';
      telling.inferred(`"${short(name)}" seems to be a store, by its name or technology.`, place);
      return 'store';
  }
}

const words = (identifier: string): string => spelledOut(identifier).replace(/[-_]+/g, ' ');

const DIRECTIONS = ['bidirectional', 'none'] as const;

function edgeOf(relation: Relation, workspace: Workspace): SketchEdge | undefined {
  const { key, identifier, description = '', from, to, place } = relation;
  const [origin, target] = [workspace.itemAt(from), workspace.itemAt(to)];
  if (!origin || !target) {
    for (const end of [from, to]) tellEnd(end, relation, workspace);
    return undefined;
  }
  const { external: _, teams: __, ...rest } = told(relation);
  const direction = DIRECTIONS.find((it) => it === relation.labels.get('direction'));
  return {
    key,
    from: origin.key,
    to: target.key,
    name: description,
    place,
    ...(identifier !== undefined && { id: spelledOut(identifier) }),
    ...(direction && { direction }),
    ...rest,
  };
}

function tellEnd(end: End, { description = '', place }: Relation, workspace: Workspace): void {
  if (!('word' in end) || workspace.itemAt(end)) return;
  const isThere = workspace.find(end) !== undefined;
  const why = isThere ? 'which is no element of the model' : 'which is not there';
  const what = description === '' ? 'A relationship' : `The relationship "${short(description)}"`;
  workspace.telling.lost(`${what} names ${short(end.word)}, ${why}.`, place);
}

const TYPES = {
  systemLandscape: 'context-diagram',
  systemContext: 'context-diagram',
  container: 'app-diagram',
  component: 'component-diagram',
} as const;

function viewsOf(workspace: Workspace): SketchView[] {
  const content = new ViewContent(workspace);
  return workspace.views.flatMap((view) => {
    const subject = view.of && workspace.itemAt(view.of);
    if (view.of && !subject) {
      const word = 'word' in view.of ? view.of.word : '';
      workspace.telling.lost(`A view is of ${short(word)}, which is no element: left out.`, view.place);
      return [];
    }
    const isOf = view.kind === 'container' || view.kind === 'component';
    return [
      {
        key: `view ${workspace.freshKey()}`,
        name: view.title ?? titleOf(view, subject),
        type: TYPES[view.kind],
        nodes: content.of(view, subject).map(({ key }) => key),
        place: view.place,
        ...(view.key !== undefined && { id: spelledOut(view.key) }),
        ...(view.description !== undefined && { description: view.description }),
        ...(isOf && subject && { of: subject.key }),
      },
    ];
  });
}

const WORDS = {
  systemLandscape: 'System Landscape',
  systemContext: 'System Context',
  container: 'Containers',
  component: 'Components',
};

/** What a view without a title is called. */
function titleOf({ kind }: View, subject: Item | undefined): string {
  const names: string[] = [];
  for (let at = subject; at; at = at.parent) names.unshift(at.name);
  return [...names, WORDS[kind]].join(' - ');
}
