import { onOneLine, statusStyle } from '../../../documents/index.js';
import { type NestedNode, nestedNodes, statusOfLine, type View } from '../view/view.js';
import { blockOf } from './blocks.js';
import { type Identifiers, wordsIn } from './identifiers.js';
import { labelLines, lineLabel } from './label.js';
import { linesOf } from './lines.js';
import type { Losses } from './losses.js';

/** D2 keywords in lower case: a key with that name would be an attribute. */
export const D2_KEYWORDS = wordsIn(`
  title label shape icon style near width height top left tooltip link layers scenarios steps classes
  class vars constraint direction source-arrowhead target-arrowhead grid-rows grid-columns grid-gap
  vertical-gap horizontal-gap opacity stroke fill filled shadow bold italic underline font animated
  border-radius double-border 3d multiple desc null true false and not suspend unsuspend
`);

const SHAPES: Readonly<Record<string, string>> = { store: 'cylinder', actor: 'person' };

/**
 * Quotes the lines of a label, joined by `\n`. Escapes `$`, because `${` begins a variable.
 */
const quoted = (lines: readonly string[]): string =>
  `"${lines.map((it) => onOneLine(it).replace(/[\\"$]/g, '\\$&')).join('\\n')}"`;

/** D2 has one pattern of dashes with a length of 0 to 10. */
const DASHES: Readonly<Record<string, number>> = { future: 5, deprecated: 8, removed: 2 };

/** Outline of what is not live, and of external objects. */
function styleOf(status: string | undefined, external: boolean): string[] {
  const style = statusStyle(status);
  if (!style) return external ? ['style.stroke-dash: 4'] : [];
  return [`style.stroke-dash: ${DASHES[status ?? ''] ?? 4}`, `style.stroke: "${style.color}"`];
}

/** Writes a view as D2: boundaries are containers. */
export function d2Of(view: View, ids: Identifiers, losses: Losses): string {
  const paths = new Map<string, string>();
  const write = ({ node, inside, isOpen }: NestedNode, above: string): string[] => {
    const key = ids.of(node);
    const path = `${above}${key}`;
    paths.set(node.key, path);
    const shape = inside.length === 0 && !isOpen ? SHAPES[node.type] : undefined;
    return blockOf(`${key}: ${quoted(labelLines(node))}`, [
      ...(shape ? [`shape: ${shape}`] : []),
      ...styleOf(node.status, node.external),
      ...inside.flatMap((it) => write(it, `${path}.`)),
    ]);
  };
  const nodes = nestedNodes(view).flatMap((it) => write(it, ''));
  const edges = linesOf(view, RULES, losses).map((line) => {
    const { from, to, direction } = line;
    const arrow = direction === 'bidirectional' ? '<->' : direction === 'none' ? '--' : '->';
    const edge = `${paths.get(from)} ${arrow} ${paths.get(to)}: ${quoted(lineLabel(line))}`;
    return blockOf(edge, styleOf(statusOfLine(line.links), false)).join('\n');
  });
  const title = blockOf(`title: ${quoted([view.title])}`, ['near: top-center', 'shape: text']);
  return `${['direction: right', ...title, ...nodes, ...edges].join('\n')}\n`;
}

/** D2 rejects lines from a container to its content. */
const RULES = { atBoundaries: true, inside: false, single: false };
