import type { SourceFile } from '../../../document/read.js';
import { lineEnd } from './source.js';

/** Diagrams of a file: fenced code blocks of Markdown, or the whole file. */

export interface Block {
  file: SourceFile;
  from: number;
  to: number;
  /** The heading above the block. */
  heading?: string | undefined;
}

const FENCE = /[ \t>]{0,200}(`{3,}|~{3,}|:{3,})[ \t]*\{?([\w-]*)/y;
const HEADING = /[ \t>]{0,20}#{1,6}[ \t]+(.*)/y;

const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

/** Code blocks of a language; the whole file if it is not Markdown and has no such block. */
export function blocksOf(file: SourceFile, languages: readonly string[]): Block[] {
  const fenced = fencedBlocks(file, languages);
  if (fenced.length > 0 || isMarkdown(file.path)) return fenced;
  return [{ file, from: 0, to: file.text.length }];
}

function fencedBlocks(file: SourceFile, languages: readonly string[]): Block[] {
  const { text } = file;
  const blocks: Block[] = [];
  let heading: string | undefined;
  let open: { fence: string; from: number; isWanted: boolean } | undefined;
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const next = Math.min(end + 1, text.length);
    FENCE.lastIndex = at;
    const fence = FENCE.exec(text);
    const isFence = fence !== null && FENCE.lastIndex <= end;
    const [, marks = '', language = ''] = isFence ? fence : [];
    if (open) {
      if (isFence && language === '' && marks.startsWith(open.fence)) {
        if (open.isWanted) blocks.push({ file, from: open.from, to: at, heading });
        open = undefined;
      }
    } else if (isFence) {
      open = { fence: marks, from: next, isWanted: languages.includes(language.toLowerCase()) };
    } else heading = headingAt(text, at, end) ?? heading;
    at = next === at ? text.length : next;
  }
  if (open?.isWanted) blocks.push({ file, from: open.from, to: text.length, heading });
  return blocks;
}

function headingAt(text: string, at: number, end: number): string | undefined {
  HEADING.lastIndex = at;
  const found = HEADING.exec(text);
  if (!found || HEADING.lastIndex > end + 1) return undefined;
  return (found[1] ?? '').slice(0, 200).trim();
}

/** File name without folder and extension. */
export const baseName = (path: string): string =>
  path.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || path;
