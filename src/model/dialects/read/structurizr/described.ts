import { truncate } from '../../../validate/rule.js';
import { type Block, keywordOf, type Line, type Reading, reportExtra, SKIPPED, textAt } from './block.js';
import { type Described, tagsOf } from './workspace.js';

/** Properties that elements and relationships share. */

const ONE_VALUE = new Set(['description', 'technology', 'url']);

/** Parses a property and returns its block; undefined for other lines. */
export function readDescribed(
  targets: readonly Described[],
  line: Line,
  reading: Reading,
): Block | undefined {
  const value = textAt(line, 1);
  if (ONE_VALUE.has(keywordOf(line))) reportExtra(line, 2, reading);
  switch (keywordOf(line)) {
    case 'description':
      if (value !== undefined) for (const it of targets) it.description = value;
      return SKIPPED;
    case 'technology':
      if (value !== undefined) for (const it of targets) it.technology = value;
      return SKIPPED;
    case 'tag':
    case 'tags': {
      const tags = line.words.slice(1).flatMap(({ text }) => tagsOf(text));
      for (const it of targets) it.tags.push(...tags);
      return SKIPPED;
    }
    case 'url':
      if (value !== undefined) for (const it of targets) it.urls.push(value);
      return SKIPPED;
    case 'properties':
      return pairs(targets, 2);
    case 'perspectives':
      return pairs(targets, 3);
    default:
      return undefined;
  }
}

/** Parses `name value` lines. */
const pairs = (targets: readonly Described[], most: number): Block => ({
  read(line, reading) {
    const [name, value] = [textAt(line, 0), textAt(line, 1)];
    if (name?.startsWith('structurizr.')) return SKIPPED;
    if (name === undefined || value === undefined) {
      reading.diagnostics.lost(`"${truncate(name ?? '')}" has no value: it is skipped.`, line.place);
      return SKIPPED;
    }
    for (const it of targets) it.labels.set(name, value);
    if (most > 2 && line.words.length > 2)
      reading.diagnostics.lost(
        `The value of the perspective "${truncate(name)}" is not imported.`,
        line.place,
      );
    reportExtra(line, most, reading);
    return SKIPPED;
  },
});

/**
 * Parses the positional words of an element or a relationship.
 *
 * @param more number of words after them that the caller reads.
 */
export function readInline(
  target: Described & { metadata?: string },
  line: Line,
  from: number,
  order: readonly ('description' | 'technology' | 'metadata' | 'tags')[],
  reading: Reading,
  more = 0,
): void {
  reportExtra(line, from + order.length + more, reading);
  for (const [at, field] of order.entries()) {
    const text = textAt(line, from + at);
    if (text === undefined) continue;
    if (field === 'tags') target.tags.push(...tagsOf(text));
    else target[field] = text;
  }
}
