import { truncate } from '../../../validate/rule.js';
import type { Sketch, SketchEdge, SketchNode, SketchType } from '../../sketch.js';
import { ID_KEY, kebabCase, likec4Id } from '../ids.js';
import { fieldsFromTags, hasExternalTag } from '../kinds-by-words.js';
import { Properties, STATUSES } from '../properties.js';
import { typeOfKind, typeOfShape } from './kinds.js';
import { Names } from './names.js';
import { addMetadata } from './properties.js';
import {
  type Details,
  type Element,
  noDetails,
  type Reference,
  type Relation,
  type Source,
} from './source.js';
import { viewsOf } from './view-content.js';

/** Builds a sketch from all files. */

export function sketchOf(source: Source): Omit<Sketch, 'findings'> {
  extend(source);
  const names = new Names(source.elements);
  const types = typesOf(source);
  return {
    title: source.title,
    nodes: [...source.elements.values()].map((it) => nodeOf(it, types.get(it.path) ?? 'system', source)),
    edges: source.relations.flatMap((it) => edgeOf(it, names, source) ?? []),
    ...viewsOf(source, names, types),
  };
}

/** Merges `extend` blocks into their elements. */
function extend({ elements, extensions, diagnostics }: Source): void {
  for (const [path, { details, place }] of extensions) {
    const element = elements.get(path);
    if (!element) {
      diagnostics.loss(`"${truncate(path)}" is extended but does not exist.`, place);
      continue;
    }
    element.tags.push(...details.tags);
    element.links.push(...details.links);
    for (const [key, value] of details.metadata) addMetadata(element.metadata, key, value.split(', '));
    for (const field of ['title', 'description', 'summary', 'technology', 'shape'] as const) {
      const value = details[field];
      if (value !== undefined) element[field] = value;
    }
  }
}

/** Types by path: from kind and shape, otherwise from children and parent. */
function typesOf(source: Source): Map<string, SketchType> {
  const declared = new Map<string, SketchType>();
  const systemParents = new Set<string>();
  const appParents = new Set<string>();
  for (const element of source.elements.values()) {
    const type = typeOfKind(element.kind, source.elementKinds.get(element.kind)) ?? typeOfShape(element);
    if (type) declared.set(element.path, type);
    if (type === 'system' || type === 'domain') systemParents.add(element.within);
    if (type === 'app' || type === 'store') appParents.add(element.within);
  }
  const types = new Map<string, SketchType>();
  const guessed = new Set<string>();
  // Parents first: elements follow their parents in the files, except for extensions.
  for (const element of [...source.elements.values()].sort((a, b) => depthOf(a) - depthOf(b))) {
    const { path, within, kind, place } = element;
    const own = declared.get(path);
    // A service that contains services is a system in archctl.
    const isWhole = own === 'app' && appParents.has(path) && !INSIDE.has(types.get(within));
    const isNamed = own !== undefined && own !== 'component';
    const type = isWhole ? 'system' : isNamed ? own : byPlace(types.get(within), systemParents.has(path));
    types.set(path, type);
    if (own === 'component' && type !== own && !guessed.has(`${kind} ${type}`)) {
      guessed.add(`${kind} ${type}`);
      const where = type === 'app' ? 'is directly in a system' : 'is not in a system';
      source.diagnostics.guess(`"${truncate(path)}" ${where}: it becomes ${articled(type)}.`, place);
    }
    if (isWhole)
      source.diagnostics.guess(`"${truncate(path)}" contains apps or stores: it becomes a system.`, place);
    if (declared.has(path) || guessed.has(kind)) continue;
    guessed.add(kind);
    source.diagnostics.guess(
      `The kind "${truncate(kind)}" does not show a type: "${truncate(path)}" becomes ${articled(type)}.`,
      place,
    );
  }
  return types;
}

/** Types of parents that cannot contain a system. */
const INSIDE: ReadonlySet<SketchType | undefined> = new Set<SketchType>([
  'system',
  'app',
  'store',
  'component',
]);

const depthOf = ({ path }: Element): number => path.split('.').length;

const articled = (type: SketchType): string => `${type === 'actor' || type === 'app' ? 'an' : 'a'} ${type}`;

function byPlace(around: SketchType | undefined, holdsSystems: boolean): SketchType {
  if (around === 'system') return 'app';
  if (around === 'app' || around === 'store' || around === 'component') return 'component';
  return holdsSystems ? 'group' : 'system';
}

/** Fields of elements and relationships; metadata with the name of a field sets that field. */
function fieldsOf(of: Details, kind: Details = noDetails(), { tagNames }: Pick<Source, 'tagNames'>) {
  const { external, tags } = fieldsFromTags([...kind.tags, ...of.tags].map((it) => tagNames.get(it) ?? it));
  const metadata = new Properties(of.metadata);
  return {
    tags: [...new Set(tags)],
    links: of.links,
    external,
    status: metadata.choice('status', STATUSES),
    technology: of.technology ?? kind.technology,
    description: of.description ?? kind.description,
    caption: of.summary ?? kind.summary,
    metadata,
  };
}

function nodeOf(element: Element, type: SketchType, source: Source): SketchNode {
  const { elementKinds, elements } = source;
  const { path, name, within, title, kind, place } = element;
  const { metadata, ...fields } = fieldsOf(element, elementKinds.get(kind), source);
  const isExternal =
    hasExternalTag([kebabCase(kind).replaceAll('-', ' ')]) ||
    metadata.choice('external', ['true']) === 'true';
  return {
    key: path,
    id: { exact: metadata.take(ID_KEY) ?? likec4Id(name) },
    name: title ?? name,
    type,
    place,
    parent: elements.has(within) ? within : undefined,
    ...fields,
    teams: metadata.list('teams'),
    labels: metadata.labels(),
    external: fields.external || isExternal,
  };
}

function edgeOf(relation: Relation, names: Names, source: Source): SketchEdge | undefined {
  const { key, from, to, title, kind = '', place, isBothWays } = relation;
  const [origin, target] = [names.find(from), names.find(to)];
  if (!origin || !target) {
    reportEnds([origin ? undefined : from, target ? undefined : to], relation, source);
    return undefined;
  }
  const ofKind = source.relationKinds.get(kind);
  const { external: _, caption, metadata, ...rest } = fieldsOf(relation, ofKind, source);
  const direction = isBothWays ? 'bidirectional' : DIRECTIONS.get(kind);
  const words = direction === undefined ? kebabCase(kind).replace(/[-_]+/g, ' ') : '';
  return {
    key,
    from: origin.path,
    to: target.path,
    name: title ?? ofKind?.title ?? words,
    place,
    direction,
    ...rest,
    description: rest.description ?? caption,
    labels: metadata.labels(),
  };
}

/** Relationship kinds with a direction. */
const DIRECTIONS: ReadonlyMap<string, 'bidirectional' | 'none'> = new Map([
  ['bidirectional', 'bidirectional'],
  ['undirected', 'none'],
]);

/** Reports ends that do not exist. */
function reportEnds(
  ends: readonly (Reference | undefined)[],
  { title = '', place }: Relation,
  source: Source,
): void {
  const what = title === '' ? 'A relationship' : `The relationship "${truncate(title)}"`;
  for (const end of ends) {
    const message = `${what} refers to ${truncate(end?.word ?? '') || 'its parent'}, which does not exist.`;
    if (end) source.diagnostics.loss(message, place);
  }
}
