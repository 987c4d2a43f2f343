import { isObject } from '../../../base/is-object.js';
import { type Doc, entriesOf, type Fields } from '../../doc.js';
import { type Kind, recordOf } from '../../records.js';

/** Error of an entry whose id differs from its key. */
export const wrongIdProblems = (map: string, [id, entry]: [string, Fields]): string[] =>
  entry.id === id ? [] : [`${map}.${id}.id: must be ${id}, the key of the entry`];

/** Errors in the content of a diagram: entries whose id differs from their key, and lines without ends. */
export function contentProblems(content: Doc): string[] {
  const kind: Kind = 'diagramContent';
  const maps = Object.entries(recordOf(kind).entries ?? {});
  return [
    ...maps.flatMap(([map]) => entriesOf(content[map]).flatMap((entry) => wrongIdProblems(map, entry))),
    ...maps.flatMap(([map, { within = {} }]) =>
      entriesOf(content[map]).flatMap(([id, entry]) => danglingEnds(`${map}.${id}`, within, entry, content)),
    ),
  ];
}

/** Lines with an end that is not on the diagram. */
function danglingEnds(
  path: string,
  within: Readonly<Record<string, string>>,
  entry: Fields,
  content: Doc,
): string[] {
  return Object.entries(within).flatMap(([field, other]) => {
    const at = entry[field];
    const map = content[other];
    const isDrawn = typeof at !== 'string' || (isObject(map) && Object.hasOwn(map, at));
    return isDrawn ? [] : [`${path}.${field}: there is no diagram object ${at} on this diagram`];
  });
}

/** Errors in the steps of a flow: an id must equal its key, and a parent must be a step or a path of the same flow. */
export function stepProblems(flow: Doc): string[] {
  const steps = entriesOf(flow.steps);
  const parents = new Set(
    steps.flatMap(([id, step]) => [id, ...(isObject(step.paths) ? Object.keys(step.paths) : [])]),
  );
  return steps.flatMap(([id, step]) => [
    ...wrongIdProblems('steps', [id, step]),
    ...(step.parentId === null || parents.has(String(step.parentId))
      ? []
      : [`steps.${id}.parentId: there is no step or path ${String(step.parentId)} in this flow`]),
  ]);
}

/** Errors in links to be written: ids that differ from their key. */
export const linkProblems = ({ links }: Fields): string[] =>
  entriesOf(links).flatMap((entry) => wrongIdProblems('links', entry));

/**
 * Links completed with fields that a write may omit: the id is the key, and a new link is added last
 * (docs/service.md#links).
 */
export function completedLinks(links: unknown): Fields {
  const entries = entriesOf(links);
  let last = Math.max(-1, ...entries.map(([, { index }]) => (typeof index === 'number' ? index : -1)));
  return Object.fromEntries(
    entries.map(([key, link]) => {
      if (link.index === undefined) last += 1;
      return [key, { id: key, index: last, ...link }];
    }),
  );
}
