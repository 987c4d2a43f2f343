import { mapConcurrently } from '../../base/concurrency.js';
import { pluralize } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import type { Context } from '../../cli/command/spec.js';
import type { Client } from '../../client/client.js';
import { tasksOf } from '../../client/jobs/draft-tasks.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import { comments } from '../../contract/resources/comment.js';
import { diagrams } from '../../contract/resources/diagram.js';
import { drafts } from '../../contract/resources/draft.js';
import { flows } from '../../contract/resources/flow.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { tags } from '../../contract/resources/tag.js';
import {
  IMPACT_KINDS,
  type Impact,
  type ImpactKind,
  type ImpactRecords,
  impactOf,
} from '../../contract/rules/impact.js';
import { inWidth } from '../../terminal/line.js';
import { drawTree } from '../../terminal/tree.js';
import type { LineContext } from '../../terminal/types.js';
import { all, objectIn } from '../shared/read-model.js';
import type { VersionPath } from '../shared/version-path.js';
import { versionPath } from '../shared/version-path.js';

/** Concurrent log requests, one for each open draft. */
const AT_ONCE = 4;

export default command({
  summary: 'Show what deleting a model object would affect',
  details:
    'Lists everything that contains or references the object and its descendants: objects, connections, diagrams, flows, comments, open drafts and tags. "deleted": removed together with the object. "updated": keeps existing but loses its reference.',
  args: { modelObjectId: { name: 'OBJECT_ID', help: 'Model object', completes: 'object' } },
  scope: ['landscape', 'landscapeVersion'],
  operation: modelObjects.list,
  examples: {
    'Before you delete it': 'archctl object impact OBJECT_ID --landscape LANDSCAPE_ID',
    'Names of the diagrams that show it, for a script': `archctl object impact OBJECT_ID --landscape LANDSCAPE_ID -o json --query "[?kind=='diagram'].name"`,
  },
  related: ['object dependencies', 'object delete', 'search'],
  async run(context, { args: { modelObjectId } }) {
    const records = await recordsOf(context);
    const objects = new Map(records.objects.map((it) => [it.id, it]));
    const { name, type } = objectIn({ objects }, modelObjectId);
    const items = impactOf(modelObjectId, records);
    const { output, fields, query } = context.parsed.globals;
    const isPicked = output !== undefined || fields !== undefined || query !== undefined;
    if (context.terminal.isInteractive && !isPicked)
      return { kind: 'drawing', data: items, draw: (line) => drawn({ name, type }, items, line) };
    return { kind: 'list', items, columns: COLUMNS, empty: 'Nothing else is affected.' };
  },
});

const COLUMNS = [
  { key: 'kind', priority: 1 },
  { key: 'name', priority: 1 },
  { key: 'where', priority: 2 },
  { key: 'effect', kind: 'status', priority: 1 },
  { key: 'id', header: 'ID', kind: 'id', priority: 4 },
] as const;

/** All lists that may refer to the object, requested concurrently. */
async function recordsOf(context: Context): Promise<ImpactRecords> {
  const path = await versionPath(context);
  const client = await context.client();
  const held = { maxBytes: MAX_LIST_BYTES };
  const [listed, connections, drawings, sequences, words, said, underWay] = await Promise.all([
    all(client.pages(modelObjects.list, { path }, held)),
    all(client.pages(modelConnections.list, { path }, held)),
    all(client.pages(diagrams.list, { path }, held)),
    all(client.pages(flows.list, { path }, held)),
    all(client.pages(tags.list, { path }, held)),
    all(client.pages(comments.list, { path }, held)),
    draftsOf(client, path),
  ]);
  return {
    objects: listed,
    connections,
    diagrams: drawings,
    flows: sequences,
    tags: words,
    comments: said,
    drafts: underWay,
  };
}

/** Open drafts with their changes from the log. */
async function draftsOf(client: Client, path: VersionPath): Promise<ImpactRecords['drafts']> {
  const query = { filter: { status: 'in-progress' } } as const;
  const found = await all(client.pages(drafts.list, { path, query }, { maxBytes: MAX_LIST_BYTES }));
  return mapConcurrently(found, AT_ONCE, async (draft) => {
    const tasks = await tasksOf(client, path.landscapeId, draft.id);
    return { draft, changes: tasks.flatMap(({ entityId }) => entityId ?? []) };
  });
}

interface Node {
  text: string;
  more: string;
  effect: Impact['effect'] | undefined;
  level: number;
  children: readonly Node[];
}

/** A tree for people: kinds with counts, and their elements. */
function drawn(
  object: { name: string; type: string },
  items: readonly Impact[],
  { palette, safe, interactive, width }: LineContext,
): string {
  const branches = IMPACT_KINDS.map((kind) =>
    branchOf(
      kind,
      items.filter((it) => it.kind === kind),
    ),
  );
  const deleted = items.filter(({ effect }) => effect === 'deleted').length;
  const root: Node = {
    text: object.name,
    more:
      items.length === 0
        ? 'nothing else is affected'
        : `${object.type}, ${deleted} deleted with it, ${items.length - deleted} updated`,
    effect: undefined,
    level: 0,
    children: branches.filter(({ children }) => children.length > 0),
  };
  return drawTree(root, {
    label: ({ text, more, effect, level }) =>
      inWidth(
        [
          { text: safe(text), ...(level < 2 && { paint: palette.bold }) },
          { text: more === '' ? '' : `  ${safe(more)}`, paint: palette.dim },
          { text: effect === 'deleted' ? '  deleted' : '', paint: palette.red },
        ],
        interactive ? width - 4 * level : Number.POSITIVE_INFINITY,
      ),
    children: ({ children }) => children,
  });
}

const branchOf = (kind: ImpactKind, items: readonly Impact[]): Node => ({
  text: pluralize(items.length, kind),
  more: '',
  effect: undefined,
  level: 1,
  children: items.map(({ name, where, effect }) => ({
    text: name,
    more: where,
    effect,
    level: 2,
    children: [],
  })),
});
