import type { ElementKind } from './element.js';
import { KINDS } from './kinds.js';
import { spotBelow } from './nesting.js';
import { WRITTEN_KINDS } from './write.js';
import { treeOfEvents } from './yaml/event-tree.js';
import { isAlias, isList, isMap, isScalar, type SyntaxNode, visitNodes } from './yaml/tree.js';

/**
 * The lines of a file that a change needs. Items of other elements are replaced by placeholders, so that the editable
 * syntax tree, which takes ten times as much memory as the text, is small.
 */
export interface Excerpt {
  text: string;
  /** Puts the lines back into a changed excerpt. Undefined if a placeholder is missing or indented differently. */
  restored(changed: string): string | undefined;
}

/** How much of an element an excerpt contains: its own fields, or also the elements nested in it. */
export type Extent = 'own' | 'all';

/** Surrounds the number of a placeholder. */
const MARK = '\ue000';
const PLACEHOLDER = new RegExp(`^( *- +)${MARK}(\\d+)${MARK}$`, 'gm');

/** Lines of consecutive items, without the line break after them. */
interface Fold {
  from: number;
  to: number;
  /** Indentation and dash of the first item. */
  prefix: string;
}

/**
 * The excerpt of a text in block style. Undefined for a text that js-yaml does not support or that contains anchors.
 * @param extentOf Extent of an element; undefined for one that the change does not need.
 */
export function excerptOf(
  text: string,
  extentOf: (kind: ElementKind, id: string) => Extent | undefined,
): Excerpt | undefined {
  const root = text.includes(MARK) ? undefined : treeOfEvents(text);
  if (!isMap(root) || hasAnchors(root)) return undefined;
  const folds: Fold[] = [];
  for (const kind of WRITTEN_KINDS) fold(root.get(KINDS[kind].list, true), kind);
  folds.sort((a, b) => a.from - b.from);
  let [excerpt, end] = ['', 0];
  for (const [number, { from, to, prefix }] of folds.entries()) {
    excerpt += `${text.slice(end, from)}${prefix}${MARK}${number}${MARK}`;
    end = to;
  }
  return { text: excerpt + text.slice(end), restored };

  /** Folds items of a list that no change needs; returns whether one remains. */
  function fold(list: unknown, kind: ElementKind): boolean {
    let run: Fold | undefined;
    let isNeeded = false;
    for (const item of isList(list) ? list.items : []) {
      const count = folds.length;
      const lines = isOpen(item, kind) ? undefined : linesOf(text, item as SyntaxNode);
      if (lines) folds.length = count;
      isNeeded ||= lines === undefined;
      if (lines && run) run.to = lines.to;
      else if (lines) folds.push(lines);
      run = lines && (run ?? lines);
    }
    return isNeeded;
  }

  function isOpen(item: unknown, kind: ElementKind): boolean {
    if (!isMap(item)) return true;
    const id = item.get('id', true);
    const extent = isScalar(id) ? extentOf(kind, id.source ?? String(id.value)) : undefined;
    if (extent === 'all') return true;
    const isNesting = spotBelow(kind, '') !== undefined;
    return (isNesting && fold(item.get('objects', true), 'object')) || extent === 'own';
  }

  function restored(changed: string): string | undefined {
    let count = 0;
    const whole = changed.replace(PLACEHOLDER, (line, prefix: string, number: string) => {
      const { from, to, prefix: own } = folds[Number(number)] as Fold;
      if (prefix !== own) return line;
      count += 1;
      return text.slice(from, to);
    });
    return count === folds.length ? whole : undefined;
  }
}

function hasAnchors(root: SyntaxNode): boolean {
  let found = false;
  visitNodes(root, (node) => {
    found ||= isAlias(node) || node.anchor !== undefined;
  });
  return found;
}

/**
 * The lines of an item, and those of comments below that are indented further than its dash. Undefined if it shares a
 * line with something else.
 */
function linesOf(text: string, { range }: SyntaxNode): Fold | undefined {
  const [from, end] = range ?? [0, 0];
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const prefix = text.slice(start, from);
  const dash = prefix.indexOf('-');
  if (!/^ *- +$/.test(prefix)) return undefined;
  // The range of a block scalar may include its last line break.
  const last = text[end - 1] === '\n' ? end - 1 : end;
  const to = text.indexOf('\n', last);
  if (to === -1 || !/^ *(?:#.*)?$/.test(text.slice(last, to))) return undefined;
  const comments = new RegExp(`(?:(?:\\n *)*\\n {${dash + 1},}#[^\\n]*)*`, 'y');
  comments.lastIndex = to;
  return { from: start, to: to + (comments.exec(text)?.[0].length ?? 0), prefix };
}
