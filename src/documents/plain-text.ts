import { type Block, plain } from './blocks.js';
import { onOneLine } from './one-line.js';

function lines(it: Block): string[] {
  switch (it.kind) {
    case 'heading':
      return [`${'#'.repeat(it.level)} ${onOneLine(it.text)}`];
    case 'text':
      return [onOneLine(it.text)];
    case 'facts':
      return it.facts.map(([label, value]) => `${label}: ${onOneLine(value.map(plain).join(''))}`);
    case 'list':
      return it.items.map((item) => onOneLine(item.map(plain).join('')));
    case 'table':
      return it.rows.map((row) => row.map((cell) => onOneLine(cell.map(plain).join(''))).join('; '));
    case 'picture':
      return [];
  }
}

/** Formats a document as compact lines of text, for language models and printed pages. */
export const textLines = (blocks: readonly Block[]): string[] => blocks.flatMap(lines);

/** Formats a document for a language model: all text, no pictures. */
export const toLlms = (blocks: readonly Block[]): string => `${textLines(blocks).join('\n')}\n`;
