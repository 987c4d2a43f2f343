import { entriesOf, type Fields } from '../../doc.js';

/**
 * Warnings for content that the service accepts but its app cannot display, each `path: problem`: a group drawn as a
 * box (docs/service.md#diagram-content). Accepts content, and updates of it with `$`-operators.
 */
export function drawingWarnings({ objects }: Fields): string[] {
  const drawn = entriesOf({ '': objects }).flatMap(([, map]) => [
    ...entriesOf(map),
    ...['$add', '$update', '$replace'].flatMap((operator) => entriesOf(map[operator])),
  ]);
  return drawn.flatMap(([id, { type, shape }]) =>
    type === 'group' && shape === 'box'
      ? [
          `objects.${id}.shape: a group must be drawn as an area; the app cannot open diagrams with a group drawn as a box`,
        ]
      : [],
  );
}
