import { foldCase } from '../../../../base/words.js';
import { truncate } from '../../../validate/rule.js';
import type { Sketch, SketchEdge, SketchNode, SketchType, SketchView } from '../../sketch.js';
import { spelledOut } from '../ids.js';
import { fieldsFromTags, looksLikeStore } from '../kinds-by-words.js';
import { Properties, STATUSES } from '../properties.js';
import { deploymentDiagrams } from './deployment-views.js';
import { flowsOf } from './dynamic.js';
import { ViewContent } from './view-content.js';
import {
  type Described,
  type End,
  type Group,
  type Item,
  type Relation,
  TAGS_OF_KINDS,
  type View,
  type Workspace,
} from './workspace.js';

/** Builds a sketch from a workspace. */

/** Default tags of each kind. */
const OF_ALL = new Set([
  ...Object.values(TAGS_OF_KINDS).flat(),
  'Deployment Node',
  'Infrastructure Node',
  'Relationship',
]);
const STORES = new Set(['cylinder', 'bucket', 'pipe']);

export function sketchOf(workspace: Workspace): Omit<Sketch, 'findings'> {
  const { title, hasSharedGroups } = workspace;
  const domain = domainOf(workspace);
  const inGroup = (key: string | undefined): string | undefined => (key === domain ? undefined : key);
  const runBy = nodesByItem(workspace);
  const { flows, views } = flowsOf(workspace);
  const groups = [...workspace.groups.values()].filter(({ key }) => key !== domain);
  return {
    ...(title !== '' && { title }),
    nodes: [
      ...groups.map((it) => groupNode(it, inGroup(it.parent), workspace)),
      ...workspace.items.map((it) => {
        const [group, parent] = [inGroup(it.group), it.parent?.key];
        const isBeside = hasSharedGroups && parent !== undefined;
        const groups = [...(isBeside && group !== undefined ? [group] : []), ...(runBy.get(it) ?? [])];
        return itemNode(it, isBeside ? parent : (group ?? parent), groups, workspace);
      }),
    ],
    edges: workspace.relations.flatMap((it) => edgeOf(it, workspace) ?? []),
    views: [...viewsOf(workspace), ...views, ...deploymentDiagrams(workspace)],
    flows,
  };
}

/** Key of the top-level group with the name of the workspace; it becomes the domain. */
function domainOf({ title, groups, hasDomains }: Workspace): string | undefined {
  if (hasDomains) return undefined;
  const found = [...groups.values()].find(
    ({ name, parent, key }) =>
      parent === undefined && key.startsWith('group') && foldCase(name) === foldCase(title),
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
  ...nodeFields(group, described(group.description)),
});

/** Fields of elements and relationships; properties with the name of a field set that field. */
const fieldsOf = ({ technology, tags, urls }: Described, properties: Properties) => {
  const { external, tags: kept } = fieldsFromTags(tags.filter((it) => !OF_ALL.has(it)));
  const links = [...urls, ...properties.list('links', (it) => !/\s/.test(it))];
  const status = properties.choice('status', STATUSES);
  const technologies = technology ?? properties.take('technologies');
  return {
    tags: [...new Set(kept)],
    links: links.map((url) => ({ url })),
    ...(external && { external }),
    ...(status && { status }),
    ...(technologies !== undefined && { technology: technologies }),
  };
};

/** Captions, descriptions and teams of elements and groups. */
function nodeFields(of: Described, own: { caption?: string; description?: string }) {
  const properties = new Properties(of.labels);
  const description = own.description ?? properties.take('description');
  return {
    ...own,
    ...(description !== undefined && { description }),
    ...fieldsOf(of, properties),
    teams: properties.list('teams'),
    labels: properties.labels(),
  };
}

/**
 * A single line is a caption; longer text is a description.
 *
 * @param caption the caption, if the format separates the two.
 */
