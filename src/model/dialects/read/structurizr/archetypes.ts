import { type Block, SKIPPED } from './block.js';
import { readDetail } from './details.js';
import { type Archetype, arrowOf } from './kinds.js';

/** Parses `name = kind { … }`, or `kind { … }` for defaults of a kind. */
export const ARCHETYPES: Block = (line) => {
  const { archetypes } = line.reading;
  const word = line.text(0) ?? '';
  const arrow = arrowOf(word);
  const base = arrow === undefined ? archetypes.of(word) : archetypes.ofArrow(arrow);
  if (!base) return line.unexpected('a kind of element, "->", or an archetype defined above');
  const { identifier } = line;
  const archetype: Archetype = {
    ...base,
    tags: [...base.tags],
    urls: [...base.urls],
    labels: new Map(base.labels),
    names: identifier === undefined ? base.names : [identifier, ...base.names],
  };
  archetypes.define(identifier ?? word, archetype);
  return (inner) => {
    if (inner.keyword !== 'metadata')
      return (
        readDetail([archetype], inner) ??
        inner.unexpected('description, technology, tag, tags, metadata, properties or perspectives')
      );
    archetype.metadata = inner.text(1) ?? archetype.metadata;
    return SKIPPED;
  };
};
