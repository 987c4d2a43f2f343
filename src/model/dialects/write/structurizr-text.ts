import { withoutInvisible } from '../../../documents/index.js';
import type { ImpliedPairs } from '../implied-pairs.js';
import type { Landscape, TreeNode } from '../view/tree.js';
import { blockOf } from './blocks.js';
import type { Identifiers } from './identifiers.js';
import type { Losses } from './losses.js';

/** Shared state of the functions that write a workspace. */
export interface Workspace {
  landscape: Landscape;
  ids: Identifiers;
  losses: Losses;
  /** Quotes a text on one line. */
  text: (text: string) => string;
  /** Quotes a text of several lines. */
  block: (text: string) => string;
  /** Unique names of elements. */
  names: ReadonlyMap<TreeNode, string>;
  /** Elements in the workspace. */
  written: Set<TreeNode>;
  /** Groups and domains in the workspace. */
  grouped: Set<TreeNode>;
  /** Groups inside an element. */
  inside: Set<TreeNode>;
}

/** Pairs of elements with a relationship, written or implied. */
export type Pairs = ImpliedPairs<TreeNode>;

const INDENT = '    ';

/** A statement with a block of indented lines; the statement alone if there are none. */
export const structurizrBlock = (head: string, lines: readonly string[]): string[] =>
  blockOf(head, lines, INDENT);

/** The same for large blocks, line by line. */
export function* largeBlock(head: string, lines: Iterable<string>): Generator<string> {
  let isEmpty = true;
  for (const line of lines) {
    if (isEmpty) yield `${head} {`;
    isEmpty = false;
    yield INDENT + line;
  }
  yield isEmpty ? head : '}';
}

/**
 * Quotes a text for the DSL, with lines joined by `\\n`; never empty. Escapes quotes. A backslash cannot be escaped and
 * would escape a final quote, so a similar character replaces it. `${…}` would be substituted, so it becomes `$ {…}`.
 */
export function structurizrText(text: string, losses: Losses): string {
  const lines = text
    .trim()
    .split(LINE_BREAK)
    .map((it) => withoutInvisible(it.replace(/\s/g, ' ')).trimEnd());
  const safe = lines.map((it) =>
    it.replaceAll('\\', '\u29f5').replaceAll('${', '$ {').replaceAll('"', '\\"'),
  );
  if (/\\|\$\{/.test(text)) losses.add('texts with a backslash or ${, which are replaced');
  return `"${safe.join('\\n') || '…'}"`;
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/** Likewise for names, on one line. */
export const structurizrLine = (text: string, losses: Losses): string =>
  structurizrText(text.trim().split(LINE_BREAK).join(' '), losses);
