import { pluralize } from '../../../base/words.js';
import type { ModelConnection } from '../../../contract/resources/model-connection.js';
import type { WalkedStep } from '../../../contract/rules/dependencies.js';
import { LEVELS, levelOf } from '../../../contract/rules/dependency-levels.js';
import type { Piece } from '../../../terminal/line.js';
import type { LineContext } from '../../../terminal/types.js';
import { connectionPieces } from '../../shared/dependencies/pieces.js';
import { type ReadModel, technologiesOf } from '../../shared/read-model.js';

/**
 * Connections between two objects and their descendants, on one line: `  "Reads bookings"  SQL`, or for several
 * `  3 connections at 2 levels  "Takes payments", "Authorises fares"  HTTPS`.
 */
export function foldedPieces(
  steps: readonly WalkedStep<ModelConnection>[],
  model: ReadModel,
  line: Pick<LineContext, 'palette' | 'safe'>,
): Piece[] {
  const { palette, safe } = line;
  // Lifted connections are copies: the names of their original ends are those of the model.
  const originals = new Map(
    steps.map((step) => [step.connection.id, model.connectionOf(step.connection.id) ?? step.connection]),
  );
  const connections = [...originals.values()];
  const [first] = connections;
  const [step] = steps;
  if (first === undefined || step === undefined) return [];
  if (connections.length === 1) {
    const isLifted = [step.of, step.far].some((id) => id !== first.originId && id !== first.targetId);
    const ends = `  (${safe(model.nameOf(first.originId))} → ${safe(model.nameOf(first.targetId))})`;
    return [...connectionPieces(first, model, line), { text: isLifted ? ends : '', paint: palette.dim }];
  }
  const names = [...new Set(connections.map(({ name }) => name))].filter((name) => name !== '');
  const technologies = [...new Set(connections.flatMap(technologiesOf))].map(safe).join(', ');
  const quoted = names.map((name) => `"${safe(name)}"`).join(', ');
  return [
    { text: `  ${countOf(connections, model)}`, paint: palette.yellow },
    { text: quoted === '' ? '' : `  ${quoted}` },
    { text: technologies === '' ? '' : `  ${technologies}`, paint: palette.cyan },
  ];
}

/** `3 connections at 2 levels`; the level of a connection is that of its innermost end. */
function countOf(connections: readonly ModelConnection[], { objects }: ReadModel): string {
  const rankOf = (id: string): number => {
    const level = levelOf(objects.get(id)?.type);
    return level === undefined ? -1 : LEVELS.indexOf(level);
  };
  const levels = new Set(
    connections.map(({ originId, targetId }) => Math.max(rankOf(originId), rankOf(targetId))),
  );
  const count = pluralize(connections.length, 'connection');
  return levels.size === 1 ? count : `${count} at ${levels.size} levels`;
}
