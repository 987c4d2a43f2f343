import { mapConcurrently } from '../../base/concurrency.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import type { Client } from '../../client/client.js';
import { tasksOf } from '../../client/jobs/draft-tasks.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import { adrs } from '../../contract/resources/adr.js';
import { comments } from '../../contract/resources/comment.js';
import { diagrams } from '../../contract/resources/diagram.js';
import { drafts } from '../../contract/resources/draft.js';
import { flows } from '../../contract/resources/flow.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { type ModelObject, modelObjects } from '../../contract/resources/model-object.js';
import { tags } from '../../contract/resources/tag.js';
import { impactOf } from '../../contract/rules/impact.js';
import type { ImpactRecords } from '../../contract/rules/impact-types.js';
import { isForPeople } from '../shared/dependencies/answer.js';
import { all, objectIn } from '../shared/read-model.js';
import type { VersionPath } from '../shared/version-path.js';
import { versionPath } from '../shared/version-path.js';
import { drawImpact, isShortened } from './shared/impact-text.js';

/** Concurrent log requests, one for each open draft. */
const AT_ONCE = 4;

export default command({
  summary: 'Show what deleting or deprecating a model object would affect',
  details:
    'Lists who and what depends on the object and its descendants. For a deletion, "deleted" records are removed together with the object; "updated" records keep existing but lose their reference. "affected" records do not change: dependents (direct and indirect), the teams and namespaces that own them, and decisions about its diagrams. With --deprecate, all records are "affected".\n\nMachine formats list the records with kind, id, name, where and effect. Kinds: object, connection, diagram, flow, comment, draft, tag, dependent (with depth), team, namespace and decision.',
  args: { modelObjectId: { name: 'OBJECT', help: 'Model object', completes: 'object' } },
  options: { deprecate: flag('Show the impact of a deprecation instead of a deletion') },
  scope: ['landscape', 'landscapeVersion'],
  operation: modelObjects.list,
  examples: {
    'Before you delete it': 'archctl object impact OBJECT',
    'Before you deprecate it': 'archctl object impact OBJECT --deprecate',
    'Names of the diagrams that show it, for a script': `archctl object impact OBJECT -o json --query "[?kind=='diagram'].name"`,
  },
  related: ['object dependencies', 'object delete', 'search'],
  async run(context, { args: { modelObjectId }, options: { deprecate } }) {
    const records = await recordsOf(context);
    const objects = new Map(records.objects.map((it) => [it.id, it]));
    const object = objectIn({ objects }, modelObjectId);
    const change = deprecate ? 'deprecate' : 'delete';
    const items = impactOf(modelObjectId, records, change);
    if (!isForPeople(context))
      return { kind: 'list', items, columns: COLUMNS, empty: 'Nothing else is affected.' };
    const remark = isShortened(items) ? { remark: '-o table lists all records.' } : {};
    return {
      kind: 'drawing',
      data: items,
      draw: (line) => drawImpact({ object, change, items }, line),
      ...remark,
    };
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
  const [listed, connections, drawings, sequences, words, said, decisions, underWay] = await Promise.all([
    all(client.pages(modelObjects.list, { path }, held)),
    all(client.pages(modelConnections.list, { path }, held)),
    all(client.pages(diagrams.list, { path }, held)),
    all(client.pages(flows.list, { path }, held)),
    all(client.pages(tags.list, { path }, held)),
    all(client.pages(comments.list, { path }, held)),
    all(client.pages(adrs.list, { path }, held)),
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
    decisions,
    teams: await teamNames(context, listed),
  };
}

/** Names of the teams of these objects; without a request if there are none, and empty if they cannot be read. */
async function teamNames(
  context: Context,
  objects: readonly ModelObject[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(objects.flatMap(({ teamIds }) => teamIds ?? []));
  if (ids.size === 0) return new Map();
  const names = await (await context.names()).of('team').catch(() => undefined);
  return new Map([...ids].flatMap((id) => [[id, names?.nameOf(id) ?? id] as const]));
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
