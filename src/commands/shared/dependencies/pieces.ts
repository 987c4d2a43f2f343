import type { ModelConnection } from '../../../contract/resources/model-connection.js';
import { type ObjectGraph, technologiesOf } from '../../../model/sync/object-graph.js';
import type { Piece } from '../../../terminal/line.js';
import type { LineContext } from '../../../terminal/types.js';

type Style = Pick<LineContext, 'palette' | 'safe'>;

/** One connection for people: `  "Reads bookings"  SQL  via Bus`. */
export function connectionPieces(
  connection: ModelConnection,
  { nameOf }: ObjectGraph,
  { palette, safe }: Style,
): Piece[] {
  const technologies = technologiesOf(connection).map(safe).join(', ');
  return [
    { text: connection.name === '' ? '' : `  "${safe(connection.name)}"` },
    { text: technologies === '' ? '' : `  ${technologies}`, paint: palette.cyan },
    { text: connection.viaId ? `  via ${safe(nameOf(connection.viaId))}` : '', paint: palette.dim },
  ];
}