function described(text: string | undefined, caption?: string): { caption?: string; description?: string } {
  if (caption !== undefined) return { caption, ...(text !== undefined && { description: text }) };
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
      workspace.diagnostics.lost(
        `The instance refers to ${truncate(of.word)}, which is not an element.`,
        place,
      );
  }
  return found;
}

function itemNode(
  item: Item,
  parent: string | undefined,
  groups: readonly string[],
  workspace: Workspace,
): SketchNode {
  const { key, identifier, name, description, metadata, place } = item;
  const type = typeOf(item, workspace);
  const own = described(description, metadata);
  const { tags, ...fields } = nodeFields(item, own);
  return {
    key,
    name,
    type,
    place,
    ...(identifier !== undefined && { id: spelledOut(identifier) }),
    ...(parent !== undefined && { parent }),
    groups: [...new Set(groups)],
    ...fields,
    // The type already states that it is a store.
    tags: type === 'store' ? tags.filter((it) => it !== 'Database') : tags,
  };
}

function typeOf(item: Item, { shapes, diagnostics }: Workspace): SketchType {
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
      diagnostics.inferred(`The custom element "${truncate(name)}" becomes a system.`, place);
      return 'system';
    case 'container':
      if (shaped !== undefined && STORES.has(shaped)) return 'store';
      if (archetypes.some((it) => looksLikeStore(words(it)))) return 'store';
      if (!looksLikeStore(name, technology)) return 'app';
      diagnostics.inferred(`"${truncate(name)}" becomes a store because of its name or technology.`, place);
      return 'store';
  }
}

const words = (identifier: string): string => spelledOut(identifier).replace(/[-_]+/g, ' ');

const DIRECTIONS = ['bidirectional', 'none'] as const;

function edgeOf(relation: Relation, workspace: Workspace): SketchEdge | undefined {
  const { key, identifier, description = '', from, to, place } = relation;
  const [origin, target] = [workspace.endAt(from), workspace.endAt(to)];
  if (!origin || !target) {
    for (const end of [from, to]) reportEnd(end, relation, workspace);
    return undefined;
  }
  const properties = new Properties(relation.labels);
  const { external: _, ...rest } = fieldsOf(relation, properties);
  const direction = properties.choice('direction', DIRECTIONS);
  const more = properties.take('description');
  return {
    key,
    from: origin.key,
    to: target.key,
    name: description,
    place,
    ...(identifier !== undefined && { id: spelledOut(identifier) }),
    ...(direction && { direction }),
    ...(more !== undefined && { description: more }),
    ...rest,
    labels: properties.labels(),
  };
}

function reportEnd(end: End, { description = '', place }: Relation, workspace: Workspace): void {
  if (!('word' in end) || workspace.itemAt(end)) return;
  const isThere = workspace.find(end) !== undefined;
  const why = isThere ? 'which is not an element of the model' : 'which does not exist';
  const what = description === '' ? 'A relationship' : `The relationship "${truncate(description)}"`;
  workspace.diagnostics.lost(`${what} refers to ${truncate(end.word)}, ${why}.`, place);
}

const TYPES = {
  systemLandscape: 'context-diagram',
  systemContext: 'context-diagram',
  container: 'app-diagram',
  component: 'component-diagram',
} as const;

function viewsOf(workspace: Workspace): SketchView[] {
  const content = new ViewContent(workspace);
  const shown = workspace.views.filter(({ isLevel }) => isLevel !== true);
  return shown.flatMap((view) => {
    const subject = view.of && workspace.itemAt(view.of);
    if (view.of && !subject) {
      const word = 'word' in view.of ? view.of.word : '';
      workspace.diagnostics.lost(`A view is skipped: ${truncate(word)} is not an element.`, view.place);
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

/** Default title of a view. */
function titleOf({ kind }: View, subject: Item | undefined): string {
  const names: string[] = [];
  for (let at = subject; at; at = at.parent) names.unshift(at.name);
  return [...names, WORDS[kind]].join(' - ');
}
