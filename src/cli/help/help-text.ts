import { usageError } from '../../base/errors.js';
import { nearest } from '../../base/text/suggest.js';
import { VERSION } from '../../base/version.js';
import type { Context, Registry } from '../command/spec.js';
import { shortcutsTo } from '../line/read-line.js';
import { route, wordsBelow } from '../line/route.js';
import { commandHelp, nounHelp, rootHelp, topicHelp } from './help.js';
import type { HelpStyle } from './wrap.js';

/** Help text for the words after `archctl help`: a topic, a command, a noun, or nothing. Errors: `usage`. */
export async function helpText({ terminal, registry }: Context, words: readonly string[]): Promise<string> {
  const { bold, dim } = terminal.palette;
  const style = { bold, dim, width: terminal.width };
  const [word = ''] = words;
  const topic = registry.topics.find(({ name }) => words.length === 1 && name === word);
  if (topic) {
    const page = (await registry.topicPages()).TOPICS[topic.name];
    if (page) return topicHelp(page, style);
  }
  const known = [...wordsBelow([], registry).keys()];
  if (words.length === 1 && !known.includes(word)) {
    const guess = nearest(word, [...known, ...registry.topics.map(({ name }) => name)]);
    throw usageError(`"${word}" is not a command or a topic.`, {
      hint:
        guess === undefined
          ? '"archctl help" lists commands and topics.'
          : `Did you mean "archctl help ${guess}"?`,
    });
  }
  const found = route(words, registry);
  if (found.kind === 'group') return groupText(found.path, registry, style);
  const { default: spec } = await found.entry.load();
  const shortcuts = shortcutsTo(found.entry, registry.commands);
  return commandHelp(spec, ['archctl', ...found.entry.path].join(' '), style, shortcuts);
}

/** Help of a noun or of archctl itself. */
export async function groupText(
  path: readonly string[],
  registry: Registry,
  style: HelpStyle,
): Promise<string> {
  if (path.length === 0) return rootHelp(VERSION, registry, await registry.front(), style);
  const entry = registry.nouns.find((it) => it.path.join(' ') === path.join(' '));
  if (!entry) throw new TypeError(`${path.join(' ')} has commands and no noun.ts.`);
  return nounHelp(entry, (await entry.load()).default, registry, style);
}
