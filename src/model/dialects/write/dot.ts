import { dotText } from '../../../documents/index.js';
import { type Branch, branchesOf, type View } from '../view/view.js';
import { labelLines } from './label.js';
import type { Leftovers } from './leftovers.js';
import { linesOf } from './lines.js';

/** Writes a view as a directed DOT graph. Node names are ids; boundaries are clusters. */

const SHAPES: Readonly<Record<string, string>> = { store: 'cylinder', actor: 'ellipse' };

export function dotOf(view: View, left: Leftovers): string {
  const lines = linesOf(view, { atBoundaries: true, inside: true, single: false }, left);
  const ends = new Set(lines.flatMap(({ from, to }) => [from, to]));
  const out: string[] = [];
  const write = ({ thing, inside, isOpen }: Branch, indent: string): void => {
    const label = `label=${labelOf(labelLines(thing))}`;
    const style = thing.external ? ', style=dashed' : '';
    const node = `${dotText(thing.key)} [${label}, shape=${SHAPES[thing.type] ?? 'box'}${style}];`;
    if (inside.length === 0 && !isOpen) {
      out.push(`${indent}${node}`);
      return;
    }
    out.push(`${indent}subgraph ${dotText(`cluster ${thing.key}`)} {`, `${indent}  ${label};`);
    // An edge cannot end at a cluster, so the cluster gets a node of its name to end at; so does an empty boundary.
    if (ends.has(thing.key) || inside.length === 0) out.push(`${indent}  ${node}`);
    for (const it of inside) write(it, `${indent}  `);
    out.push(`${indent}}`);
  };
  for (const it of branchesOf(view)) write(it, '  ');
  for (const { from, to, text, technologies, direction } of lines) {
    const words = [text, technologies.length > 0 ? `[${technologies.join(', ')}]` : ''];
    const facts = [
      `label=${labelOf(words.filter((it) => it !== ''))}`,
      ...(direction === 'bidirectional' ? ['dir=both'] : direction === 'none' ? ['dir=none'] : []),
    ];
    out.push(`  ${dotText(from)} -> ${dotText(to)} [${facts.join(', ')}];`);
  }
  const head = ['digraph {', '  rankdir=LR;', `  label=${dotText(view.title)};`, '  labelloc=t;'];
  return `${[...head, ...out, '}'].join('\n')}\n`;
}

/** Quotes the lines of a label. */
const labelOf = (lines: readonly string[]): string =>
  `"${lines.map((it) => dotText(it).slice(1, -1)).join('\\n')}"`;
