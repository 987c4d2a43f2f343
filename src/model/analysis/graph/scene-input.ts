import type { RenderOptions, SceneInput } from '../../../drawing/index.js';
import type { Change } from '../../compare/diff.js';
import { nameOf } from '../../document/containers.js';
import {
  ELEMENT_KINDS,
  type Element,
  elementsOf,
  idsAt,
  type Model,
  type ModelKind,
  modelOf,
  textAt,
} from '../../document/element.js';
import type { GraphSelection, Line } from './select-graph.js';

/** Converts part of a model to the records of a scene. */

export interface PictureOptions {
  title: string;
  theme: NonNullable<RenderOptions['theme']>;
  technologyName?: (slug: string) => string;
  /** Changes to objects and connections, if two models are compared. */
  marks?: Marks;
}

type Mark = Change['change'];
/** Change types, by kind and id. */
export type Marks = ReadonlyMap<string, Mark>;

/** Maximum number of letters for all names on one line. */
const MAX_LETTERS = 60;

const keyOf = (kind: ModelKind, id: string): string => `${kind} ${id}`;

/** The change to a connection. */
export const markOfConnection = (marks: Marks, id: string): Mark | undefined =>
  marks.get(keyOf('connection', id));

export const marksOf = (changes: readonly Change[]): Marks =>
  new Map(changes.map(({ kind, id, change }) => [keyOf(kind, id), change]));

/** The union of two models; elements in both have their later state. */
export const unionOf = (before: Model, after: Model): Model =>
  modelOf(
    ELEMENT_KINDS.flatMap((kind) => [...elementsOf(after, kind), ...elementsOf(before, kind)]),
    after,
  );

const LEGEND = [
  { id: 'added', name: 'Added', color: 'green', index: 0 },
  { id: 'removed', name: 'Removed', color: 'red', index: 1 },
  { id: 'changed', name: 'Changed', color: 'yellow', index: 2 },
] as const;
const GROUP = 'changes';

export function sceneInputOf(model: Model, chosen: GraphSelection, frame: PictureOptions): SceneInput {
  const { objects, lines } = chosen;
  const parents = new Set(objects.map(({ fields }) => textAt(fields, 'parent')));
  const { marks } = frame;
  const inside = marks && insideMarks(model, chosen, marks);
  const markOf = (id: string): Mark | undefined => marks?.get(keyOf('object', id)) ?? inside?.get(id);
  return {
    diagram: { id: 'graph', name: frame.title },
    content: {
      objects: Object.fromEntries(
        objects.map(({ id }, at) => [`o${at}`, { id, modelId: id, shape: parents.has(id) ? 'area' : 'box' }]),
      ),
      connections: Object.fromEntries(
        lines.map(({ from, to }, at) => [
          `c${at}`,
          { id: `c${at}`, modelId: `c${at}`, originId: from, targetId: to },
        ]),
      ),
    },
    modelObjects: objects.map((it) => objectRecord(it, markOf(it.id))),
    modelConnections: lines.map((it, at) => ({ id: `c${at}`, ...lineRecord(it, marks) })),
    technologies: technologyRecords([...objects, ...lines.flatMap((it) => it.connections)], frame),
    tags: marks ? LEGEND.map((it) => ({ ...it, groupId: GROUP })) : [],
    tagGroups: marks ? [{ id: GROUP, name: 'Changes' }] : [],
    options: { theme: frame.theme, ...(marks && { groupId: GROUP }) },
  };
}

/** Marks a box as changed if an object that it represents has changed. */
function insideMarks(
  model: Model,
  { representativeOf }: GraphSelection,
  marks: Marks,
): ReadonlyMap<string, Mark> {
  const found = new Map<string, Mark>();
  for (const { id } of elementsOf(model, 'object')) {
    const representative = representativeOf(id);
    if (representative !== undefined && representative !== id && marks.has(keyOf('object', id)))
      found.set(representative, 'changed');
  }
  return found;
}

const optionalText = (fields: Element['fields'], key: string): Record<string, string> => {
  const value = textAt(fields, key);
  return value === undefined ? {} : { [key]: value };
};

export function technologyRecords(
  elements: readonly Element[],
  { technologyName = (slug) => slug }: Pick<PictureOptions, 'technologyName'>,
): SceneInput['technologies'] {
  const slugs = new Set(elements.flatMap(({ fields }) => idsAt(fields, 'technologies')));
  return [...slugs].map((slug) => ({ id: slug, name: technologyName(slug) }));
}

export function objectRecord(element: Element, mark?: Mark): SceneInput['modelObjects'][number] {
  const { id, fields } = element;
  const status = mark === 'removed' ? {} : optionalText(fields, 'status');
  return {
    id,
    name: nameOf(element),
    ...optionalText(fields, 'type'),
    ...optionalText(fields, 'caption'),
    ...status,
    external: fields.external === true,
    parentId: textAt(fields, 'parent') ?? null,
    groupIds: idsAt(fields, 'groups'),
    technologyIds: idsAt(fields, 'technologies'),
    tagIds: mark ? [mark] : [],
  };
}

export const connectionRecord = (element: Element): SceneInput['modelConnections'][number] => ({
  id: element.id,
  name: nameOf(element),
  ...optionalText(element.fields, 'direction'),
  ...optionalText(element.fields, 'status'),
  viaId: textAt(element.fields, 'via') ?? null,
  technologyIds: idsAt(element.fields, 'technologies'),
});

const technologiesOf = ({ connections }: Line): string[] => [
  ...new Set(connections.flatMap(({ fields }) => idsAt(fields, 'technologies'))),
];

function lineRecord(line: Line, marks: Marks | undefined) {
  const { connections, from, to, via, direction, status } = line;
  const found = new Set(connections.map(({ id }) => marks?.get(keyOf('connection', id))));
  const [one] = found;
  const mark = found.size > 1 ? 'changed' : one;
  return {
    name: labelOf(connections.map(nameOf)),
    originId: from,
    targetId: to,
    ...(via !== undefined && { viaId: via }),
    ...(direction !== undefined && { direction }),
    ...(status !== undefined && { status }),
    technologyIds: technologiesOf(line),
    tagIds: mark ? [mark] : [],
  };
}

/** The label of a line: the names of its connections, or their number if the names are too long. */
function labelOf(names: readonly string[]): string {
  const different = [...new Set(names)];
  const [only = ''] = different;
  if (names.length === 1) return only;
  if (different.length === 1) return `${names.length} × ${only}`;
  const words = different.join(', ');
  return words.length <= MAX_LETTERS ? words : `${names.length} connections`;
}
