import { isObject } from '../base/is-object.js';
import type { JsonObject } from '../base/json/json-object.js';
import { valueText } from '../model/compare/change-report.js';
import { type Detail, detailsOf } from '../model/compare/details.js';
import type { FieldChange } from '../model/compare/diff.js';
import type { ModelKind, Value } from '../model/document/element.js';
import { MODEL_KINDS } from '../model/document/kinds.js';
import { valueIn } from './describe.js';
import type { ModelView } from './model-view.js';

/** Changed fields with names instead of ids: values, or added and removed entries of lists. */
export function fieldChanges(
  kind: ModelKind,
  fields: readonly FieldChange[],
  { before, after }: { before: ModelView; after: ModelView },
): JsonObject[] {
  return fields.flatMap((it): JsonObject[] => {
    const { field } = it;
    const shape = MODEL_KINDS[kind].fields[field]?.shape;
    if (field === 'layout') return [{ field, moved: detailsOf(kind, it).length }];
    const value = (view: ModelView, of: Value | undefined) =>
      of === undefined ? null : valueIn(view, shape, of);
    if (shape?.is !== 'references' && shape?.is !== 'list' && shape?.is !== 'map')
      return [{ field, from: value(before, it.from), to: value(after, it.to) }];
    const word = (view: ModelView, of: Value): string => entryWord(view, shape, of);
    const parts = detailsOf(kind, it);
    const added = parts.flatMap(({ from, to }) =>
      from === undefined && to !== undefined ? [word(after, to)] : [],
    );
    const removed = parts.flatMap(({ from, to }) =>
      to === undefined && from !== undefined ? [word(before, from)] : [],
    );
    const others = parts.filter(
      (part): part is Required<Detail> => part.from !== undefined && part.to !== undefined,
    );
    return [
      {
        field,
        ...(added.length > 0 && { added }),
        ...(removed.length > 0 && { removed }),
        ...(others.length > 0 && {
          changed: others.map(({ path, from, to }) => ({
            at: path,
            from: valueText(from),
            to: valueText(to),
          })),
        }),
      },
    ];
  });
}

/** Name of a reference, or of what a drawn entry shows; otherwise a short text. */
function entryWord(view: ModelView, shape: Parameters<typeof valueIn>[1], value: Value): string {
  if (shape?.is === 'references') return String([valueIn(view, shape, [value])].flat()[0]);
  for (const kind of ['object', 'connection'] as const) {
    const id = isObject(value) ? (value as JsonObject)[kind] : undefined;
    if (typeof id === 'string' && view.hasElement(kind, id)) return view.word(kind, id);
  }
  return valueText(value);
}
