import { type Document, isCollection, isNode, isScalar, isSeq, type Node, visit } from 'yaml';

/**
 * Attaches comments to the nodes that they describe. The parser attaches a comment after the key of a list, and a
 * comment above its first entry, to the list; this module moves them to the key and the entry.
 */

/** Prefix of a comment that belongs after the preceding key; the character does not occur in files. */
const BEHIND_KEY = '\u0001';
const PRINTED = new RegExp(`\\n *#${BEHIND_KEY}`, 'g');

/** Attaches comments to the nodes that they describe. */
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

/** A printed text with comments restored after their keys. */
export const withComments = (printed: string): string => printed.replace(PRINTED, ' #');

/** The first item of a list, or the first key of a map. */
function firstOf(collection: Node): Node | undefined {
  if (!isCollection(collection)) return undefined;
  const [item] = collection.items;
  const first = isSeq(collection) ? item : (item as { key?: unknown } | undefined)?.key;
  return isNode(first) ? first : undefined;
}

function share(whole: Node, first: Node | undefined, isBehind: boolean): void {
  const lines = (whole.commentBefore ?? '').split('\n');
  const behind = isBehind ? lines.splice(0, 1) : [];
  // Comments above a blank line describe the whole list.
  const blank = first ? lines.lastIndexOf('') : lines.length;
  const own = lines.slice(blank + 1);
  const others = lines.slice(0, Math.max(blank, 0)).filter((it, at) => at > 0 || it !== '');
  const before = [...behind.map((it) => BEHIND_KEY + it), ...others];
  const isBlankLast = first !== undefined && blank >= 0;
  // `spaceBefore` would print the blank line with the indentation of the first entry.
  whole.commentBefore = [...before, ...(isBlankLast && before.length > 0 ? [''] : [])].join('\n') || null;
  if (!first || own.length === 0) return;
  first.commentBefore = [...own, ...(first.commentBefore ? [first.commentBefore] : [])].join('\n');
  if (isBlankLast && before.length === 0) first.spaceBefore = true;
}
