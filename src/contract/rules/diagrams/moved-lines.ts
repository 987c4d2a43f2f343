import { type Doc, entriesOf, type Fields } from '../../doc.js';

/** A change of a connection that affects the lines drawing it. */
export interface Rerouting {
  /** The connection before and after the change. */
  before: Doc;
  after: Doc;
  /** New connectors of its lines; unchanged if undefined. */
  originConnector?: unknown;
  targetConnector?: unknown;
}

const ENDS = [
  ['originId', 'originConnector'],
  ['targetId', 'targetConnector'],
] as const;

/**
 * Diagram content after the lines of a changed connection have been updated (docs/service.md#models-and-versions): each
 * line moves to the drawn object of its new end, and is removed if that object is not on the diagram. Undefined if
 * nothing changes.
 */
export function withMovedLines(content: Doc, rerouting: Rerouting): Doc | undefined {
  const drawn = new Map<unknown, string>();
  for (const [id, { modelId }] of entriesOf(content.objects)) if (!drawn.has(modelId)) drawn.set(modelId, id);
  let changed = false;
  const connections = entriesOf(content.connections).flatMap(([id, line]): [string, Fields][] => {
    if (line.modelId !== rerouting.after.id) return [[id, line]];
    const moved = movedLine(line, rerouting, drawn);
    changed ||= moved !== line;
    return moved === undefined ? [] : [[id, moved]];
  });
  return changed ? { ...content, connections: Object.fromEntries(connections) } : undefined;
}

/** The updated line; the same object if unchanged, undefined if an end is not drawn. */
function movedLine(
  line: Fields,
  { before, after, ...connectors }: Rerouting,
  drawn: ReadonlyMap<unknown, string>,
): Fields | undefined {
  const changes: Fields = {};
  for (const [end, connector] of ENDS) {
    if (before[end] !== after[end]) {
      const place = drawn.get(after[end]);
      if (place === undefined) return undefined;
      // Bends and the connector belonged to the old end.
      if (place !== line[end]) Object.assign(changes, { [end]: place, [connector]: null, points: [] });
    }
    const wanted = connectors[connector];
    if (wanted !== undefined) changes[connector] = wanted;
  }
  const isSame = Object.entries(changes).every(([field, value]) => line[field] === value);
  return isSame ? line : { ...line, ...changes };
}
