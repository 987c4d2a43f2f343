import type { Details } from './source.js';
import { type Block, SKIPPED, type Token, type Tokens } from './tokens.js';

/** Properties of an element, a relationship or a kind. */

/** Parses a property and returns its block; undefined if none comes next. */
export function readProperty(target: Details, tokens: Tokens): Block | undefined {
  const token = tokens.peek();
  if (token.is === 'tag') return readTags(target, tokens);
  if (token.is !== 'name') return undefined;
  const after = tokens.peek(1);
  switch (token.text) {
    case 'title':
    case 'description':
    case 'summary':
    case 'technology':
    case 'notation':
    case 'notes': {
      if (after.is !== 'text' && !isSign(after, ':')) return undefined;
      tokens.next();
      const text = readTextValue(tokens);
      // `notation` and `notes` have no counterpart in the model.
      if (token.text !== 'notation' && token.text !== 'notes')
        target[token.text] = text ?? target[token.text];
      return SKIPPED;
    }
    case 'link':
      if (isSign(after, '=')) return undefined;
      readLink(target, tokens);
      return SKIPPED;
    case 'icon':
      if (isSign(after, '=')) return undefined;
      tokens.next();
      tokens.accept(':');
      tokens.takeWord();
      return SKIPPED;
    case 'navigateTo':
      return tokens.skip(2);
    case 'style':
    case 'metadata':
      if (!isSign(after, '{')) return undefined;
      tokens.next();
      return token.text === 'style' ? styleBlock(target) : metadataBlock(target);
    default:
      return undefined;
  }
}

const isSign = ({ is, text }: Token, sign: string): boolean => is === 'sign' && text === sign;

/** Parses `: 'text';`; colon and semicolon are optional. */
export function readTextValue(tokens: Tokens): string | undefined {
  tokens.accept(':');
  const text = tokens.acceptText();
  tokens.accept(';');
  return text;
}

export function readTags(target: { tags: string[] }, tokens: Tokens): Block {
  while (tokens.peek().is === 'tag') {
    target.tags.push(tokens.next().text);
    tokens.accept(',');
  }
  tokens.accept(';');
  return SKIPPED;
}

function readLink({ links }: Details, tokens: Tokens): void {
  tokens.next();
  tokens.accept(':');
  const url = tokens.acceptText() ?? tokens.takeWord().text;
  const name = tokens.acceptText();
  tokens.accept(';');
  if (url !== '') links.push({ url, ...(name && { name }) });
}

/** Style block; only the shape matters, since it shows the type. */
const styleBlock =
  (target: Details): Block =>
  (tokens) => {
    const { text } = tokens.next();
    tokens.accept(':');
    if (tokens.isNext('}') || tokens.isNext('{')) return SKIPPED;
    if (text === 'icon') tokens.takeWord();
    else {
      const value = tokens.next();
      if (text === 'shape') target.shape = value.text;
    }
    tokens.accept(';');
    return SKIPPED;
  };

/** Adds values to a key that may be repeated; duplicate values are dropped. */
export function addMetadata(metadata: Map<string, string>, key: string, values: readonly string[]): void {
  const known = metadata.get(key)?.split(', ') ?? [];
  metadata.set(key, [...new Set([...known, ...values])].join(', '));
}

/** Parses `name 'text'`, or several texts in brackets. */
const metadataBlock =
  (target: Details): Block =>
  (tokens) => {
    const name = tokens.next();
    tokens.accept(':');
    const values: string[] = [];
    if (tokens.accept('['))
      while (!tokens.isNext(']') && !tokens.isNext('}') && tokens.peek().is !== 'end') {
        const value = tokens.next();
        if (value.is !== 'sign') values.push(value.text);
      }
    else if (tokens.peek().is === 'text' || tokens.peek().is === 'name') values.push(tokens.next().text);
    tokens.accept(']');
    tokens.accept(';');
    if (values.length > 0 && name.is === 'name') addMetadata(target.metadata, name.text, values);
    return SKIPPED;
  };
