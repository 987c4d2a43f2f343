import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf, type Fields } from '../doc.js';
import { type Kind, recordOf } from '../records.js';

const misplaced = (map: string, [id, entry]: [string, Fields]): string[] =>
  entry.id === id ? [] : [`${map}.${id}.id: must be ${id}, the key it stands under`];

/** What stands against the content of a diagram: entries under another id than their own, lines without ends. */
export function contentProblems(content: Doc): string[] {
  const kind: Kind = 'diagramContent';
  const maps = Object.entries(recordOf(kind).entries ?? {});
  return [
    ...maps.flatMap(([map]) => entriesOf(content[map]).flatMap((entry) => misplaced(map, entry))),
    ...maps.flatMap(([map, { within = {} }]) =>
      entriesOf(content[map]).flatMap(([id, entry]) => looseEnds(`${map}.${id}`, within, entry, content)),
    ),
  ];
}

/** Lines that begin or end at nothing on the diagram. */
function looseEnds(
  path: string,
  within: Readonly<Record<string, string>>,
  entry: Fields,
  content: Doc,
): string[] {
  return Object.entries(within).flatMap(([field, other]) => {
    const at = entry[field];
    const map = content[other];
    const stands = typeof at !== 'string' || (isObject(map) && Object.hasOwn(map, at));
    return stands ? [] : [`${path}.${field}: there is no diagram object ${at} on this diagram`];
  });
}

/** What stands against the steps of a flow: each stands under its own id, and its parent is a step or a path here. */
export function stepProblems(flow: Doc): string[] {
  const steps = entriesOf(flow.steps);
  const parents = new Set(
    steps.flatMap(([id, step]) => [id, ...(isObject(step.paths) ? Object.keys(step.paths) : [])]),
  );
  return steps.flatMap(([id, step]) => [
    ...misplaced('steps', [id, step]),
    ...(step.parentId === null || parents.has(String(step.parentId))
      ? []
      : [`steps.${id}.parentId: there is no step or path ${String(step.parentId)} in this flow`]),
  ]);
}

/** What stands against links that are about to be written: an id that is not the key it stands under. */
export const linkProblems = ({ links }: Fields): string[] =>
  entriesOf(links).flatMap((entry) => misplaced('links', entry));

/** Links with what a write may leave out: the id is the key, and a new link comes last (docs/service.md#links). */
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
