import { graphMermaid, mermaidText } from '../../../documents/index.js';
import { statusOfLine, type View } from '../view/view.js';
import { C4_DIAGRAMS, type C4Notation, c4Lines } from './c4.js';
import { type Identifiers, wordsIn } from './identifiers.js';
import { linesOf } from './lines.js';
import type { Losses } from './losses.js';

/** Words that Mermaid treats as statements anywhere. */
export const MERMAID_KEYWORDS = wordsIn(`
  end graph flowchart subgraph style class click title participant actor create destroy activate
  deactivate autonumber note box loop alt else opt par and rect break critical option link links
  properties details
`);

/**
 * Mermaid draws only the last of two lines between one pair, and fails on lines to boundaries and on empty boundaries.
 */
const NOTATION: C4Notation = {
  quoted: (text) => `"${mermaidText(text)}"`,
  rules: { atBoundaries: false, inside: false, single: true },
  emptyBoundaries: false,
  statusStyle: (id, { color }) => `UpdateElementStyle(${id}, $borderColor="${color}")`,
};

/** `C4Context`, `C4Container` or `C4Component`. */
export function mermaidC4(view: View, ids: Identifiers, losses: Losses): string {
  const lines = c4Lines(view, ids, NOTATION, losses);
  return `${[C4_DIAGRAMS[view.level], `  title ${mermaidText(view.title)}`, ...lines.map((it) => `  ${it}`)].join('\n')}\n`;
}

/** Writes a flowchart with a subgraph for each boundary. */
export function mermaidFlowchart(view: View, losses: Losses): string {
  const lines = linesOf(view, { atBoundaries: true, inside: false, single: false }, losses);
  return graphMermaid({
    nodes: view.nodes.map(({ node, parent }) => ({
      id: node.key,
      name: node.name,
      type: node.type,
      parentId: parent,
      status: node.status,
    })),
    edges: lines.map(({ from, to, text, direction, links }) => ({
      from,
      to,
      text,
      both: direction === 'bidirectional',
      status: statusOfLine(links),
    })),
    focus: [],
  });
}
