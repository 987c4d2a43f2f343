import { readProperty, readTags } from './properties.js';
import {
  type Details,
  type Element,
  noDetails,
  qualifiedName,
  type Reference,
  type Relation,
  USE_JSON,
} from './source.js';
import type { Block, Token, Tokens } from './tokens.js';

/** Elements, nested elements and relationships. */

export const MODEL: Block = modelBlock('', undefined);

/** The body of the model or of an element. */
function modelBlock(within: string, target: Details | undefined): Block {
  return (tokens) => {
    const property = target && readProperty(target, tokens);
    if (property) return property;
    if (isArrow(tokens.peek())) return readRelation({ word: '', within }, tokens);
    if (tokens.peek().is !== 'name') return tokens.unexpected(EXPECTED);
    if (tokens.isNext('extend') && tokens.peek(1).is === 'name') return readExtension(tokens);
    if (isArrow(tokens.peek(1))) return readRelation({ word: tokens.next().text, within }, tokens);
    return readElement(within, tokens);
  };
}

const EXPECTED = 'an element "name = kind", a relationship "a -> b", or a property';

export const isArrow = ({ is, text }: Token): boolean =>
  is === 'kind' || (is === 'sign' && ['->', '<->', '-[', '<-'].includes(text));

/** Parses `name = kind 'Title'` or `kind name 'Title'`, followed by summary, technology and tags. */
function readElement(within: string, tokens: Tokens): Block | undefined {
  const first = tokens.next();
  const isNamed = tokens.accept('=');
  if (tokens.peek().is !== 'name') return tokens.unexpected(isNamed ? 'a kind' : 'a name, or "=" and a kind');
  const second = tokens.next();
  const [name, kind] = isNamed ? [first, second] : [second, first];
  const element: Element = {
    ...noDetails(),
    path: qualifiedName(within, name.text),
    name: name.text,
    within,
    kind: kind.text,
    place: tokens.placeOf(first, second),
  };
  readTexts(element, ['title', 'summary', 'technology'], tokens);
  // A fourth text holds tags.
  for (const it of (tokens.acceptText() ?? '').split(/[\s,]+/))
    if (it !== '') element.tags.push(it.replace(/^#/, ''));
  tokens.source.add(element);
  return modelBlock(element.path, element);
}

function readTexts(
  target: Details,
  order: readonly ('title' | 'summary' | 'description' | 'technology')[],
  tokens: Tokens,
): void {
  for (const field of order) {
    const text = tokens.acceptText();
    if (text === undefined) return;
    if (text !== '') target[field] = text;
  }
}

/** `extend cloud.api { … }`. */
function readExtension(tokens: Tokens): Block {
  tokens.next();
  const name = tokens.next();
  const place = tokens.placeOf(name);
  if (!isArrow(tokens.peek())) return modelBlock(name.text, tokens.source.extension(name.text, place));
  readArrow(tokens);
  tokens.next();
  tokens.acceptText();
  const message = 'Extensions of relationships are not supported: they are skipped.';
  return tokens.loss(message, place, USE_JSON);
}

/** Parses an arrow: its kind and its direction. */
export function readArrow(tokens: Tokens): { kind?: string; arrow: string } {
  const token = tokens.next();
  if (token.is === 'kind') return { kind: token.text, arrow: '->' };
  if (token.text !== '-[') return { arrow: token.text };
  const kind = tokens.next().text;
  tokens.accept(']->');
  return { kind, arrow: '->' };
}

function readRelation(from: Reference, tokens: Tokens): Block | undefined {
  const first = tokens.peek();
  const { kind, arrow } = readArrow(tokens);
  if (tokens.peek().is !== 'name') return tokens.unexpected('the name of an element');
  const target = tokens.next();
  const to = { word: target.text, within: from.within };
  const relation: Relation = {
    ...noDetails(),
    isBothWays: arrow === '<->',
    ...(arrow === '<-' ? { from: to, to: from } : { from, to }),
    place: tokens.placeOf(first, target),
    kind,
  };
  readTexts(relation, ['title', 'description', 'technology'], tokens);
  if (tokens.peek().is === 'tag') readTags(relation, tokens);
  tokens.source.relations.push(relation);
  return (inner) => readProperty(relation, inner) ?? inner.unexpected('a property of the relationship');
}
