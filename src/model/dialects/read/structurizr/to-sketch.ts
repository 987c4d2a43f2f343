import { push } from '../../../../base/grouped.js';
import { foldCase } from '../../../../base/text/words.js';
import { truncate } from '../../../validate/rule.js';
import type { Sketch, SketchEdge, SketchNode, SketchType } from '../../sketch.js';
import { kebabCase } from '../ids.js';
import { fieldsFromTags, looksLikeStore } from '../kinds-by-words.js';
import { Properties, STATUSES } from '../properties.js';
import { deploymentDiagramsOf, diagramsOf, flowsOf } from './views.js';
import {
  type Details,
  type End,
  type Group,
  type Item,
  type Relation,
  TAGS_OF_KINDS,
  type Workspace,
} from './workspace.js';

/** Builds a sketch from a workspace. */

/** Default tags of each kind. */
const DEFAULT_TAGS = new Set([
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
  const dynamic = flowsOf(workspace);
  const groups = [...workspace.groups.values()].filter(({ key }) => key !== domain);
  return {
    title: title || undefined,
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
    views: [...diagramsOf(workspace), ...dynamic.map(({ view }) => view), ...deploymentDiagramsOf(workspace)],
    flows: dynamic.map(({ flow }) => flow),
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
  id: idOf(group),
  parent,
  ...nodeFields(group, captionOrDescription(group.description)),
});

/** Fields of elements and relationships; properties with the name of a field set that field. */
const fieldsOf = ({ technology, tags, urls }: Details, properties: Properties) => {
  const { external, tags: otherTags } = fieldsFromTags(tags.filter((it) => !DEFAULT_TAGS.has(it)));
  return {
    tags: [...new Set(otherTags)],
    links: [...urls, ...properties.list('links', (it) => !/\s/.test(it))].map((url) => ({ url })),
    external,
    status: properties.choice('status', STATUSES),
    technology: technology ?? properties.take('technologies'),
  };
};

/** Captions, descriptions and teams of elements and groups. */
function nodeFields(details: Details, texts: { caption?: string; description?: string | undefined }) {
  const properties = new Properties(details.labels);
  return {
    caption: texts.caption,
    description: texts.description ?? properties.take('description'),
    ...fieldsOf(details, properties),
    teams: properties.list('teams'),
    labels: properties.labels(),
  };
}

/**
 * A single line is a caption; longer text is a description.
 *
 * @param caption the caption, if the format separates the two.
 */
function captionOrDescription(
  text: string | undefined,
  caption?: string,
): { caption?: string; description?: string | undefined } {
  if (caption !== undefined) return { caption, description: text };
  if (text === undefined) return {};
  return text.trim().includes('\n') || text.length > LONGEST_CAPTION
    ? { description: text }
    : { caption: text };
}
const LONGEST_CAPTION = 200;

const idOf = ({ identifier }: { identifier?: string | undefined }): string | undefined =>
  identifier === undefined ? undefined : kebabCase(identifier);

/** Keys of the deployment nodes that run each element. */
function nodesByItem(workspace: Workspace): Map<Item, string[]> {
  const found = new Map<Item, string[]>();
  for (const { of, node, place } of workspace.instances) {
    const item = workspace.itemAt(of);
    if (item) push(found, item, node);
    else if ('word' in of) {
      const message = `The instance refers to ${truncate(of.word)}, which is not an element.`;
      workspace.diagnostics.loss(message, place);
    }
  }
  return found;
}

function itemNode(
  item: Item,
  parent: string | undefined,
  groups: readonly string[],
  workspace: Workspace,
): SketchNode {
  const { key, name, description, metadata, place } = item;
  const type = typeOf(item, workspace);
  const { tags, ...fields } = nodeFields(item, captionOrDescription(description, metadata));
  return {
    ...{ key, id: idOf(item), name, type, place, parent },
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
      diagnostics.guess(`The custom element "${truncate(name)}" becomes a system.`, place);
      return 'system';
    case 'container':
      if (shaped !== undefined && STORES.has(shaped)) return 'store';
      if (archetypes.some((it) => looksLikeStore(words(it)))) return 'store';
      if (!looksLikeStore(name, technology)) return 'app';
      diagnostics.guess(`"${truncate(name)}" becomes a store because of its name or technology.`, place);
      return 'store';
  }
}

const words = (identifier: string): string => kebabCase(identifier).replace(/[-_]+/g, ' ');

const DIRECTIONS = ['bidirectional', 'none'] as const;

function edgeOf(relation: Relation, workspace: Workspace): SketchEdge | undefined {
  const { key, description = '', from, to, place } = relation;
  const [origin, target] = [workspace.endAt(from), workspace.endAt(to)];
  if (!origin || !target) {
    for (const end of [from, to]) reportEnd(end, relation, workspace);
    return undefined;
  }
  const properties = new Properties(relation.labels);
  const { external: _, ...fields } = fieldsOf(relation, properties);
  return {
    key,
    id: idOf(relation),
    from: origin.key,
    to: target.key,
    name: description,
    place,
    direction: properties.choice('direction', DIRECTIONS),
    description: properties.take('description'),
    ...fields,
    labels: properties.labels(),
  };
}

function reportEnd(end: End, { description = '', place }: Relation, workspace: Workspace): void {
  if (!('word' in end) || workspace.itemAt(end)) return;
  const isThere = workspace.find(end) !== undefined;
  const why = isThere ? 'which is not an element of the model' : 'which does not exist';
  const what = description === '' ? 'A relationship' : `The relationship "${truncate(description)}"`;
  workspace.diagnostics.loss(`${what} refers to ${truncate(end.word)}, ${why}.`, place);
}
