import type { JsonObject } from '../json-text.js';
import { type Described, tagsOf } from './workspace.js';

/** Fields that elements and relationships of a workspace in JSON have in common. */

/** Not one that the tools made up. */
export const isIdentifier = (identifier: string | undefined): identifier is string =>
  identifier !== undefined && !/^[\da-f]{8}-/.test(identifier);

export function describedOf(from: JsonObject): Described {
  const [description, technology, url] = [
    from.text('description'),
    from.text('technology'),
    from.text('url'),
  ];
  const labels = new Map<string, string>();
  for (const [key, value] of from.object('properties')?.fields ?? [])
    if (typeof value === 'string' && !key.startsWith('structurizr.')) labels.set(key, value);
  for (const it of from.list('perspectives')) {
    const [name, text] = [it.text('name'), it.text('description')];
    if (name !== undefined && text !== undefined) labels.set(name, text);
  }
  const outside = from.text('location') === 'External' ? ['External'] : [];
  return {
    tags: [...tagsOf(from.text('tags') ?? ''), ...outside],
    urls: url ? [url] : [],
    labels,
    ...(description && { description }),
    ...(technology && { technology }),
  };
}
