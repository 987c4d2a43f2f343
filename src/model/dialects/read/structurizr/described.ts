import { type Block, keywordOf, type Line, type Reading, SKIPPED, textAt } from './block.js';
import { type Described, tagsOf } from './workspace.js';

/** Lines that say something of an element or a relationship, whichever it is. */

/** The block of a line that was read; undefined where it is no such line. */
export function readDescribed(
  targets: readonly Described[],
  line: Line,
  reading: Reading,
): Block | undefined {
  const value = textAt(line, 1);
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
      return pairs(targets);
    case 'perspectives':
      return pairs(targets, reading);
    default:
      return undefined;
  }
}

/** `name value`, line by line. */
const pairs = (targets: readonly Described[], reading?: Reading): Block => ({
  read(line) {
    const [name, value] = [textAt(line, 0), textAt(line, 1)];
    if (name === undefined || value === undefined || name.startsWith('structurizr.')) return SKIPPED;
    for (const it of targets) it.labels.set(name, value);
    if (reading && line.words.length > 2)
      reading.telling.lost(`The value of the perspective "${name}" is left out.`, line.place);
    return SKIPPED;
  },
});

/** What stands on the line of an element or a relationship itself, in its order. */
export function readInline(
  target: Described & { metadata?: string },
  line: Line,
  from: number,
  order: readonly ('description' | 'technology' | 'metadata' | 'tags')[],
): void {
  for (const [at, field] of order.entries()) {
    const text = textAt(line, from + at);
    if (text === undefined) continue;
    if (field === 'tags') target.tags.push(...tagsOf(text));
    else target[field] = text;
  }
}
