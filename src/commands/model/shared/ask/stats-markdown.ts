import { markdownText } from '../../../../documents/index.js';
import type { ModelStats } from '../../../../model/ask/stats.js';
import { visible } from '../../../../terminal/escape.js';
import { partsOf } from './stats-text.js';

/** Harmless text: nothing of it is Markdown, calls somebody or refers to anything. */
const text = (words: string): string => markdownText(visible(words)).replace(/[@#](?=\w)/g, '$&&#8203;');

/** A model in numbers as Markdown: a table for each part. */
export function markdownOfStats(title: string, stats: ModelStats): string {
  const parts = partsOf(stats).map(({ heading, rows, lines }) => {
    const table = rows.map(({ label, count, more = '' }) => `| ${text(label)} | ${count} | ${text(more)} |`);
    const listed = lines.map((it) => `- ${text(it)}`).join('\n');
    const whole = table.length === 0 ? '' : ['| | | |', '|---|---:|---|', ...table].join('\n');
    return `#### ${heading}\n\n${[whole, listed].filter(Boolean).join('\n\n')}\n`;
  });
  return [`### ${text(title)}\n`, ...parts].join('\n');
}
