import { isMadeOf } from '../../write/identifiers.js';
import { readProperty } from './properties.js';
import { type Block, type Kind, type Reading, SKIPPED, undescribed, unexpected } from './source.js';
import type { Token } from './tokens.js';

/** Kinds of elements and relationships, with their default properties. */
export const SPECIFICATION: Block = {
  read(reading) {
    const { tokens, source } = reading;
    const { text, is } = tokens.peek();
    if (is === 'name') {
      switch (text) {
        case 'element':
          tokens.next();
          return kindIn(source.elementKinds, reading);
        case 'relationship':
          tokens.next();
          return kindIn(source.relationKinds, reading);
        case 'deploymentNode':
          tokens.next();
          tokens.next();
          return SKIPPED;
        case 'tag':
          tokens.next();
          readTagName(tokens.next(), reading);
          return SKIPPED;
        case 'color':
          tokens.next();
          tokens.next();
          // A colour may consist of letters and digits, or of numbers in parentheses.
          if (tokens.takeWord().text.includes('('))
            while (!tokens.comes(')') && !tokens.comes('}') && tokens.peek().is !== 'end') tokens.next();
          tokens.take(')');
          return SKIPPED;
      }
    }
    return unexpected(reading, 'element, relationship, deploymentNode, tag or color');
  },
};

/**
 * Reads the display name from the comment after a tag, `tag Slow_query // 'Slow query'`, if the tag was made from it.
 */
function readTagName({ text, to }: Token, { tokens, source }: Reading): void {
  const quoted = COMMENT.exec(tokens.file.text.slice(to, to + LONGEST_COMMENT))?.[1];
  const name = quoted?.replace(/\\(.)/g, '$1');
  if (name !== undefined && isMadeOf(text, name)) source.tagNames.set(text, name);
}
const COMMENT = /^[^\S\n]*\/\/ '((?:[^'\\\n]|\\.)*)'/;
const LONGEST_COMMENT = 500;

function kindIn(kinds: Map<string, Kind>, { tokens }: Reading): Block {
  const kind: Kind = { ...undescribed(), name: tokens.next().text };
  kinds.set(kind.name, kind);
  return {
    read: (reading) => readProperty(kind, reading) ?? readLook(reading),
  };
}

/** Relationship styles have no block of their own here. */
function readLook({ tokens }: Reading): Block {
  tokens.next();
  tokens.take(':');
  if (tokens.peek().is !== 'end' && !tokens.comes('}') && !tokens.comes('{')) tokens.next();
  tokens.take(';');
  return SKIPPED;
}
