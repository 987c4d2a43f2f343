import { dotStatus, dotText } from '../../../documents/index.js';
import { type NestedNode, nestedNodes, statusOfLine, type View } from '../view/view.js';
import { blockOf } from './blocks.js';
import { labelLines, lineLabel } from './label.js';
import { linesOf } from './lines.js';
import type { Losses } from './losses.js';

/** Writes a view as a directed DOT graph. TreeNode names are ids; boundaries are clusters. */

const SHAPES: Readonly<Record<string, string>> = { store: 'cylinder', actor: 'ellipse' };

export function dotOf(view: View, losses: Losses): string {
  const lines = linesOf(view, { atBoundaries: true, inside: true, single: false }, losses);
  const ends = new Set(lines.flatMap(({ from, to }) => [from, to]));
  const write = ({ node, inside, isOpen }: NestedNode): string[] => {
    const label = `label=${labelOf(labelLines(node))}`;
    const status = dotStatus(node.status);
    const facts = status.length === 0 && node.external ? ['style=dashed'] : status;
    const style = facts.map((it) => `, ${it}`).join('');
    const nodeLine = `${dotText(node.key)} [${label}, shape=${SHAPES[node.type] ?? 'box'}${style}];`;
    if (inside.length === 0 && !isOpen) return [nodeLine];
    // An edge cannot end at a cluster, so the cluster gets a node of its name to end at; so does an empty boundary.
    const needsNode = ends.has(node.key) || inside.length === 0;
    const content = [
      ...[label, ...status].map((it) => `${it};`),
      ...(needsNode ? [nodeLine] : []),
      ...inside.flatMap(write),
    ];
    return blockOf(`subgraph ${dotText(`cluster ${node.key}`)}`, content);
  };
  const edges = lines.map((line) => {
    const { from, to, direction, links } = line;
    const arrow = direction === 'bidirectional' ? ', dir=both' : direction === 'none' ? ', dir=none' : '';
    return `${dotText(from)} -> ${dotText(to)} [label=${labelOf(lineLabel(line))}${[arrow, ...dotStatus(statusOfLine(links)).map((it) => `, ${it}`)].join('')}];`;
  });
  const head = ['rankdir=LR;', `label=${dotText(view.title)};`, 'labelloc=t;'];
  return `${blockOf('digraph', [...head, ...nestedNodes(view).flatMap(write), ...edges]).join('\n')}\n`;
}

/** Quotes the lines of a label. */
const labelOf = (lines: readonly string[]): string =>
  `"${lines.map((it) => dotText(it).slice(1, -1)).join('\\n')}"`;
