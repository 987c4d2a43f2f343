import { type Document, isCollection, isNode, isScalar, isSeq, type Node, visit } from 'yaml';

/**
 * Comments where people put them: what stands behind the key of a list stays on its line, and what stands above the first
 * entry is that entry's, as it is of all the others. The parser gives both to the list.
 */

/** Begins a comment that belongs behind the key in front of it; no file has the character. */
const BEHIND_KEY = '\u0001';
const PRINTED = new RegExp(`\\n *#${BEHIND_KEY}`, 'g');

/** Gives comments to what they are about. */
export function placeComments(yaml: Document, text: string): void {
  visit(yaml, {
    Pair: (_, { key, value }) => {
      if (!isCollection(value) || value.flow || !value.commentBefore || !isScalar(key) || !key.range) return;
      const from = key.range[1];
      const end = text.indexOf('\n', from);
      const isBehind = text.slice(from, end === -1 ? text.length : end).includes('#');
      share(value, firstOf(value), isBehind);
    },
  });
}

/** A text that was printed, with comments behind their keys. */
export const withComments = (printed: string): string => printed.replace(PRINTED, ' #');

/** What comes first in a list, or the key that comes first in a map. */
function firstOf(collection: Node): Node | undefined {
  if (!isCollection(collection)) return undefined;
  const [item] = collection.items;
  const first = isSeq(collection) ? item : (item as { key?: unknown } | undefined)?.key;
  return isNode(first) ? first : undefined;
}

function share(whole: Node, first: Node | undefined, isBehind: boolean): void {
  const lines = (whole.commentBefore ?? '').split('\n');
  const behind = isBehind ? lines.splice(0, 1) : [];
  // What a blank line parts from the entry is about all of them.
  const blank = first ? lines.lastIndexOf('') : lines.length;
  const own = lines.slice(blank + 1);
  const others = lines.slice(0, Math.max(blank, 0)).filter((it, at) => at > 0 || it !== '');
  whole.commentBefore = [...behind.map((it) => BEHIND_KEY + it), ...others].join('\n') || null;
  if (!first || own.length === 0) return;
  first.commentBefore = [...own, ...(first.commentBefore ? [first.commentBefore] : [])].join('\n');
  if (blank >= 0) first.spaceBefore = true;
}
