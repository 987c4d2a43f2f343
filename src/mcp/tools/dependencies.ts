import { usageError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { type Graph, graphOf, type Way, walk } from '../../contract/rules/dependencies.js';
import { LEVELS, liftConnections } from '../../contract/rules/dependency-levels.js';
import { routesBetween } from '../../contract/rules/dependency-paths.js';
import { type Element, textAt } from '../../model/document/element.js';
import type { ModelView } from '../model-view.js';
import { withDescription, z } from '../schema.js';
import { type Answer, tool } from '../tool.js';
import type { Workspace } from '../workspace.js';
import { nameInput, source } from './inputs.js';

const QUESTIONS = ['uses', 'used-by', 'path', 'delete-impact', 'deprecate-impact'] as const;
const MAX_PATHS = 10;

export default tool({
  name: 'dependencies',
  title: 'Dependencies and impact',
  description:
    'Answers what an object uses, what uses it, how it depends on another object (path), and what deleting or deprecating it would affect. Connections of nested objects count as connections of their parents.',
  input: z.object({
    object: nameInput('Name or path'),
    question: z.enum(QUESTIONS),
    to: withDescription(z.optional(z.string()), 'For path: the other object'),
    depth: withDescription(
      z.optional(z.int().check(z.gte(1), z.lte(50))),
      'Connections to follow (default: 1)',
    ),
    level: withDescription(z.optional(z.enum(LEVELS)), 'Show ends at this level or above'),
    source,
  }),
  async run(workspace, { object: name, question, to, depth = 1, level, source: from }) {
    const isImpact = question === 'delete-impact' || question === 'deprecate-impact';
    const view = await workspace.model(from, isImpact);
    const object = view.objectNamed(name);
    if (isImpact)
      return impact(workspace, view, object, question === 'delete-impact' ? 'delete' : 'deprecate');
    const { objects, connections } = recordsIn(view);
    const lines = level
      ? liftConnections(connections, new Map(objects.map((it) => [it.id, it])), { level, focus: object.id })
          .connections
      : connections;
    const graph = graphOf(objects, lines);
    if (question === 'path') {
      if (to === undefined)
        throw usageError('A path needs "to".', { hint: 'Pass the other object as "to".' });
      return paths(view, graph, object, view.objectNamed(to));
    }
    const way: Way = question === 'uses' ? 'out' : 'in';
    const { steps, isCut } = walk(graph, object.id, way, depth);
    const items = steps.map((step) => ({
      object: view.word('object', step.far),
      connection: step.connection.name,
      ...(step.depth > 1 && { depth: step.depth }),
      ...(step.near !== object.id && { [way === 'out' ? 'from' : 'to']: view.word('object', step.near) }),
      ...(step.finds === 'circle' && { cycle: true }),
    }));
    const facts = { ...view.facts, object: view.word('object', object.id), question };
    return {
      kind: 'list',
      items,
      facts: { ...facts, ...(isCut && { more: 'A greater depth shows more.' }) },
    };
  },
});

function recordsIn(view: ModelView) {
  const objects = view.all('object').map(({ id, fields }) => ({
    id,
    type: textAt(fields, 'type') ?? '',
    parentId: textAt(fields, 'parent'),
  }));
  const connections = view.all('connection').flatMap((it) => {
    const [originId, targetId] = [textAt(it.fields, 'origin'), textAt(it.fields, 'target')];
    if (originId === undefined || targetId === undefined) return [];
    const viaId = textAt(it.fields, 'via');
    const direction = textAt(it.fields, 'direction');
    return [{ id: it.id, name: view.nameOf(it), originId, targetId, viaId, direction }];
  });
  return { objects, connections };
}

type Records = ReturnType<typeof recordsIn>;
type Dependencies = Graph<Records['connections'][number]>;

/** Each path as the objects on it, with the connections between them. */
function paths(view: ModelView, graph: Dependencies, from: Element, to: Element): Answer {
  const { routes, hasMore } = routesBetween(graph, from.id, to.id, { most: MAX_PATHS });
  const isBack = routes.length === 0 && routesBetween(graph, to.id, from.id, { most: 1 }).routes.length > 0;
  return {
    kind: 'list',
    items: routes.map((route) => ({
      steps: route.map((hop) => ({
        to: view.word('object', hop[0]?.far ?? ''),
        connections: hop.map(({ connection }) => connection.name),
      })),
    })),
    facts: {
      ...view.facts,
      from: view.word('object', from.id),
      to: view.word('object', to.id),
      ...(hasMore && { more: `Only the ${MAX_PATHS} shortest paths are listed.` }),
      ...(isBack && { note: 'No path in this direction; a path exists in the opposite direction.' }),
    },
  };
}

async function impact(
  workspace: Workspace,
  view: ModelView,
  object: Element,
  change: 'delete' | 'deprecate',
): Promise<Answer> {
  const found = await workspace.impact(view, object, change);
  const items = found.map(
    ({ kind, name, where, effect, depth }): JsonObject => ({
      kind,
      name,
      where,
      effect,
      ...(depth !== undefined && depth > 1 && { depth }),
    }),
  );
  const counts: Record<string, number> = {};
  for (const { kind, effect } of found) counts[`${kind} ${effect}`] = (counts[`${kind} ${effect}`] ?? 0) + 1;
  return {
    kind: 'list',
    items,
    facts: { ...view.facts, object: view.word('object', object.id), change, counts },
  };
}
