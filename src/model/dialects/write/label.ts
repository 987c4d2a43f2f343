import { capitalised } from '../../../base/words.js';
import type { Thing } from '../view/things.js';

/** Label of a box: name, type and technologies, and caption. */
export function labelLines({ name, type, technologies, caption, status }: Thing): string[] {
  const made = technologies.length > 0 ? `: ${technologies.join(', ')}` : '';
  const life = status === 'live' ? '' : `, ${status}`;
  return [name, `[${capitalised(type)}${made}${life}]`, ...(caption.trim() === '' ? [] : [caption])];
}
