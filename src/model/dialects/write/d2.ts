import { onOneLine } from '../../../documents/index.js';
import { type Branch, branchesOf, type View } from '../view/view.js';
import { type Identifiers, wordsIn } from './identifiers.js';
import { labelLines } from './label.js';
import type { Leftovers } from './leftovers.js';
import { linesOf } from './lines.js';

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

/** Writes a view as D2: boundaries are containers. */
export function d2Of(view: View, ids: Identifiers, left: Leftovers): string {
  const out: string[] = [];
  const paths = new Map<string, string>();
  const write = ({ thing, inside, isOpen }: Branch, above: string, indent: string): void => {
    const key = ids.of(thing);
    const path = `${above}${key}`;
    paths.set(thing.key, path);
    const shape = SHAPES[thing.type];
    const isBox = inside.length === 0 && !isOpen;
    const style = [
      ...(isBox && shape ? [`${indent}  shape: ${shape}`] : []),
      ...(thing.external ? [`${indent}  style.stroke-dash: 4`] : []),
    ];
    const head = `${indent}${key}: ${quoted(labelLines(thing))}`;
    if (inside.length === 0 && style.length === 0) {
      out.push(head);
      return;
    }
    out.push(`${head} {`, ...style);
    for (const it of inside) write(it, `${path}.`, `${indent}  `);
    out.push(`${indent}}`);
  };
  for (const it of branchesOf(view)) write(it, '', '');
  for (const { from, to, text, technologies, direction } of linesOf(view, RULES, left)) {
    const arrow = direction === 'bidirectional' ? '<->' : direction === 'none' ? '--' : '->';
    const words = [text, technologies.length > 0 ? `[${technologies.join(', ')}]` : ''];
    const label = quoted(words.filter((it) => it !== ''));
    out.push(`${paths.get(from)} ${arrow} ${paths.get(to)}: ${label}`);
  }
  return `${['direction: right', `title: ${quoted([view.title])} {`, '  near: top-center', '  shape: text', '}', ...out].join('\n')}\n`;
}

/** D2 rejects lines from a container to its content. */
const RULES = { atBoundaries: true, inside: false, single: false };
