import { type Block, type Described, type Reading, SKIPPED } from './source.js';
import type { Token } from './tokens.js';

/** Properties of an element, a relationship or a kind. */

const TEXTS = new Set(['title', 'description', 'summary', 'technology']);
/** Texts without a counterpart in the model. */
const OTHER_TEXTS = new Set(['notation', 'notes']);

/** Parses a property and returns its block; undefined if none comes next. */
export function readProperty(target: Described, reading: Reading): Block | undefined {
  const { tokens } = reading;
  const token = tokens.peek();
  if (token.is === 'tag') return readTags(target, reading);
  if (token.is !== 'name') return undefined;
  const behind = tokens.peek(1);
  const isValue = behind.is === 'text' || isSign(behind, ':');
  if (TEXTS.has(token.text) || OTHER_TEXTS.has(token.text)) {
    if (!isValue) return undefined;
    tokens.next();
    const text = readText(reading);
    if (text !== undefined && isText(token.text)) target[token.text] = text;
    return SKIPPED;
  }
  switch (token.text) {
    case 'link':
      if (isSign(behind, '=')) return undefined;
      readLink(target, reading);
      return SKIPPED;
    case 'icon':
      if (isSign(behind, '=')) return undefined;
      tokens.next();
      tokens.take(':');
      tokens.takeWord();
      return SKIPPED;
    case 'navigateTo':
      tokens.next();
      tokens.next();
      return SKIPPED;
    case 'style':
    case 'metadata':
      if (!isSign(behind, '{')) return undefined;
      tokens.next();
      return token.text === 'style' ? style(target) : metadata(target);
    default:
      return undefined;
  }
}

const isText = (word: string): word is 'title' | 'description' | 'summary' | 'technology' => TEXTS.has(word);

const isSign = ({ is, text }: Token, sign: string): boolean => is === 'sign' && text === sign;

/** Parses `: 'text';`; colon and semicolon are optional. */
export function readText({ tokens }: Reading): string | undefined {
  tokens.take(':');
  const text = tokens.peek().is === 'text' ? tokens.next().text : undefined;
  tokens.take(';');
  return text;
}

export function readTags(target: { tags: string[] }, { tokens }: Reading): Block {
  while (tokens.peek().is === 'tag') {
    target.tags.push(tokens.next().text);
    tokens.take(',');
  }
  tokens.take(';');
  return SKIPPED;
}

function readLink({ links }: Described, reading: Reading): void {
  const { tokens } = reading;
  tokens.next();
  tokens.take(':');
  const url = tokens.peek().is === 'text' ? tokens.next().text : tokens.takeWord().text;
  const name = tokens.peek().is === 'text' ? tokens.next().text : '';
  tokens.take(';');
  if (url !== '') links.push({ url, ...(name !== '' && { name }) });
}

/** Style block; only the shape matters, since it shows the type. */
const style = (target: Described): Block => ({
  read({ tokens }) {
    const { text } = tokens.next();
    tokens.take(':');
    if (tokens.comes('}') || tokens.comes('{')) return SKIPPED;
    if (text === 'icon') tokens.takeWord();
    else {
      const value = tokens.next();
      if (text === 'shape') target.shape = value.text;
    }
    tokens.take(';');
    return SKIPPED;
  },
});

/** Adds values to a key that may be repeated; duplicate values are dropped. */
export function addMetadata(metadata: Map<string, string>, key: string, values: readonly string[]): void {
  const known = metadata.get(key)?.split(', ') ?? [];
  metadata.set(key, [...new Set([...known, ...values])].join(', '));
}

/** Parses `name 'text'`, or several texts in brackets. */
const metadata = (target: Described): Block => ({
  read({ tokens }) {
    const name = tokens.next();
    tokens.take(':');
    const values: string[] = [];
    if (tokens.take('['))
      while (!tokens.comes(']') && !tokens.comes('}') && tokens.peek().is !== 'end') {
        const value = tokens.next();
        if (value.is !== 'sign') values.push(value.text);
      }
    else if (tokens.peek().is === 'text' || tokens.peek().is === 'name') values.push(tokens.next().text);
    tokens.take(']');
    tokens.take(';');
    if (values.length > 0 && name.is === 'name') addMetadata(target.metadata, name.text, values);
    return SKIPPED;
  },
});
