import { truncate } from '../../../validate/rule.js';
import { type Block, type Line, SKIPPED } from './block.js';
import { type Details, tagsOf } from './workspace.js';

/** Parses a property that elements and relationships share, and returns its block; undefined for other lines. */
export function readDetail(targets: readonly Details[], line: Line): Block | undefined {
  const { keyword } = line;
  const value = line.text(1);
  switch (keyword) {
    case 'description':
    case 'technology':
    case 'url':
      line.limit(2);
      if (value === undefined) return SKIPPED;
      for (const it of targets)
        if (keyword === 'url') it.urls.push(value);
        else it[keyword] = value;
      return SKIPPED;
    case 'tag':
    case 'tags': {
      const tags = line.words.slice(1).flatMap(({ text }) => tagsOf(text));
      for (const it of targets) it.tags.push(...tags);
      return SKIPPED;
    }
    case 'properties':
      return pairsBlock(targets, 2);
    case 'perspectives':
      return pairsBlock(targets, 3);
    default:
      return undefined;
  }
}

/** Parses `name value` lines. */
const pairsBlock =
  (targets: readonly Details[], most: number): Block =>
  (line) => {
    const [name, value] = [line.text(0), line.text(1)];
    if (name?.startsWith('structurizr.')) return SKIPPED;
    if (name === undefined || value === undefined)
      return line.loss(`"${truncate(name ?? '')}" has no value: it is skipped.`);
    for (const it of targets) it.labels.set(name, value);
    if (most > 2 && line.words.length > 2)
      line.loss(`The value of the perspective "${truncate(name)}" is not imported.`);
    line.limit(most);
    return SKIPPED;
  };

export type InlineField = 'description' | 'technology' | 'metadata' | 'tags';

/**
 * Parses the positional words of an element or a relationship.
 *
 * @param more number of words after them that the caller reads.
 */
export function readInline(
  target: Details & { metadata?: string | undefined },
  line: Line,
  from: number,
  order: readonly InlineField[],
  more = 0,
): void {
  line.limit(from + order.length + more);
  for (const [at, field] of order.entries()) {
    const text = line.text(from + at);
    if (text === undefined) continue;
    if (field === 'tags') target.tags.push(...tagsOf(text));
    else target[field] = text;
  }
}
