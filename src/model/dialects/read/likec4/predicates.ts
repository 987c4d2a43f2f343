import { truncate } from '../../../validate/rule.js';
import { isArrow } from './model.js';
import { type Target, USE_JSON, type View } from './source.js';
import type { Token, Tokens } from './tokens.js';

/** Include and exclude predicates of views, as far as they consist of names. */

/** Keywords that begin a statement of a view. */
export const STATEMENTS = new Set([
  ...['include', 'exclude', 'style', 'global', 'group', 'autoLayout', 'title', 'description', 'link', 'rank'],
  ...['parallel', 'par', 'notation', 'variant', 'autonumber', 'note', 'activate', 'deactivate'],
]);

/** Parses a comma-separated list of predicates; a trailing comma is allowed. */
export function readPredicates(
  view: Pick<View, 'content'>,
  what: 'include' | 'exclude',
  tokens: Tokens,
): void {
  for (let at = tokens.peek().from; !isEnd(tokens.peek()); at = tokens.peek().from) {
    readPredicate(view, what, tokens);
    if (!tokens.accept(',') || tokens.peek().from === at) return;
  }
}

/** Whether the token ends a statement. */
export const isEnd = ({ is, text }: Token): boolean =>
  is === 'end' ||
  (is === 'sign' && (text === '}' || text === '{')) ||
  (is === 'name' && STATEMENTS.has(text));

function readPredicate(view: Pick<View, 'content'>, what: 'include' | 'exclude', tokens: Tokens): void {
  const first = tokens.peek();
  const of = isArrow(first) ? undefined : readTarget(tokens);
  const place = tokens.placeOf(first);
  if (of && (tokens.isNext(',') || isEnd(tokens.peek()))) {
    view.content.push({ what, of, place });
    return;
  }
  const isPlainWith = of !== undefined && tokens.isNext('with');
  if (isPlainWith) view.content.push({ what, of, place });
  let depth = 0;
  let last = first;
  for (; depth > 0 || !(tokens.isNext(',') || isEnd(tokens.peek())); ) {
    if (tokens.isNext('(')) depth += 1;
    if (tokens.isNext(')')) depth -= 1;
    const token = tokens.next();
    if (token.is === 'end') break;
    last = token;
    if (token.text === 'with' && tokens.accept('{')) tokens.skipBlock();
  }
  const text = tokens.file.text.slice(first.from, last.to).replace(/\s+/g, ' ');
  const message = isPlainWith
    ? `The style of ${truncate(first.text)} on the view is not imported.`
    : `"${what} ${truncate(text)}" is an expression, which is not supported: it is skipped.`;
  tokens.loss(message, tokens.placeOf(first, last), isPlainWith ? undefined : USE_JSON);
}

/** Parses a name, a wildcard, or a condition on kind or tag; undefined for anything else. */
function readTarget(tokens: Tokens): Target | undefined {
  if (tokens.accept('*')) return { is: 'all' };
  const token = tokens.peek();
  if (token.is !== 'name') return undefined;
  tokens.next();
  if (token.text === 'element.kind' || token.text === 'element.tag') {
    const isEqual = tokens.accept('=') || tokens.accept('==') || tokens.accept('===');
    const value = isEqual ? tokens.next() : undefined;
    return value && { is: token.text === 'element.kind' ? 'kind' : 'tag', name: value.text };
  }
  const [, path = '', suffix = ''] = /^(.*?)(?:\.(\*{1,2}|_))?$/.exec(token.text) ?? [];
  if (suffix === '_') return undefined;
  return { is: 'element', of: { word: path, within: '' }, suffix: suffix as '' | '*' | '**' };
}
