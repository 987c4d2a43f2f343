import { displayWidth, truncate } from './width.js';

/** Maximum depth of a tree: drawing it, and printing it as data, is recursive. */
export const MAX_LEVELS = 90;

/** Part of a label: escaped text and its colour. */
export interface LabelPart {
  text: string;
  paint?: (text: string) => string;
}

/**
 * Reads a node of a tree. Remote text must pass through `safe` first. A label that is a single text is never truncated.
 */
export interface TreeReader<Node> {
  label(node: Node): string | readonly LabelPart[];
  children(node: Node): readonly Node[];
}

/** Joins the parts with blanks and truncates from the right to the width. */
function fitted(parts: string | readonly LabelPart[], width: number): string {
  if (typeof parts === 'string') return parts;
  let out = '';
  let remaining = width;
  for (const { text, paint } of parts) {
    const gap = out === '' ? '' : ' ';
    const shown = truncate(text, remaining - gap.length);
    if (shown === '') continue;
    out += `${gap}${paint ? paint(shown) : shown}`;
    remaining -= gap.length + displayWidth(shown);
    if (shown !== text) break;
  }
  return out;
}

/**
 * Draws the tree as lines with `├──` and `└──` guides, the root flush left, each truncated to `width`. A node below
 * itself is marked, not followed.
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
