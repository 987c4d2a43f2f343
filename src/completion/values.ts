import type { Item } from '../cli/command/noun.js';
import { namesBelow, nextName } from '../cli/line/read-line.js';
import { SCOPE_NAMES, scopeShape } from '../contract/scopes.js';
import { scopeSetting } from '../profiles/scopes.js';
import { recordWords } from './record-words.js';
import type { Tree, ValueNode } from './tree.js';
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
  const { kind, unlessTold } = scopeShape(scope);
  const words = unlessTold ? [unlessTold.value] : [];
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
  return namesBelow(path, tree).flatMap(({ path, aliases = [], summary }) => {
    const name = path.at(-1) ?? '';
    const typed = name.startsWith(current) ? [name] : aliases.filter((alias) => alias.startsWith(current));
    return typed.map((value) => word(value, summary));
  });
}
