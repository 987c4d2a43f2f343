import { usageError } from '../../base/errors.js';
import { nearest } from '../../base/suggest.js';
import { VERSION } from '../../base/version.js';
import { route, wordsBelow } from '../line/route.js';
import type { Context } from '../run/context.js';
import { commandHelp, groupHelp, rootHelp, topicHelp } from './help.js';
import { NOUNS, TOPIC_SUMMARIES } from './nouns.js';
import { TOPICS } from './topics.js';

/** The text for what stands behind `archctl help`: a topic, a command, a noun, or nothing. Errors: `usage`. */
export async function helpText({ terminal }: Context, words: readonly string[]): Promise<string> {
  const { bold, dim } = terminal.palette;
  const style = { bold, dim, width: terminal.width };
  const [word = ''] = words;
  if (words.length === 1 && Object.hasOwn(TOPICS, word)) return topicHelp(TOPICS[word as never], style);
  const { REGISTRY } = await import('../../commands/registry.generated.js');
  const known = [...wordsBelow([], REGISTRY, NOUNS).keys()];
  if (words.length === 1 && !known.includes(word)) {
    const guess = nearest(word, [...known, ...Object.keys(TOPIC_SUMMARIES)]);
    throw usageError(`"${word}" is not a command or a topic.`, {
      hint: guess === undefined ? '"archctl help" lists them.' : `Did you mean "archctl help ${guess}"?`,
    });
  }
  const found = route(words, REGISTRY, NOUNS);
  if (found.kind === 'command') {
    const { default: spec } = await found.entry.load();
    return commandHelp(spec, ['archctl', ...found.entry.path].join(' '), style);
  }
  return found.path.length === 0
    ? rootHelp(VERSION, REGISTRY, style)
    : groupHelp(found.path, REGISTRY, style);
}
