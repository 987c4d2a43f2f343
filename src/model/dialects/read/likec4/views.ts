import { isArrow, readArrow } from './model.js';
import { readTags, readText } from './properties.js';
import {
  type Block,
  type Flow,
  type Reading,
  SKIPPED,
  short,
  type Target,
  unexpected,
  type View,
} from './source.js';
import type { Token } from './tokens.js';

/** Views: what stands on them, where it is told by names. */

/** Words that begin a statement of a view. */
const STATEMENTS = new Set([
  ...['include', 'exclude', 'style', 'global', 'group', 'autoLayout', 'title', 'description', 'link', 'rank'],
  ...['parallel', 'par', 'notation', 'variant', 'autonumber', 'note', 'activate', 'deactivate'],
]);

export const VIEWS: Block = {
  read(reading) {
    const { tokens, source } = reading;
    const first = tokens.peek();
    if (tokens.take('view')) return readView(first, reading);
    if (tokens.take('dynamic')) {
      tokens.take('view');
      return readFlow(first, reading);
    }
    if (tokens.take('deployment')) {
      tokens.take('view');
      const name = tokens.next();
      source.telling.lost(
        `The deployment view ${short(name.text)} is left out.`,
        tokens.placeOf(first, name),
      );
      return SKIPPED;
    }
    if (tokens.comes('style') || tokens.comes('global')) return skipStyle(reading);
    return unexpected(reading, 'view, dynamic view, deployment view or style');
  },
};

/** Looks: up to the block, or to the next statement. */
function skipStyle({ tokens }: Reading): Block {
  const isGlobal = tokens.next().text === 'global';
  if (isGlobal) {
    tokens.next();
    tokens.next();
    return SKIPPED;
  }
  while (tokens.peek().is !== 'end' && !tokens.comes('{') && !tokens.comes('}')) tokens.next();
  return SKIPPED;
}

function readView(first: Token, reading: Reading): Block {
  const { tokens, source } = reading;
  const view: View = { content: [], place: tokens.placeOf(first) };
  let last = first;
  const isName = (): boolean =>
    tokens.peek().is === 'name' && !tokens.comes('of') && !tokens.comes('extends');
  if (isName()) {
    last = tokens.next();
    view.name = last.text;
  }
  if (tokens.take('of')) {
    last = tokens.next();
    view.of = { word: last.text, within: '' };
  } else if (tokens.take('extends')) {
    last = tokens.next();
    view.extends = last.text;
  }
  if (tokens.peek().is === 'text') view.title = tokens.next().text;
  view.place = tokens.placeOf(first, last);
  source.views.push(view);
  return viewBlock(view);
}

const viewBlock = (view: View): Block => ({
  read: (reading) =>
    readOfView(view, reading) ?? unexpected(reading, 'include, exclude, title, description or style'),
});

/** A statement that all views have; undefined where none comes. */
function readOfView(
  view: Pick<View, 'content' | 'title' | 'description' | 'place'>,
  reading: Reading,
): Block | undefined {
  const { tokens, source } = reading;
  const token = tokens.peek();
  if (token.is === 'tag') return readTags({ tags: [] }, reading);
  if (token.is !== 'name') return undefined;
  switch (token.text) {
    case 'title':
    case 'description': {
      tokens.next();
      const text = readText(reading);
      if (text) view[token.text] = text;
      return SKIPPED;
    }
    case 'notation':
    case 'notes':
      tokens.next();
      readText(reading);
      return SKIPPED;
    case 'link':
      tokens.next();
      tokens.take(':');
      tokens.takeWord();
      if (tokens.peek().is === 'text') tokens.next();
      tokens.take(';');
      return SKIPPED;
    case 'include':
    case 'exclude':
      tokens.next();
      readPredicates(view, token.text, reading);
      return SKIPPED;
    case 'style':
      return skipStyle(reading);
    case 'global':
      if (tokens.comes('predicate', 1))
        source.telling.lost('A global predicate is not read.', tokens.placeOf(token));
      return skipStyle(reading);
    case 'group': {
      tokens.next();
      if (tokens.peek().is === 'text') tokens.next();
      source.telling.lost('That things stand in a group of a view is left out.', tokens.placeOf(token));
      return groupBlock(view);
    }
    case 'autoLayout':
    case 'rank':
      tokens.next();
      while (tokens.peek().is === 'name' && !STATEMENTS.has(tokens.peek().text)) tokens.next();
      return SKIPPED;
    default:
      return undefined;
  }
}

/** What is in a group of a view is on the view; the rest is looks. */
const groupBlock = (view: Pick<View, 'content' | 'place'>): Block => ({
  read(reading) {
    const { tokens } = reading;
    if (tokens.comes('include') || tokens.comes('exclude') || tokens.comes('group'))
      return readOfView(view, reading) ?? SKIPPED;
    tokens.next();
    return SKIPPED;
  },
});

/** What is included or excluded, parted by commas, of which the last may stand for nothing. */
function readPredicates(view: Pick<View, 'content'>, what: 'include' | 'exclude', reading: Reading): void {
  const { tokens } = reading;
  for (let at = tokens.peek().from; !isEnd(tokens.peek()); at = tokens.peek().from) {
    readPredicate(view, what, reading);
    if (!tokens.take(',') || tokens.peek().from === at) return;
  }
}

const isEnd = ({ is, text }: Token): boolean =>
  is === 'end' ||
  (is === 'sign' && (text === '}' || text === '{')) ||
  (is === 'name' && STATEMENTS.has(text));

