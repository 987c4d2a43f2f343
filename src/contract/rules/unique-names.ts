import type { Doc } from '../doc.js';
import type { PendingObject } from './parents.js';

/**
 * Another model object of the same name in the same domain; undefined where there is none, and for an object whose name
 * and domain stay (docs/service.md#names). Roots have no name of their own.
 */
export function namesake({ doc, before, records }: PendingObject): Doc | undefined {
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
