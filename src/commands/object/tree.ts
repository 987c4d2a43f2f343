import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { number } from '../../cli/command/options.js';
import { versionPath } from '../../cli/command/version-path.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import { MODEL_OBJECT_TYPES } from '../../contract/enums.js';
import { type ModelObject, modelObjects } from '../../contract/resources/model-object.js';
import { drawTree, MAX_LEVELS } from '../../terminal/tree.js';
import noun from './noun.js';

interface Node {
  object: ModelObject;
  children: Node[];
}

export default command({
  summary: 'Show the hierarchy of model objects',
  args: {
    rootId: { name: 'ROOT', help: 'Root of the tree', optional: true, completes: 'object' },
  },
  options: {
    depth: number('Maximum depth below the root', { integer: true, min: 0 }),
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: modelObjects.list,
  examples: {
    'A whole landscape': 'archctl object tree',
    'The parts of one system, as nested data': 'archctl object tree OBJECT -o json',
  },
  related: ['object list', 'diagram list'],
  async run(context, { args: { rootId }, options: { depth = Number.POSITIVE_INFINITY } }) {
    const path = await versionPath(context);
    const client = await context.client();
    const objects: ModelObject[] = [];
    const limits = { maxBytes: MAX_LIST_BYTES };
    for await (const object of client.pages(modelObjects.list, { path }, limits)) objects.push(object);
    if (objects.length === 0 && rootId === undefined)
      return { kind: 'list', items: [], columns: noun.columns, empty: 'No model objects.' };
    const roots = forest(objects, rootId, depth);
    const [only] = roots;
    if (rootId !== undefined && only === undefined) {
      throw new ArchctlError('not-found', `There is no model object ${rootId} in this version.`, {
        hint: '"archctl object list" lists all objects.',
      });
    }
    return {
      kind: 'drawing',
      data: rootId === undefined ? roots.map(plain) : only && plain(only),
      draw: ({ palette, safe, width, interactive }) =>
        roots
          .map((root) =>
            drawTree(
              root,
              {
                label: ({ object }) => [
                  { text: safe(object.type), paint: palette.dim },
                  { text: safe(object.name), paint: palette.bold },
                  ...(object.status === 'live'
                    ? []
                    : [{ text: safe(object.status), paint: palette[COLOURS[object.status] ?? 'dim'] }]),
                  ...(context.parsed.globals.ids ? [{ text: safe(object.id), paint: palette.dim }] : []),
                ],
                children: ({ children }) => children,
              },
              interactive ? width : undefined,
            ),
          )
          .join('\n'),
    };
  },
});

/**
 * Forest of objects: below the given root, or below each object whose parent is not in the list. Each object appears
 * once.
 */
function forest(objects: readonly ModelObject[], rootId: string | undefined, depth: number): Node[] {
  const known = new Set(objects.map(({ id }) => id));
  const below = new Map<string, ModelObject[]>();
  for (const object of [...objects].sort(byTypeAndName)) {
    const parent = object.parentId ?? '';
    const siblings = below.get(parent);
    if (siblings) siblings.push(object);
    else below.set(parent, [object]);
  }
  const seen = new Set<string>();
  const grow = (object: ModelObject, level: number): Node => {
    if (level > MAX_LEVELS) {
      throw new ArchctlError('unavailable', `The objects are nested more than ${MAX_LEVELS} levels deep.`, {
        hint: '--depth shows the upper levels.',
      });
    }
    seen.add(object.id);
    const children = (below.get(object.id) ?? []).filter(({ id }) => !seen.has(id));
    return { object, children: level < depth ? children.map((child) => grow(child, level + 1)) : [] };
  };
  const tops = objects.filter(({ id, parentId }) =>
    rootId === undefined ? !known.has(parentId ?? '') : id === rootId,
  );
  return tops.map((top) => grow(top, 0));
}

const rank = ({ type }: ModelObject): number => (MODEL_OBJECT_TYPES as readonly string[]).indexOf(type);
const byTypeAndName = (a: ModelObject, b: ModelObject): number =>
  rank(a) - rank(b) || a.name.localeCompare(b.name, 'en');

/** Colours of the statuses that are shown. */
const COLOURS: Readonly<Record<string, 'yellow' | 'red' | 'blue'>> = {
  deprecated: 'yellow',
  removed: 'red',
  future: 'blue',
};

/** The tree as data, with nested `children`. */
const plain = ({ object, children }: Node): Record<string, unknown> => ({
  ...object,
  children: children.map(plain),
});
