import type { Change } from '../model/compare/diff.js';
import type { Value } from '../model/document/element.js';
import type { SiteChanges } from './types.js';

/** The changes between two models, for a site. */
export const changesOf = (against: string, changes: readonly Change[]): SiteChanges => ({
  against,
  items: changes.map(({ kind, id, name, change, fields }) => ({
    kind,
    id,
    name,
    change,
    fields: fields.map(({ field, from, to }) => ({
      field,
      ...(from !== undefined && { before: valueText(from) }),
      ...(to !== undefined && { after: valueText(to) }),
    })),
  })),
});

/** Maximum length of a value. */
const MAX_LENGTH = 300;

function valueText(value: Value): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
