import type { Doc } from '../doc.js';
import type { PendingObject } from './parents.js';

/**
 * Another model object with the same name in the same domain; undefined if there is none, or if neither name nor domain
 * changes (docs/service.md#names). Roots have no names of their own.
 */
export function objectWithSameName({ doc, before, records }: PendingObject): Doc | undefined {
  const { id, type, name, domainId } = doc;
  const stays = before?.name === name && before?.domainId === domainId;
  if (stays || type === 'root' || typeof domainId !== 'string') return undefined;
  return records
    .incoming('domain', domainId)
    .flatMap((link): Doc[] => {
      const other = link.kind === 'modelObject' ? records.get('modelObject', link.id) : undefined;
      return other ? [other] : [];
    })
    .find((other) => other.id !== id && other.type !== 'root' && other.name === name);
}
