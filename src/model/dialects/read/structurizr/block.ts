import type { Place } from '../../../document/element.js';
import { told as short } from '../../../validate/rule.js';
import type { Telling } from '../telling.js';
import type { Archetypes } from './kinds.js';
import type { Statement, Word } from './statements.js';
import type { Item, Reference, Workspace } from './workspace.js';

/** What the blocks of the DSL read with. */
export interface Reading {
  workspace: Workspace;
  archetypes: Archetypes;
  telling: Telling;
  /** Whether identifiers are told with those of what they are in, from here on. */
  hierarchical: boolean;
}

/** One line inside of a block: what it says, and by which identifier. */
export interface Line {
  /** Without the identifier and its sign. */
  words: readonly Word[];
  identifier?: string;
  opens: boolean;
  place: Place;
}

/** Between braces: reads line by line, and hands back the block that a line opens. */
export interface Block {
  read(line: Line, reading: Reading): Block | undefined;
}

/** A block of which nothing is read; it has been told, or is about looks. */
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

/** The first word of a line, which tells what it is; keywords are read in any case. */
export const keywordOf = ({ words }: Line): string =>
  words[0]?.quoted === false ? words[0].text.toLowerCase() : '';

/** The text of a word; undefined where it is not there or empty. */
export const textAt = ({ words }: Line, at: number): string | undefined => words[at]?.text || undefined;

export const referenceTo = (word: string, within: Item | undefined, reading: Reading): Reference => ({
  word,
  hierarchical: reading.hierarchical,
  ...(within && { within }),
});

/** Reports words behind those that a line may have. */
export function tellExtra(line: Line, most: number, reading: Reading): void {
  const extra = line.words.slice(most);
  if (extra.length === 0) return;
  const texts = extra.map(({ text }) => short(text)).join(' ');
  const place = placeOf(line.place.file, extra);
  reading.telling.lost(`The line has more words than it may have: ${texts} is left out.`, place);
}

/** Tells a line that has no place here. */
export function unexpected(line: Line, reading: Reading, expected: string): undefined {
  const word = line.words[0]?.text ?? '';
  reading.telling.broken(`"${short(word)}" is not expected here.`, line.place, `Expected: ${expected}.`);
}
