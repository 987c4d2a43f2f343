import type { VersionPath } from '../../../cli/command/version-path.js';
import type { Client } from '../../../client/client.js';
import { MAX_LIST_BYTES } from '../../../client/send/limits.js';
import { textsOf } from '../../../contract/doc.js';
import type { Operation } from '../../../contract/operation.js';
import { diagrams } from '../../../contract/resources/diagram.js';
import { modelConnections } from '../../../contract/resources/model-connection.js';
import { modelObjects } from '../../../contract/resources/model-object.js';
import { tagGroups } from '../../../contract/resources/tag.js';
import { namesOf } from '../../shared/names-of.js';
import type { Candidate } from './sources.js';

/** Locations of search results in words: `Booking / Booking API`, `Booking API → Booking Database`. */

type Names = ReadonlyMap<string, string>;

const idIn = (data: Candidate['data'], field: string): string[] => {
  const value = data[field];
  return typeof value === 'string' ? [value] : [];
};

/** Parents of an object without the root, which contains everything. */
const parentsOf = ({ data }: Candidate): string[] => textsOf(data.parentIds).slice(1);

const diagramsOf = ({ data }: Candidate): string[] => [
  ...idIn(data, 'diagramId'),
  ...Object.keys((data.diagrams ?? {}) as object).slice(0, 1),
];

/** Paths of these records by kind and id, with as few requests as possible. */
export async function pathsOf(
  client: Client,
  path: VersionPath,
  found: readonly Candidate[],
): Promise<(of: Candidate) => string> {
  const of = (...kinds: Candidate['kind'][]) => found.filter(({ kind }) => kinds.includes(kind));
  const ends = of('object', 'connection', 'diagram', 'diagram-group').flatMap((it) => [
    ...(it.kind === 'object' ? parentsOf(it) : []),
    ...['originId', 'targetId', 'modelId'].flatMap((field) => idIn(it.data, field)),
  ]);
  const sheets = of('flow', 'comment').flatMap(diagramsOf);
  const groups = of('tag').flatMap(({ data }) => idIn(data, 'groupId'));
  const names = await Promise.all([
    namesOf(client, path, modelObjects, new Set(ends)),
    namesOf(client, path, diagrams, new Set(sheets)),
    namesOf(client, path, tagGroups, new Set(groups)),
  ]);
  const all: Names = new Map(names.flatMap((it) => [...it]));
  return (it) => pathOf(it, all);
}

function pathOf(it: Candidate, names: Names): string {
  const nameOf = (id: string): string => names.get(id) ?? '';
  const within = (ids: readonly string[]): string =>
    [...ids.map(nameOf), it.name].filter((name) => name !== '').join(' / ');
  switch (it.kind) {
    case 'connection':
      return ['originId', 'targetId'].map((field) => idIn(it.data, field).map(nameOf).join('')).join(' → ');
    case 'object':
      return within(parentsOf(it));
    case 'flow':
      return within(diagramsOf(it));
    case 'comment':
      return diagramsOf(it).map(nameOf).join('');
    case 'tag':
      return within(idIn(it.data, 'groupId'));
    default:
      return within(idIn(it.data, 'modelId'));
  }
}

/** Filters technologies to those used in the version. */
export async function usedTechnologies(
  client: Client,
  path: VersionPath,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const query = { filter: { technologyIds: [...ids] } };
  const usedBy = async (list: Operation): Promise<string[]> => {
    const used: string[] = [];
    for await (const item of client.performPages(
      list,
      { path: { ...path }, query },
      { maxBytes: MAX_LIST_BYTES },
    ))
      used.push(...textsOf((item as { technologyIds?: unknown }).technologyIds));
    return used;
  };
  return new Set((await Promise.all([usedBy(modelObjects.list), usedBy(modelConnections.list)])).flat());
}
