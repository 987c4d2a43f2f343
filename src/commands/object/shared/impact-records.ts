import { mapConcurrently } from '../../../base/concurrency.js';
import type { Context } from '../../../cli/command/spec.js';
import type { Client } from '../../../client/client.js';
import { tasksOf } from '../../../client/jobs/draft-tasks.js';
import { MAX_LIST_BYTES } from '../../../client/send/limits.js';
import { adrs } from '../../../contract/resources/adr.js';
import { comments } from '../../../contract/resources/comment.js';
import { diagrams } from '../../../contract/resources/diagram.js';
import { drafts } from '../../../contract/resources/draft.js';
import { flows } from '../../../contract/resources/flow.js';
import { modelConnections } from '../../../contract/resources/model-connection.js';
import { type ModelObject, modelObjects } from '../../../contract/resources/model-object.js';
import { tags } from '../../../contract/resources/tag.js';
import type { ImpactRecords } from '../../../contract/rules/impact-types.js';
import { all } from '../../shared/read-model.js';
import { type VersionPath, versionPath } from '../../shared/version-path.js';

/** Concurrent log requests, one for each open draft. */
const AT_ONCE = 4;

/** All lists that may refer to the object, requested concurrently. */
export async function impactRecords(context: Context): Promise<ImpactRecords> {
  const path = await versionPath(context);
  const client = await context.client();
  const limits = { maxBytes: MAX_LIST_BYTES };
  const [listed, connections, drawings, sequences, words, allComments, decisions, underWay] =
    await Promise.all([
      all(client.pages(modelObjects.list, { path }, limits)),
      all(client.pages(modelConnections.list, { path }, limits)),
      all(client.pages(diagrams.list, { path }, limits)),
      all(client.pages(flows.list, { path }, limits)),
      all(client.pages(tags.list, { path }, limits)),
      all(client.pages(comments.list, { path }, limits)),
      all(client.pages(adrs.list, { path }, limits)),
      draftsOf(client, path),
    ]);
  return {
    objects: listed,
    connections,
    diagrams: drawings,
    flows: sequences,
    tags: words,
    comments: allComments,
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
