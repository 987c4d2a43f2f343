/** Levels below the root of a tree that are accepted: whoever draws a tree, or prints it as data, calls itself for each. */
export const MAX_LEVELS = 90;

/** How a node of a tree is read. `label` is printed as it is: text from outside goes through `safe` first. */
export interface TreeReader<Node> {
  label(node: Node): string;
  children(node: Node): readonly Node[];
}

/** The tree as lines with `├──` and `└──` guides, the root flush left. A node under itself is marked, not followed. */
export function drawTree<Node>(root: Node, reader: TreeReader<Node>): string {
  const lines = [reader.label(root)];
  const path = new Set<Node>([root]);
  const draw = (parent: Node, indent: string): void => {
    const children = reader.children(parent);
    children.forEach((child, index) => {
      const last = index === children.length - 1;
      const cycle = path.has(child);
      lines.push(`${indent}${last ? '└── ' : '├── '}${reader.label(child)}${cycle ? ' (see above)' : ''}`);
      if (cycle) return;
      path.add(child);
      draw(child, `${indent}${last ? '    ' : '│   '}`);
      path.delete(child);
    });
  };
  draw(root, '');
  return lines.join('\n');
}
