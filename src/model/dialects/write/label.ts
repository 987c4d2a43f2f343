import { capitalised } from '../../../base/text/words.js';
import type { TreeNode } from '../view/tree.js';
import { statusOfLine, type ViewEdge } from '../view/view.js';

/** Label of a box: name, type and technologies, and caption. */
export function labelLines({ name, type, technologies, caption, status }: TreeNode): string[] {
  const technologyList = technologies.length > 0 ? `: ${technologies.join(', ')}` : '';
  const life = status === 'live' ? '' : `, ${status}`;
  return [
    name,
    `[${capitalised(type)}${technologyList}${life}]`,
    ...(caption.trim() === '' ? [] : [caption]),
  ];
}

/** Label of a line: text, technologies, and status unless it is live. */
export function lineLabel({
  text,
  technologies,
  links,
}: Pick<ViewEdge, 'text' | 'technologies' | 'links'>): string[] {
  const status = statusOfLine(links) ?? 'live';
  const facts = [...technologies, ...(status === 'live' ? [] : [status])];
  return [text, facts.length > 0 ? `[${facts.join(', ')}]` : ''].filter((it) => it !== '');
}
