import type { ElementKind } from './element.js';
import { KINDS } from './kinds.js';
import { isContainerKind } from './nesting.js';
import { WRITTEN_KINDS } from './write.js';
import { treeOfEvents } from './yaml/event-tree.js';
import { isAlias, isList, isMap, type MapNode, type SyntaxNode, visitNodes } from './yaml/tree.js';

/**
 * A text in which list items are replaced by placeholders. The editable syntax tree of a text takes a hundred times as
 * much memory as the text, so only the items that need it stay in the excerpt.
 */
export interface Excerpt {
  text: string;
  /** Puts the items back into a changed excerpt. Undefined if a placeholder is missing or indented differently. */
  restored(changed: string): string | undefined;
}

/** Consecutive items that are replaced by a placeholder. Lines end before their line break. */
export interface Fold {
  from: number;
  to: number;
  /** Indentation and dash of the placeholder in the excerpt, and in the changed excerpt. */
  prefix: string;
  newPrefix: string;
  /** The lines that replace the placeholder. */
  lines: string;
}

/** How much of an element stays in an excerpt: its own fields, or also the elements nested in it. */
export type Extent = 'own' | 'all';

interface Folding {
  /**
   * Extent of an element, or the fold that replaces it. @param fold Fold with the original lines; undefined if the
   * element shares a line with something else. @param column Column of its dash in a formatted file.
   */
  choose(item: MapNode, kind: ElementKind, fold: Fold | undefined, column: number): Extent | Fold;
  /** The lines between two folded items; undefined if they stay in the excerpt. */
  between(gap: string): string | undefined;
}

/** Surrounds the number of a placeholder. */
const MARK = '\ue000';
const PLACEHOLDER = new RegExp(`^( *- +)${MARK}(\\d+)${MARK}$`, 'gm');

/** Folds the elements of a text. Undefined for a text that js-yaml does not support, or that contains anchors. */
export function excerptOf(text: string, { choose, between }: Folding): Excerpt | undefined {
  const root = text.includes(MARK) ? undefined : treeOfEvents(text);
  if (!isMap(root) || hasAnchors(root)) return undefined;
  const folds: Fold[] = [];
  for (const kind of WRITTEN_KINDS) fold(root.get(KINDS[kind].list, true), kind, 2);
  folds.sort((a, b) => a.from - b.from);
  let [excerpt, end] = ['', 0];
  for (const [number, { from, to, prefix }] of folds.entries()) {
    excerpt += `${text.slice(end, from)}${prefix}${MARK}${number}${MARK}`;
    end = to;
  }
  return { text: excerpt + text.slice(end), restored };

  /** Folds items of a list; returns whether an item remains. */
  function fold(list: unknown, kind: ElementKind, column: number): boolean {
    let last: Fold | undefined;
    let remains = false;
    for (const item of isList(list) ? list.items : []) {
      const count = folds.length;
      const folded = isMap(item) ? foldOf(item, kind, column) : undefined;
      remains ||= folded === undefined;
      if (folded) folds.length = count;
      const gap = last && folded && between(text.slice(last.to, folded.from));
      if (last && folded && gap !== undefined && last.newPrefix === folded.newPrefix) {
        last.to = folded.to;
        last.lines += gap + folded.lines;
      } else if (folded) folds.push(folded);
      if (gap === undefined) last = folded;
    }
    return remains;
  }

  function foldOf(item: MapNode, kind: ElementKind, column: number): Fold | undefined {
    const choice = choose(item, kind, linesOf(text, item), column);
    const isNesting = choice !== 'all' && isContainerKind(kind);
    const isOpen = isNesting && fold(item.get('objects', true), 'object', column + 4);
    return isOpen || typeof choice === 'string' ? undefined : choice;
  }

  function restored(changed: string): string | undefined {
    let count = 0;
    const whole = changed.replace(PLACEHOLDER, (line, prefix: string, number: string) => {
      const { newPrefix, lines } = folds[Number(number)] as Fold;
      if (prefix !== newPrefix) return line;
      count += 1;
      return lines;
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
  const [start, end] = range ?? [0, 0];
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const prefix = text.slice(from, start);
  if (!/^ *- +$/.test(prefix)) return undefined;
  // The range of a block scalar may include its last line break.
  const last = text[end - 1] === '\n' ? end - 1 : end;
  const lineEnd = text.indexOf('\n', last);
  if (lineEnd === -1 || !/^ *(?:#.*)?$/.test(text.slice(last, lineEnd))) return undefined;
  const comments = new RegExp(`(?:(?:\\n *)*\\n {${prefix.indexOf('-') + 1},}#[^\\n]*)*`, 'y');
  comments.lastIndex = lineEnd;
  const to = lineEnd + (comments.exec(text)?.[0].length ?? 0);
  return { from, to, prefix, newPrefix: prefix, lines: text.slice(from, to) };
}
