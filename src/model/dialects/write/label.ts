import { capitalised } from '../../../base/text/words.js';
import type { TreeNode } from '../view/tree.js';
import type { ViewEdge } from '../view/view.js';

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

/** Label of a line: text and technologies. */
export const lineLabel = ({ text, technologies }: Pick<ViewEdge, 'text' | 'technologies'>): string[] =>
  [text, technologies.length > 0 ? `[${technologies.join(', ')}]` : ''].filter((it) => it !== '');
