import { readProperty, readTags } from './properties.js';
import {
  type Block,
  type Described,
  type Element,
  joined,
  type Reading,
  type Reference,
  type Relation,
  SKIPPED,
  USE_JSON,
  undescribed,
  unexpected,
} from './source.js';
import type { Token } from './tokens.js';

/** Elements, nested elements and relationships. */

export const MODEL: Block = modelBlock('', undefined);

/** The body of the model or of an element. */
function modelBlock(within: string, target: Described | undefined): Block {
  return {
    read(reading) {
      const { tokens } = reading;
      const property = target && readProperty(target, reading);
      if (property) return property;
      if (isArrow(tokens.peek())) return readRelation({ word: '', within }, reading);
      if (tokens.peek().is !== 'name') return unexpected(reading, EXPECTED);
      if (tokens.comes('extend') && tokens.peek(1).is === 'name') return readExtension(reading);
      if (isArrow(tokens.peek(1))) return readRelation({ word: tokens.next().text, within }, reading);
      return readElement(within, reading);
    },
  };
}

const EXPECTED = 'an element "name = kind", a relationship "a -> b", or a property';

export const isArrow = ({ is, text }: Token): boolean =>
  is === 'kind' || (is === 'sign' && ['->', '<->', '-[', '<-'].includes(text));

/** Parses `name = kind 'Title'` or `kind name 'Title'`, followed by summary, technology and tags. */
function readElement(within: string, reading: Reading): Block | undefined {
  const { tokens, source } = reading;
  const first = tokens.next();
  const isNamed = tokens.take('=');
  if (tokens.peek().is !== 'name')
    return unexpected(reading, isNamed ? 'a kind' : 'a name, or "=" and a kind');
  const second = tokens.next();
  const [name, kind] = isNamed ? [first, second] : [second, first];
  const element: Element = {
    ...undescribed(),
    path: joined(within, name.text),
    name: name.text,
    within,
    kind: kind.text,
    place: tokens.placeOf(first, second),
  };
  readTexts(element, ['title', 'summary', 'technology'], reading);
  // A fourth text holds tags.
  if (tokens.peek().is === 'text')
    for (const it of tokens.next().text.split(/[\s,]+/))
      if (it !== '') element.tags.push(it.replace(/^#/, ''));
  source.add(element);
  return modelBlock(element.path, element);
}

function readTexts(
  target: Described,
  order: readonly ('title' | 'summary' | 'description' | 'technology')[],
  { tokens }: Reading,
): void {
  for (const field of order) {
    if (tokens.peek().is !== 'text') return;
    const { text } = tokens.next();
    if (text !== '') target[field] = text;
  }
}

/** `extend cloud.api { … }`. */
function readExtension(reading: Reading): Block {
  const { tokens, source } = reading;
  tokens.next();
  const name = tokens.next();
  const place = tokens.placeOf(name);
  if (!isArrow(tokens.peek())) return modelBlock(name.text, source.extension(name.text, place));
  readArrow(reading);
  tokens.next();
  if (tokens.peek().is === 'text') tokens.next();
  const message = 'Extensions of relationships are not supported: they are skipped.';
  source.diagnostics.loss(message, place, USE_JSON);
  return SKIPPED;
}

/** Parses an arrow: its kind and its direction. */
export function readArrow({ tokens }: Reading): { kind?: string; arrow: string } {
  const token = tokens.next();
  if (token.is === 'kind') return { kind: token.text, arrow: '->' };
  if (token.text !== '-[') return { arrow: token.text };
  const kind = tokens.next().text;
  tokens.take(']->');
  return { kind, arrow: '->' };
}

function readRelation(from: Reference, reading: Reading): Block | undefined {
  const { tokens, source } = reading;
  const first = tokens.peek();
  const { kind, arrow } = readArrow(reading);
  if (tokens.peek().is !== 'name') return unexpected(reading, 'the name of an element');
  const target = tokens.next();
  const to = { word: target.text, within: from.within };
  const relation: Relation = {
    ...undescribed(),
    isBothWays: arrow === '<->',
    ...(arrow === '<-' ? { from: to, to: from } : { from, to }),
    place: tokens.placeOf(first, target),
    ...(kind !== undefined && { kind }),
  };
  readTexts(relation, ['title', 'description', 'technology'], reading);
  if (tokens.peek().is === 'tag') readTags(relation, reading);
  source.relations.push(relation);
  return {
    read: (inner) => readProperty(relation, inner) ?? unexpected(inner, 'a property of the relationship'),
  };
}