function readPredicate(view: Pick<View, 'content'>, what: 'include' | 'exclude', reading: Reading): void {
  const { tokens, source } = reading;
  const first = tokens.peek();
  const of = isArrow(first) ? undefined : readTarget(reading);
  const place = tokens.placeOf(first);
  if (of && (tokens.comes(',') || isEnd(tokens.peek()))) {
    view.content.push({ what, of, place });
    return;
  }
  const isPlainWith = of !== undefined && tokens.comes('with');
  if (isPlainWith) view.content.push({ what, of, place });
  let depth = 0;
  let last = first;
  for (; depth > 0 || !(tokens.comes(',') || isEnd(tokens.peek())); ) {
    if (tokens.comes('(')) depth += 1;
    if (tokens.comes(')')) depth -= 1;
    const token = tokens.next();
    if (token.is === 'end') break;
    last = token;
    if (token.text === 'with' && tokens.take('{')) tokens.skipBlock();
  }
  const text = tokens.file.text.slice(first.from, last.to).replace(/\s+/g, ' ');
  const message = isPlainWith
    ? `How ${short(first.text)} looks on the view is left out.`
    : `"${what} ${short(text)}" is an expression: it is not read.`;
  source.telling.lost(message, tokens.placeOf(first, last));
}

/** A name, all of something, or what is of a kind or has a tag; undefined for anything else. */
function readTarget({ tokens }: Reading): Target | undefined {
  if (tokens.take('*')) return { is: 'all' };
  const token = tokens.peek();
  if (token.is !== 'name') return undefined;
  tokens.next();
  if (token.text === 'element.kind' || token.text === 'element.tag') {
    const isEqual = tokens.take('=') || tokens.take('==') || tokens.take('===');
    const value = isEqual ? tokens.next() : undefined;
    return value && { is: token.text === 'element.kind' ? 'kind' : 'tag', name: value.text };
  }
  const [, path = '', suffix = ''] = /^(.*?)(?:\.(\*{1,2}|_))?$/.exec(token.text) ?? [];
  if (suffix === '_') return undefined;
  return { is: 'element', of: { word: path, within: '' }, suffix: suffix as '' | '*' | '**' };
}

function readFlow(first: Token, reading: Reading): Block {
  const { tokens, source } = reading;
  const last = tokens.peek().is === 'name' ? tokens.next() : first;
  const flow: Flow = {
    name: last.text,
    content: [],
    steps: [],
    isLost: false,
    place: tokens.placeOf(first, last),
  };
  source.flows.push(flow);
  return flowBlock(flow);
}

const flowBlock = (flow: Flow): Block => ({
  read(reading) {
    const { tokens, source } = reading;
    const first = tokens.peek();
    if (first.is === 'name' && isArrow(tokens.peek(1))) return readSteps(flow, reading);
    if ((tokens.comes('parallel') || tokens.comes('par')) && tokens.comes('{', 1)) {
      source.telling.lost('Steps at the same time become steps one after another.', tokens.placeOf(first));
      tokens.next();
      return flowBlock(flow);
    }
    if (tokens.comes('group')) {
      source.telling.lost('That steps stand in a group is left out.', tokens.placeOf(tokens.next()));
      if (tokens.peek().is === 'text') tokens.next();
      return flowBlock(flow);
    }
    return readLook(reading) ?? readOfView(flow, reading) ?? readOther(flow, reading);
  },
});

/** Words on how a sequence looks, each with what follows it; undefined where none comes. */
function readLook({ tokens, source }: Reading): Block | undefined {
  const first = tokens.peek();
  switch (first.is === 'name' ? first.text : '') {
    case 'variant':
    case 'activate':
    case 'deactivate':
    case 'create':
    case 'destroy':
      tokens.next();
      tokens.next();
      return SKIPPED;
    case 'autonumber':
      tokens.next();
      while (['from', 'step'].some((it) => tokens.take(it))) tokens.next();
      return SKIPPED;
    case 'note':
      while (!isEnd(tokens.peek(1)) && tokens.peek().is !== 'text') tokens.next();
      source.telling.lost('A note of a flow is left out.', tokens.placeOf(first, tokens.next()));
      return SKIPPED;
    default:
      return undefined;
  }
}

/** Anything else means more than a step: the flow would say something wrong without it. */
function readOther(flow: Flow, { tokens, source }: Reading): Block {
  const first = tokens.next();
  if (!flow.isLost)
    source.telling.lost(
      `The dynamic view ${short(flow.name ?? '')} has more than steps: it is left out.`,
      tokens.placeOf(first),
    );
  flow.isLost = true;
  return flowBlock(flow);
}

/** `a -> b 'asks' -> c 'looks up'`; `<-` is an answer. */
function readSteps(flow: Flow, reading: Reading): Block {
  const { tokens } = reading;
  let from = tokens.next().text;
  while (isArrow(tokens.peek())) {
    const { arrow } = readArrow(reading);
    if (tokens.peek().is !== 'name') break;
    const to = tokens.next().text;
    const text = tokens.peek().is === 'text' ? tokens.next().text : '';
    const [origin, target] = arrow === '<-' ? [to, from] : [from, to];
    flow.steps.push({
      from: { word: origin, within: '' },
      to: { word: target, within: '' },
      text,
      isReply: arrow === '<-',
    });
    from = to;
  }
  return stepBlock(flow);
}

/** What is said of a step: its words. */
const stepBlock = (flow: Flow): Block => ({
  read(reading) {
    const { tokens } = reading;
    const step = flow.steps.at(-1);
    const isTitle = tokens.next().text === 'title';
    const text = readText(reading);
    if (isTitle && step && text !== undefined) step.text = text;
    return SKIPPED;
  },
});
