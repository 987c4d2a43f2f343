import { checkOptions, oneOf, SIGNAL } from '../../base/check-options.js';
import { mapConcurrently } from '../../base/concurrency.js';
import { requireArguments } from '../../base/require-arguments.js';
import { tasksOf } from '../../client/jobs/draft-tasks.js';
import { type ReadClient, readOnly } from '../../client/read-only.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import { adrs } from '../../contract/resources/adr.js';
import { comments } from '../../contract/resources/comment.js';
import { diagrams } from '../../contract/resources/diagram.js';
import { drafts } from '../../contract/resources/draft.js';
import { flows } from '../../contract/resources/flow.js';
import { getLandscape } from '../../contract/resources/landscape.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { tags } from '../../contract/resources/tag.js';
import { listTeams } from '../../contract/resources/team.js';
import { impactOf } from '../../contract/rules/impact.js';
import type { Impact, ImpactChange, ImpactRecords } from '../../contract/rules/impact-types.js';
import type { VersionPath } from '../live/read-landscape.js';
import { collect, objectIn } from './object-graph.js';

/** Concurrent log requests, one for each open draft. */
const MAX_CONCURRENT = 4;

/** Options of `objectImpact`. */
export interface ImpactOptions {
  /** The planned change of the object (default: `delete`). */
  change?: ImpactChange;
  /** Aborts the requests. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads a version and lists the records that deleting or deprecating an object would affect. Makes no changes.
 * @throws ArchctlError `not-found` for an unknown object; client errors.
 */
export async function objectImpact(
  client: ReadClient,
  path: VersionPath,
  objectId: string,
  options: ImpactOptions = {},
): Promise<Impact[]> {
  requireArguments('objectImpact', { client, path, objectId });
  checkOptions('objectImpact', options, { change: oneOf('delete', 'deprecate'), signal: SIGNAL });
  const { change = 'delete', signal } = options;
  const reader = readOnly(client, { signal });
  const records = await readImpactRecords(reader, path, () => teamNames(reader, path));
  objectIn({ objects: new Map(records.objects.map((it) => [it.id, it])) }, objectId);
  return impactOf(objectId, records, change);
}

/** Reads all lists whose records may refer to an object. @param namesOfTeams Names by id; called if an object has a team. */
export async function readImpactRecords(
  client: ReadClient,
  path: VersionPath,
  namesOfTeams: () => Promise<ReadonlyMap<string, string>>,
): Promise<ImpactRecords> {
  const limits = { maxBytes: MAX_LIST_BYTES };
  const [objects, connections, diagramList, flowList, tagList, commentList, decisions, draftList] =
    await Promise.all([
      collect(client.pages(modelObjects.list, { path }, limits)),
      collect(client.pages(modelConnections.list, { path }, limits)),
      collect(client.pages(diagrams.list, { path }, limits)),
      collect(client.pages(flows.list, { path }, limits)),
      collect(client.pages(tags.list, { path }, limits)),
      collect(client.pages(comments.list, { path }, limits)),
      collect(client.pages(adrs.list, { path }, limits)),
      draftsOf(client, path),
    ]);
  const teamIds = new Set(objects.flatMap((it) => it.teamIds ?? []));
  const names = teamIds.size === 0 ? undefined : await namesOfTeams();
  return {
    objects,
    connections,
    diagrams: diagramList,
    flows: flowList,
    tags: tagList,
    comments: commentList,
    drafts: draftList,
    decisions,
    teams: new Map([...teamIds].map((id) => [id, names?.get(id) ?? id])),
  };
}

/** Names of the teams of the organization. Empty if they cannot be read. */
async function teamNames(
  client: ReadClient,
  { landscapeId }: VersionPath,
): Promise<ReadonlyMap<string, string>> {
  try {
    const { landscape } = await client.call(getLandscape, { path: { landscapeId } });
    const found = await collect(
      client.pages(listTeams, { path: { organizationId: landscape.organizationId } }),
    );
    return new Map(found.map(({ id, name }) => [id, name]));
  } catch {
    return new Map();
  }
}

/** Open drafts with their changes from the log. */
async function draftsOf(client: ReadClient, path: VersionPath): Promise<ImpactRecords['drafts']> {
  const query = { filter: { status: 'in-progress' } } as const;
  const found = await collect(client.pages(drafts.list, { path, query }, { maxBytes: MAX_LIST_BYTES }));
  return mapConcurrently(found, MAX_CONCURRENT, async (draft) => {
    const tasks = await tasksOf(client, path.landscapeId, draft.id);
    return { draft, changes: tasks.flatMap(({ entityId }) => entityId ?? []) };
  });
}
