import { truncate } from '../../../validate/rule.js';
import { LEVEL_TAG } from '../ids.js';
import { isArrow, readArrow } from './model.js';
import { isEnd, readPredicates, STATEMENTS } from './predicates.js';
import { readTags, readTextValue } from './properties.js';
import { type Flow, USE_JSON, type View } from './source.js';
import { type Block, SKIPPED, type Token, type Tokens } from './tokens.js';

/** Parser of the `views` block. */

export const VIEWS: Block = (tokens) => {
  const first = tokens.peek();
  if (tokens.accept('view')) return readView(first, tokens);
  if (tokens.accept('dynamic')) {
    tokens.accept('view');
    return readFlow(first, tokens);
  }
  if (tokens.accept('deployment')) {
    tokens.accept('view');
    const name = tokens.next();
    const message = `The deployment view ${truncate(name.text)} is not imported.`;
    return tokens.loss(message, tokens.placeOf(first, name));
  }
  if (tokens.isNext('style') || tokens.isNext('global')) return skipStyle(tokens);
  return tokens.unexpected('view, dynamic view, deployment view or style');
};

/** Skips a style rule, up to its block or the end of the enclosing block. */
function skipStyle(tokens: Tokens): Block {
  if (tokens.next().text === 'global') return tokens.skip(2);
  while (tokens.peek().is !== 'end' && !tokens.isNext('{') && !tokens.isNext('}')) tokens.next();
  return SKIPPED;
}

function readView(first: Token, tokens: Tokens): Block {
  const view: View = { content: [], place: tokens.placeOf(first) };
  let last = first;
  if (tokens.peek().is === 'name' && !tokens.isNext('of') && !tokens.isNext('extends')) {
    last = tokens.next();
    view.name = last.text;
  }
  if (tokens.accept('of')) {
    last = tokens.next();
    view.of = { word: last.text, within: '' };
  } else if (tokens.accept('extends')) {
    last = tokens.next();
    view.extends = last.text;
  }
  view.title = tokens.acceptText();
  view.place = tokens.placeOf(first, last);
  tokens.source.views.push(view);
  return (inner) =>
    readViewStatement(view, inner) ?? inner.unexpected('include, exclude, title, description or style');
}

/** Parses a statement that all kinds of views support. Returns undefined for other statements. */
function readViewStatement(view: View, tokens: Tokens): Block | undefined {
  const token = tokens.peek();
  if (token.is === 'tag') {
    const tags: string[] = [];
    readTags({ tags }, tokens);
    view.isLevel ||= tags.includes(LEVEL_TAG);
    if (tags.some((it) => it !== LEVEL_TAG)) tokens.loss('Tags of views are not imported.', token);
    return SKIPPED;
  }
  if (token.is !== 'name') return undefined;
  switch (token.text) {
    case 'title':
    case 'description':
      tokens.next();
      view[token.text] = readTextValue(tokens) || view[token.text];
      return SKIPPED;
    case 'notation':
    case 'notes':
      tokens.next();
      readTextValue(tokens);
      return SKIPPED;
    case 'link':
      tokens.loss('Links of views are not imported.', token);
      tokens.next();
      tokens.accept(':');
      tokens.takeWord();
      tokens.acceptText();
      tokens.accept(';');
      return SKIPPED;
    case 'include':
    case 'exclude':
      tokens.next();
      readPredicates(view, token.text, tokens);
      return SKIPPED;
    case 'style':
      return skipStyle(tokens);
    case 'global':
      if (tokens.isNext('predicate', 1))
        tokens.loss('Global predicates are not supported: they are skipped.', token, USE_JSON);
      return skipStyle(tokens);
    case 'group':
      tokens.next();
      tokens.acceptText();
      tokens.loss('Groups of views are not imported; their elements are.', token);
      return groupBlock(view);
    case 'autoLayout':
    case 'rank':
      tokens.next();
      while (tokens.peek().is === 'name' && !STATEMENTS.has(tokens.peek().text)) tokens.next();
      return SKIPPED;
    default:
      return undefined;
  }
}

/** Block of a group in a view. Adds its elements to the view, and skips other statements, which are style. */
const groupBlock =
  (view: View): Block =>
  (tokens) =>
    tokens.isNext('include') || tokens.isNext('exclude') || tokens.isNext('group')
      ? readViewStatement(view, tokens)
      : tokens.skip(1);

function readFlow(first: Token, tokens: Tokens): Block {
  const last = tokens.peek().is === 'name' ? tokens.next() : first;
  const place = tokens.placeOf(first, last);
  const flow: Flow = { name: last.text, content: [], steps: [], isLost: false, place };
  tokens.source.flows.push(flow);
  return flowBlock(flow);
}

const flowBlock =
  (flow: Flow): Block =>
  (tokens) => {
    const first = tokens.peek();
    if (first.is === 'name' && isArrow(tokens.peek(1))) return readSteps(flow, tokens);
    if ((tokens.isNext('parallel') || tokens.isNext('par')) && tokens.isNext('{', 1)) {
      tokens.loss('Parallel steps become sequential steps.', tokens.next());
      return flowBlock(flow);
    }
    if (tokens.accept('branch')) {
      tokens.acceptText();
      return flowBlock(flow);
    }
    if (tokens.isNext('group')) {
      tokens.loss('Groups of steps are not imported; their steps are.', tokens.next());
      tokens.acceptText();
      return flowBlock(flow);
    }
    return readAppearance(tokens) ?? readViewStatement(flow, tokens) ?? readOther(flow, tokens);
  };

/** Parses a keyword that sets the appearance of a sequence. Returns undefined for other keywords. */
function readAppearance(tokens: Tokens): Block | undefined {
  const first = tokens.peek();
  switch (first.is === 'name' ? first.text : '') {
    case 'variant':
    case 'activate':
    case 'deactivate':
    case 'create':
    case 'destroy':
      return tokens.skip(2);
    case 'autonumber':
      tokens.next();
      while (['from', 'step'].some((it) => tokens.accept(it))) tokens.next();
      return SKIPPED;
    case 'note':
      while (!isEnd(tokens.peek(1)) && tokens.peek().is !== 'text') tokens.next();
      return tokens.loss('Notes of flows are not imported.', tokens.placeOf(first, tokens.next()));
    default:
      return undefined;
  }
}

/** Reports any other statement. The flow is skipped, because it would be wrong without the statement. */
function readOther(flow: Flow, tokens: Tokens): Block {
  const first = tokens.next();
  const message = `The dynamic view ${truncate(flow.name ?? '')} is skipped: it contains more than steps.`;
  if (!flow.isLost) tokens.loss(message, first);
  flow.isLost = true;
  return flowBlock(flow);
}

/** Parses `a -> b 'asks' -> c 'looks up'`; `<-` is a reply. */
function readSteps(flow: Flow, tokens: Tokens): Block {
  let from = { word: tokens.next().text, within: '' };
  while (isArrow(tokens.peek())) {
    const isReply = readArrow(tokens).arrow === '<-';
    if (tokens.peek().is !== 'name') break;
    const to = { word: tokens.next().text, within: '' };
    const text = tokens.acceptText() ?? '';
    flow.steps.push({ ...(isReply ? { from: to, to: from } : { from, to }), text, isReply });
    from = to;
  }
  // Block of a step, with its text.
  return (inner) => {
    const step = flow.steps.at(-1);
    const isTitle = inner.next().text === 'title';
    const text = readTextValue(inner);
    if (isTitle && step && text !== undefined) step.text = text;
    return SKIPPED;
  };
}
