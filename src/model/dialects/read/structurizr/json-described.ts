import type { LocatedObject } from '../json-text.js';
import { type Described, tagsOf } from './workspace.js';

/** Fields that elements and relationships share in workspace JSON. */

/** Whether the identifier was chosen by the author, not generated. */
export const isIdentifier = (identifier: string | undefined): identifier is string =>
  identifier !== undefined && !/^[\da-f]{8}-/.test(identifier);

export function describedOf(from: LocatedObject): Described {
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

/** Tags of all instances. */
const OF_INSTANCES = new Set(['Software System Instance', 'Container Instance']);

/** Whether an instance has fields of its own, which are lost: it becomes the element itself. */
export function hasOwnFields(instance: LocatedObject): boolean {
  const { tags, urls, labels } = describedOf(instance);
  const groups = instance.texts('deploymentGroups').some((name) => name !== 'Default');
  const own = tags.filter((tag) => !OF_INSTANCES.has(tag)).length + urls.length + labels.size;
  return groups || own + instance.list('healthChecks').length > 0;
}
