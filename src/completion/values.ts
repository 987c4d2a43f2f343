import { looksLikeId } from '../base/id-shape.js';
import type { Item } from '../cli/command/noun.js';
import { namesBelow, nextName } from '../cli/line/read-line.js';
import { SCOPE_NAMES, scopeShape } from '../contract/scopes.js';
import { scopeSetting } from '../profiles/scopes.js';
import { isClean } from './clean.js';
import type { CommandNode, Tree, ValueNode } from './tree.js';
import type { Suggestion } from './types.js';

interface Context {
  tree: Tree;
  /** Arguments before the cursor. */
  args: readonly string[];
  /** Values that were already given for this option or argument; not suggested again. */
  taken: readonly string[];
  find: (kind: string) => readonly Item[];
}

const word = (value: string, description?: string, noSpace = false): Suggestion => ({
  kind: 'word',
  value,
  ...(description !== undefined && { description }),
  ...(noSpace && { noSpace }),
});

/** Suggestions for `text`, the typed part of a value; `head` is the text before it in the same word. */
export function completeValue(
  node: ValueNode & { repeatable?: true; variadic?: true },
  text: string,
  head: string,
  context: Context,
): Suggestion[] {
  const { choices = [], suggests = [], meanings = {}, completes } = node;
  // One word may contain several values of an enumeration.
  const comma = node.repeatable && choices.length > 0 ? text.lastIndexOf(',') + 1 : 0;
  const taken = new Set([...context.taken, text.slice(0, comma)].flatMap((it) => it.split(',')));
  const front = head + text.slice(0, comma);
  const offered = completes === 'setting' || completes === 'command' ? [] : suggests;
  const listed = [...choices, ...offered]
    .filter((value) => !(node.repeatable || node.variadic) || !taken.has(value))
    // A prefix such as `KEY=` is not a complete value.
    .filter((value) => value !== text || !value.endsWith('='))
    .map((value) => word(front + value, meanings[value], value.endsWith('=')));
  return [...listed, ...completed(node, text, head, context)];
}

function completed(node: ValueNode, text: string, head: string, context: Context): Suggestion[] {
  if (node.behindKey) return behindKey(node.behindKey, text, head, context);
  const { completes, suggests = [], meanings = {} } = node;
  const { args, tree, find, taken } = context;
  switch (completes) {
    case undefined:
      return [];
    case 'file':
      return [{ kind: 'file', value: text, prefix: head }];
    case 'directory':
      return [{ kind: 'directory', value: text, prefix: head }];
    case 'text-or-file':
      return text.startsWith('@')
        ? [{ kind: 'file', value: text.slice(1), prefix: `${head}@` }]
        : [word(`${head}@`, 'Read from this file', true)];
    case 'command': {
      const path: string[] = [];
      for (const given of args) path.push(nextName(path, given, tree) ?? given);
      const topics = path.length === 0 ? suggests.map((topic) => word(topic, meanings[topic])) : [];
      return [...topics, ...commandWords(path, text, tree)];
    }
    case 'setting':
      return settings(text, head, suggests, context);
    default:
      if (node.pairedWith) return paired(find(completes), node.pairedWith, text, head);
      if (node.isNew || !Object.hasOwn(tree.kinds, completes))
        return find(completes).flatMap(({ id, name }) => (taken.includes(id) ? [] : [word(head + id, name)]));
      return recordWords(find(completes), text, { head, words: suggests, taken });
  }
}

/** Records that can follow a key such as `parentId=`. */
function behindKey(
  kinds: Readonly<Record<string, string>>,
  text: string,
  head: string,
  { find }: Context,
): Suggestion[] {
  const [key = ''] = /^[^=]*=/.exec(text) ?? [];
  const name = key.replace(/!?=$/, '');
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (key === '' || kind === undefined) return [];
  return recordWords(find(kind), text.slice(key.length), { head: head + key, words: [], taken: [] });
}

/** Values for `profile set SETTING`. */
function settings(
  text: string,
  head: string,
  plans: readonly string[],
  { args, find }: Context,
): Suggestion[] {
  const setting = args.at(-1);
  if (setting === 'plan') return plans.map((plan) => word(head + plan));
  const scope = SCOPE_NAMES.find((it) => scopeSetting(it) === setting);
  if (!scope) return [];
  const { kind, fallback } = scopeShape(scope);
  const words = fallback ? [fallback.value] : [];
  return [
    ...words.map((it) => word(head + it)),
    ...recordWords(find(kind), text, { head, words, taken: [] }),
  ];
}

