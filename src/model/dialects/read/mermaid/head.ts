import type { Block } from '../pictures/blocks.js';
import { lineEnd, type Source } from '../pictures/source.js';
import { mermaidDecoded } from './text.js';

/** Header of a diagram, above its statements. */

export interface Head {
  /** Keyword of the diagram type; empty if there is none. */
  word: string;
  /** Position of the keyword. */
  from: number;
  to: number;
  /** Title from the front matter. */
  title?: string;
}

const BLANK = /\s/;
const WORD = /[^\s;{(]+/y;
const TITLE = /[ \t]*title[ \t]*:[ \t]*(.*)/y;

export function headOf({ file: { text }, from, to }: Block): Head {
  let title: string | undefined;
  let at = from;
  for (;;) {
    while (at < to && (BLANK.test(text.charAt(at)) || text[at] === '\uFEFF')) at += 1;
    if (text.startsWith('---', at) && title === undefined) {
      const matter = frontMatter(text, at, to);
      title = matter.title ?? '';
      at = matter.end;
    } else if (text.startsWith('%%', at)) at = behindComment(text, at, to);
    else break;
  }
  WORD.lastIndex = at;
  const word = at < to ? (WORD.exec(text)?.[0] ?? '') : '';
  return { word, from: at, to: at + word.length, ...(title && { title }) };
}

/** Position after a comment, or after a directive that may span lines. */
export function behindComment(text: string, at: number, to: number): number {
  if (text.startsWith('%%{', at)) {
    const close = text.indexOf('}%%', at);
    if (close !== -1 && close < to) return close + 3;
  }
  return Math.min(lineEnd(text, at), to);
}

function frontMatter(text: string, from: number, to: number): { title?: string; end: number } {
  let title: string | undefined;
  for (let at = lineEnd(text, from) + 1; at < to; ) {
    const end = Math.min(lineEnd(text, at), to);
    if (text.slice(at, end).trim() === '---') return { ...(title !== undefined && { title }), end };
    TITLE.lastIndex = at;
    const found = TITLE.exec(text);
    if (found && title === undefined) title = (found[1] ?? '').trim().replace(/^(['"])(.*)\1$/, '$2');
    at = end + 1;
  }
  return { end: Math.min(lineEnd(text, from), to) };
}

const ACCESSIBILITY =
  /acc(Title|Descr(?:iption)?)[ \t]*(?::[ \t]*([^\n]*)|\{([^}]{0,5000})\}|[ \t](?![-=<&.~@])([^\n]*))/y;

export interface Accessibility {
  isTitle: boolean;
  text: string;
  end: number;
}

/** Parses the accessibility statement that begins here: `accTitle: …`, `accDescr: …` or `accDescr { … }`. */
export function accessibilityAt({ text, to }: Source, at: number): Accessibility | undefined {
  ACCESSIBILITY.lastIndex = at;
  const [, key, ...texts] = ACCESSIBILITY.exec(text) ?? [];
  const end = ACCESSIBILITY.lastIndex;
  if (key === undefined || end > to) return undefined;
  return { isTitle: key === 'Title', text: mermaidDecoded(texts.find((it) => it) ?? '').trim(), end };
}
