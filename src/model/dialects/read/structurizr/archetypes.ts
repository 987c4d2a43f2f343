import { type Block, keywordOf, type Line, type Reading, SKIPPED, textAt, unexpected } from './block.js';
import { readDescribed } from './described.js';
import { type Archetype, arrowOf } from './kinds.js';

/** Parses `name = kind { … }`, or `kind { … }` for defaults of a kind. */
export const ARCHETYPES: Block = {
  read(line: Line, reading: Reading): Block | undefined {
    const word = textAt(line, 0) ?? '';
    const arrow = arrowOf(word);
    const above = arrow === undefined ? reading.archetypes.of(word) : reading.archetypes.ofArrow(arrow);
    if (!above) {
      unexpected(line, reading, 'a kind of element, "->", or an archetype defined above');
      return SKIPPED;
    }
    const { identifier } = line;
    const made: Archetype = {
      ...above,
      tags: [...above.tags],
      urls: [...above.urls],
      labels: new Map(above.labels),
      names: identifier === undefined ? above.names : [identifier, ...above.names],
    };
    reading.archetypes.define(identifier ?? word, made);
    return {
      read(inner) {
        const keyword = keywordOf(inner);
        if (keyword === 'metadata') {
          const metadata = textAt(inner, 1);
          if (metadata !== undefined) made.metadata = metadata;
          return undefined;
        }
        return (
          readDescribed([made], inner, reading) ??
          unexpected(
            inner,
            reading,
            'description, technology, tag, tags, metadata, properties or perspectives',
          )
        );
      },
    };
  },
};
