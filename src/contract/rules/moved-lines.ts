import { type Doc, entriesOf, type Fields } from '../doc.js';

/** What a write of a connection says about the lines that draw it. */
export interface Rerouting {
  /** The connection as it was, and as it is now. */
  before: Doc;
  after: Doc;
  /** Where its lines leave and arrive from now on; undefined as they did. */
  originConnector?: unknown;
  targetConnector?: unknown;
}

const ENDS = [
  ['originId', 'originConnector'],
  ['targetId', 'targetConnector'],
] as const;

/**
 * The content of a diagram once the lines of a connection have followed it (docs/service.md#models-and-versions): a line
 * goes to the drawn object of its new end, and leaves the diagram where that one is not drawn. Undefined where nothing
 * changes.
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

/** The line as it runs now, the same one where it does not change; undefined where it has lost an end. */
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
      // Bends and the place where it was attached were for the old end.
      if (place !== line[end]) Object.assign(changes, { [end]: place, [connector]: null, points: [] });
    }
    const wanted = connectors[connector];
    if (wanted !== undefined) changes[connector] = wanted;
  }
  const isSame = Object.entries(changes).every(([field, value]) => line[field] === value);
  return isSame ? line : { ...line, ...changes };
}