/** For `first=second`: the first parts, then the second parts that match. */
function paired(
  items: readonly Item[],
  seconds: readonly string[],
  text: string,
  head: string,
): Suggestion[] {
  const typed = text.slice(0, text.indexOf('=') + 1);
  if (seconds.length > 0)
    return typed === ''
      ? items.map(({ id, name }) => word(`${head}${id}=`, name, true))
      : seconds.map((second) => word(`${head}${typed}${second}`));
  if (typed !== '') return items.map(({ id }) => word(head + id));
  return items.map(({ id }) => word(`${head}${id.slice(0, id.indexOf('=') + 1)}`, undefined, true));
}

/** Suggests an alias only if the user is typing it. */
export function commandWords(path: readonly string[], current: string, tree: Tree): Suggestion[] {
  const shortcuts =
    path.length > 0
      ? []
      : tree.commands.flatMap(({ shortcuts = [], summary }) =>
          shortcuts.map((value) => word(value, summary)),
        );
  const words = namesBelow(path, tree).flatMap(({ path, aliases = [], summary }) => {
    const name = path.at(-1) ?? '';
    const typed = name.startsWith(current) ? [name] : aliases.filter((alias) => alias.startsWith(current));
    return typed.map((value) => word(value, summary));
  });
  return [...words, ...shortcuts];
}

/** Nouns that may follow a verb such as `ls`, by the alias that the user is typing, or their plural. */
export const nounsBehind = ({ verbBefore }: CommandNode, current: string, tree: Tree): Suggestion[] =>
  tree.nouns.flatMap(({ path, aliases = [], summary }) => {
    const isListed =
      path.length === 1 &&
      tree.commands.some((it) => it.path.length === 2 && it.path[0] === path[0] && it.path[1] === verbBefore);
    const [name = ''] = path;
    const typed = [...aliases, name].find((it) => it.startsWith(current));
    return isListed && typed !== undefined ? [word(typed, summary)] : [];
  });

/** Number of characters from which a text is completed as an id even if a name starts with it. */
const LIKE_AN_ID = 3;

/** A record as a suggestion. */
interface Offer {
  value: string;
  description?: string | undefined;
  isName: boolean;
}

/**
 * Records that match a typed text. Suggests the name if it is unique and is not a keyword here, otherwise the id with
 * the name as its description. Also suggests ids if the text looks like one.
 *
 * @param head text before the value in the same word; @param words keywords that are possible here.
 */
function recordWords(
  items: readonly Item[],
  text: string,
  { head, words, taken }: { head: string; words: readonly string[]; taken: readonly string[] },
): Suggestion[] {
  const count = new Map<string, number>();
  for (const { name } of items) if (name !== undefined) count.set(name, (count.get(name) ?? 0) + 1);
  // A name with a slash may be the path of another record.
  const isPath = (name: string): boolean =>
    name.includes('/') && items.some((it) => name.endsWith(`/${it.name ?? it.id}`));
  const isTypable = (name: string | undefined): name is string =>
    name !== undefined && count.get(name) === 1 && isWord(name) && !words.includes(name) && !isPath(name);
  const free = items.filter(({ id, name }) => !taken.includes(id) && !(name && taken.includes(name)));
  const first = free.map(
    (item): Offer =>
      isTypable(item.name) ? { value: item.name, description: item.note, isName: true } : byId(item),
  );
  const matching = first.filter(({ value }) => value.startsWith(text));
  const isIdTyped = text !== '' && (text.length >= LIKE_AN_ID || !matching.some(({ isName }) => isName));
  const rest = isIdTyped ? free.filter(({ id }) => id.startsWith(text)).map(byId) : [];
  return [...matching, ...rest].map(({ value, description }) => ({
    kind: 'word',
    value: head + value,
    ...(description !== undefined && { description }),
  }));
}

const byId = ({ id, name, note }: Item): Offer => ({
  value: id,
  description: [name, note].filter(Boolean).join(', ') || undefined,
  isName: false,
});

/** Whether the program would read the text as a name, not as an option, a file or an id. */
const isWord = (name: string): boolean =>
  name === name.trim() && /^[^-@]/.test(name) && isClean(name) && !looksLikeId(name);
