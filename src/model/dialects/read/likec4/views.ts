import { truncate } from '../../../validate/rule.js';
import { LEVEL_TAG } from '../ids.js';
import { isArrow, readArrow } from './model.js';
import { isEnd, readPredicates, STATEMENTS } from './predicates.js';
import { readTags, readText } from './properties.js';
import { type Block, type Flow, type Reading, SKIPPED, USE_JSON, unexpected, type View } from './source.js';
import type { Token } from './tokens.js';

/** Parser of the `views` block. */

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
      source.diagnostics.loss(
        `The deployment view ${truncate(name.text)} is not imported.`,
        tokens.placeOf(first, name),
      );
      return SKIPPED;
    }
    if (tokens.comes('style') || tokens.comes('global')) return skipStyle(reading);
    return unexpected(reading, 'view, dynamic view, deployment view or style');
  },
};

/** Skips a style rule, up to its block or the end of the enclosing block. */
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
    readViewStatement(view, reading) ?? unexpected(reading, 'include, exclude, title, description or style'),
});

/** Parses a statement that all kinds of views support. Returns undefined for other statements. */
function readViewStatement(
  view: Pick<View, 'content' | 'title' | 'description' | 'place' | 'isLevel'>,
  reading: Reading,
): Block | undefined {
  const { tokens, source } = reading;
  const token = tokens.peek();
  if (token.is === 'tag') {
    const tags: string[] = [];
    readTags({ tags }, reading);
    view.isLevel ||= tags.includes(LEVEL_TAG);
    if (tags.some((it) => it !== LEVEL_TAG))
      source.diagnostics.loss('Tags of views are not imported.', tokens.placeOf(token));
    return SKIPPED;
  }
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
      source.diagnostics.loss('Links of views are not imported.', tokens.placeOf(token));
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
        source.diagnostics.loss(
          'Global predicates are not supported: they are skipped.',
          tokens.placeOf(token),
          USE_JSON,
        );
      return skipStyle(reading);
    case 'group': {
      tokens.next();
      if (tokens.peek().is === 'text') tokens.next();
      source.diagnostics.loss('Groups of views are not imported; their elements are.', tokens.placeOf(token));
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

/** Block of a group in a view. Adds its elements to the view, and skips other statements, which are style. */
const groupBlock = (view: Pick<View, 'content' | 'place'>): Block => ({
  read(reading) {
    const { tokens } = reading;
    if (tokens.comes('include') || tokens.comes('exclude') || tokens.comes('group'))
      return readViewStatement(view, reading) ?? SKIPPED;
    tokens.next();
    return SKIPPED;
  },
});

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
      source.diagnostics.loss('Parallel steps become sequential steps.', tokens.placeOf(first));
      tokens.next();
      return flowBlock(flow);
    }
    if (tokens.take('branch')) {
      if (tokens.peek().is === 'text') tokens.next();
      return flowBlock(flow);
    }
    if (tokens.comes('group')) {
      source.diagnostics.loss(
        'Groups of steps are not imported; their steps are.',
        tokens.placeOf(tokens.next()),
      );
      if (tokens.peek().is === 'text') tokens.next();
      return flowBlock(flow);
    }
    return readAppearance(reading) ?? readViewStatement(flow, reading) ?? readOther(flow, reading);
  },
});

/** Parses a keyword that sets the appearance of a sequence. Returns undefined for other keywords. */
function readAppearance({ tokens, source }: Reading): Block | undefined {
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
      source.diagnostics.loss('Notes of flows are not imported.', tokens.placeOf(first, tokens.next()));
      return SKIPPED;
    default:
      return undefined;
  }
}

/** Reports any other statement. The flow is skipped, because it would be wrong without the statement. */
function readOther(flow: Flow, { tokens, source }: Reading): Block {
  const first = tokens.next();
  if (!flow.isLost)
    source.diagnostics.loss(
      `The dynamic view ${truncate(flow.name ?? '')} is skipped: it contains more than steps.`,
      tokens.placeOf(first),
    );
  flow.isLost = true;
  return flowBlock(flow);
}

/** Parses `a -> b 'asks' -> c 'looks up'`; `<-` is a reply. */
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

/** Block of a step, with its text. */
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
