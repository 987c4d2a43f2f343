import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import type { Diagnostics } from '../../diagnostics.js';
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

/** Parses a line of a block, and returns the block that the line opens. */
export type Block = (line: Line) => Block;

/** A block whose content is skipped: already reported, or style. */
export const SKIPPED: Block = () => SKIPPED;

/** One line of a block: its words and its identifier. */
export class Line {
  /** Without the identifier and its sign. */
  readonly words: readonly Word[];
  readonly identifier: string | undefined;
  readonly opens: boolean;
  readonly place: Place;

  constructor(
    { words, opens, file }: Statement,
    readonly reading: Reading,
  ) {
    const [first, sign] = words;
    const isNamed = words.length > 2 && sign?.text === '=' && !sign.quoted && first?.quoted === false;
    this.words = isNamed ? words.slice(2) : words;
    this.identifier = isNamed ? first.text : undefined;
    this.opens = opens;
    this.place = placeOf(file, words);
  }

  /** First word, which selects the statement; keywords ignore case. */
  get keyword(): string {
    return this.words[0]?.quoted === false ? this.words[0].text.toLowerCase() : '';
  }

  /** Text of a word; undefined if it is missing or empty. */
  text(at: number): string | undefined {
    return this.words[at]?.text || undefined;
  }

  /** Texts of the words from this one on, joined. */
  textFrom(at: number): string {
    return this.words
      .slice(at)
      .map(({ text }) => text)
      .join(' ');
  }

  reference(word: string, within?: Item): Reference {
    return { word, within, hierarchical: this.reading.hierarchical };
  }

  /** Reports words after the ones that the line may have. */
  limit(most: number): void {
    const extra = this.words.slice(most);
    if (extra.length === 0) return;
    const texts = extra.map(({ text }) => truncate(text)).join(' ');
    const place = placeOf(this.place.file, extra);
    this.reading.diagnostics.loss(`The line has too many words: ${texts} is skipped.`, place);
  }

  /** Reports a loss. Returns the block to skip. */
  loss(message: string, hint?: string): Block {
    this.reading.diagnostics.loss(message, this.place, hint);
    return SKIPPED;
  }

  /** Reports an error. Returns the block to skip. */
  error(message: string, hint?: string): Block {
    this.reading.diagnostics.error(message, this.place, hint);
    return SKIPPED;
  }

  /** Reports that the line is not allowed here. */
  unexpected(expected: string): Block {
    return this.error(`Unexpected "${truncate(this.words[0]?.text ?? '')}".`, `Expected: ${expected}.`);
  }
}

const placeOf = (file: string, words: readonly Word[]): Place => ({
  file,
  from: words[0]?.from ?? 0,
  to: words.at(-1)?.to ?? 0,
});

/** Returns a check that a keyword occurs once; a second block is an error, as it is in Structurizr. */
export function onlyOnce(): (line: Line) => boolean {
  const known = new Set<string>();
  return (line) => {
    const { keyword } = line;
    const isFirst = !known.has(keyword);
    known.add(keyword);
    if (!isFirst)
      line.error(`There is a second "${keyword}" block.`, `Put everything into one "${keyword}" block.`);
    return isFirst;
  };
}
