import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import type { Diagnostics } from '../diagnostics.js';
import type { Archetypes } from './kinds.js';
import type { Statement, Word } from './lexer.js';
import type { Item, Reference, Workspace } from './workspace.js';

/** Parser state that blocks share. */
export interface Reading {
  workspace: Workspace;
  archetypes: Archetypes;
  diagnostics: Diagnostics;
  /** Whether identifiers from here on are qualified by those of their parents. */
  hierarchical: boolean;
}

/** One line of a block: its words and its identifier. */
export interface Line {
  /** Without the identifier and its sign. */
  words: readonly Word[];
  identifier?: string;
  opens: boolean;
  place: Place;
}

/** A block between braces: parses a line, and returns the block that the line opens. */
export interface Block {
  read(line: Line, reading: Reading): Block | undefined;
}

/** A block whose content is skipped: already reported, or style. */
export const SKIPPED: Block = { read: () => SKIPPED };

export const placeOf = (file: string, words: readonly Word[]): Place => ({
  file,
  from: words[0]?.from ?? 0,
  to: words.at(-1)?.to ?? 0,
});

export function lineOf(statement: Statement): Line {
  const { words, opens, file } = statement;
  const [first, sign] = words;
  const isNamed = words.length > 2 && sign?.text === '=' && !sign.quoted && first?.quoted === false;
  return {
    words: isNamed ? words.slice(2) : words,
    ...(isNamed && first && { identifier: first.text }),
    opens,
    place: placeOf(file, words),
  };
}

/** First word of a line, which selects the statement; keywords ignore case. */
export const keywordOf = ({ words }: Line): string =>
  words[0]?.quoted === false ? words[0].text.toLowerCase() : '';

/** Text of a word; undefined if it is missing or empty. */
export const textAt = ({ words }: Line, at: number): string | undefined => words[at]?.text || undefined;

export const referenceTo = (word: string, within: Item | undefined, reading: Reading): Reference => ({
  word,
  hierarchical: reading.hierarchical,
  ...(within && { within }),
});

/** Reports words after the ones that a line may have. */
export function reportExtra(line: Line, most: number, reading: Reading): void {
  const extra = line.words.slice(most);
  if (extra.length === 0) return;
  const texts = extra.map(({ text }) => truncate(text)).join(' ');
  const place = placeOf(line.place.file, extra);
  reading.diagnostics.lost(`The line has too many words: ${texts} is skipped.`, place);
}

/** Reports a line that is not allowed here. */
export function unexpected(line: Line, reading: Reading, expected: string): undefined {
  const word = line.words[0]?.text ?? '';
  reading.diagnostics.broken(`Unexpected "${truncate(word)}".`, line.place, `Expected: ${expected}.`);
}

/** Returns a check that a keyword occurs once; a second block is an error, as it is in Structurizr. */
export function onlyOnce(): (line: Line, reading: Reading) => boolean {
  const known = new Set<string>();
  return (line, { diagnostics }) => {
    const keyword = keywordOf(line);
    const isFirst = !known.has(keyword);
    known.add(keyword);
    if (!isFirst)
      diagnostics.broken(
        `There is a second "${keyword}" block.`,
        line.place,
        `Put everything into one "${keyword}" block.`,
      );
    return isFirst;
  };
}
