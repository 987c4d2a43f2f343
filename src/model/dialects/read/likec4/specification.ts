import { isMadeOf } from '../../write/identifiers.js';
import { readProperty } from './properties.js';
import { type Kind, noDetails } from './source.js';
import { type Block, SKIPPED, type Token, type Tokens } from './tokens.js';

/** Kinds of elements and relationships, with their default properties. */
export const SPECIFICATION: Block = (tokens) => {
  const { text, is } = tokens.peek();
  switch (is === 'name' ? text : '') {
    case 'element':
      return kindIn(tokens.source.elementKinds, tokens);
    case 'relationship':
      return kindIn(tokens.source.relationKinds, tokens);
    case 'deploymentNode':
      return tokens.skip(2);
    case 'tag':
      tokens.next();
      readTagName(tokens.next(), tokens);
      return SKIPPED;
    case 'color':
      tokens.skip(2);
      // A colour may consist of letters and digits, or of numbers in parentheses.
      if (tokens.takeWord().text.includes('('))
        while (!tokens.isNext(')') && !tokens.isNext('}') && tokens.peek().is !== 'end') tokens.next();
      tokens.accept(')');
      return SKIPPED;
    default:
      return tokens.unexpected('element, relationship, deploymentNode, tag or color');
  }
};

/**
 * Reads the display name from the comment after a tag, `tag Slow_query // 'Slow query'`, if the tag was made from it.
 */
function readTagName({ text, to }: Token, tokens: Tokens): void {
  const quoted = COMMENT.exec(tokens.file.text.slice(to, to + LONGEST_COMMENT))?.[1];
  const name = quoted?.replace(/\\(.)/g, '$1');
  if (name !== undefined && isMadeOf(text, name)) tokens.source.tagNames.set(text, name);
}
const COMMENT = /^[^\S\n]*\/\/ '((?:[^'\\\n]|\\.)*)'/;
const LONGEST_COMMENT = 500;

function kindIn(kinds: Map<string, Kind>, tokens: Tokens): Block {
  tokens.next();
  const kind: Kind = { ...noDetails(), name: tokens.next().text };
  kinds.set(kind.name, kind);
  return (inner) => readProperty(kind, inner) ?? skipStyle(inner);
}

/** Skips a style of relationships, `line dashed`, which has no block of its own. */
function skipStyle(tokens: Tokens): Block {
  tokens.next();
  tokens.accept(':');
  if (tokens.peek().is !== 'end' && !tokens.isNext('}') && !tokens.isNext('{')) tokens.next();
  tokens.accept(';');
  return SKIPPED;
}
