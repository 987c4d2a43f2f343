import { displayWidth, truncate } from './width.js';

/** Levels below the root of a tree that are accepted: whoever draws a tree, or prints it as data, calls itself for each. */
export const MAX_LEVELS = 90;

/** A piece of a label: harmless text, and its colour. */
export interface LabelPart {
  text: string;
  paint?: (text: string) => string;
}

/** How a node of a tree is read. Text from outside goes through `safe` first; a label that is one text is never cut. */
export interface TreeReader<Node> {
  label(node: Node): string | readonly LabelPart[];
  children(node: Node): readonly Node[];
}

/** The parts with blanks between them, cut to so many cells from the right. */
function fitted(parts: string | readonly LabelPart[], width: number): string {
  if (typeof parts === 'string') return parts;
  let out = '';
  let left = width;
  for (const { text, paint } of parts) {
    const gap = out === '' ? '' : ' ';
    const shown = truncate(text, left - gap.length);
    if (shown === '') continue;
    out += `${gap}${paint ? paint(shown) : shown}`;
    left -= gap.length + displayWidth(shown);
    if (shown !== text) break;
  }
  return out;
}

/**
 * The tree as lines with `├──` and `└──` guides, the root flush left, each cut to `width` cells. A node under itself is
 * marked, not followed.
 */
export function drawTree<Node>(
  root: Node,
  reader: TreeReader<Node>,
  width = Number.POSITIVE_INFINITY,
): string {
  const lines = [fitted(reader.label(root), width)];
  const path = new Set<Node>([root]);
  const draw = (parent: Node, indent: string): void => {
    const children = reader.children(parent);
    children.forEach((child, index) => {
      const last = index === children.length - 1;
      const cycle = path.has(child);
      const guide = truncate(`${indent}${last ? '└── ' : '├── '}`, width);
      const mark = cycle ? ' (see above)' : '';
      lines.push(`${guide}${fitted(reader.label(child), width - guide.length - mark.length)}${mark}`);
      if (cycle) return;
      path.add(child);
      draw(child, `${indent}${last ? '    ' : '│   '}`);
      path.delete(child);
    });
  };
  draw(root, '');
  return lines.join('\n');
}
