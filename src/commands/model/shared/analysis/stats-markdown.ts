import { markdownText } from '../../../../documents/index.js';
import type { ModelStats } from '../../../../model/analysis/stats.js';
import { partsOf } from './stats-text.js';

export function markdownOfStats(title: string, stats: ModelStats): string {
  const parts = partsOf(stats).map(({ heading, rows, lines }) => {
    const table = rows.map(
      ({ label, count, more = '' }) => `| ${markdownText(label)} | ${count} | ${markdownText(more)} |`,
    );
    const listed = lines.map((it) => `- ${markdownText(it)}`).join('\n');
    const whole = table.length === 0 ? '' : ['| | | |', '|---|---:|---|', ...table].join('\n');
    return `#### ${heading}\n\n${[whole, listed].filter(Boolean).join('\n\n')}\n`;
  });
  return [`### ${markdownText(title)}\n`, ...parts].join('\n');
}
