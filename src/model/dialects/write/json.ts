import { jsonSafe } from '../../../base/escape.js';
import type { Element, Model, Value } from '../../document/element.js';
import { elementsOf } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { nestingOf, type Spot } from '../../document/nesting.js';
import { elementPairs, WRITTEN_KINDS } from '../../document/write.js';

/** Writes a model as one JSON document, equivalent to the YAML of `writeModel`. */
export function jsonOf(model: Model): string {
  const { landscape, namespace, ignores, moved } = model;
  const nesting = nestingOf(model);
  const entryOf = (element: Element): Record<string, Value> => {
    const { kind, id } = element;
    const spot: Spot | undefined =
      kind === 'domain' ? { field: 'domain', id } : kind === 'object' ? { field: 'parent', id } : undefined;
    const below = spot ? nesting.below(spot).map(entryOf) : [];
    const own = elementPairs(element, nesting, false).map(([key, value]) => [key, value] as const);
    return { ...Object.fromEntries(own), ...(below.length > 0 && { objects: below }) };
  };
  const lists = WRITTEN_KINDS.flatMap((kind) => {
    const entries = (kind === 'object' ? nesting.top : elementsOf(model, kind)).map(entryOf);
    return entries.length === 0 ? [] : [[KINDS[kind].list, entries] as const];
  });
  const document = {
    ...(landscape !== undefined && { landscape }),
    ...(namespace !== undefined && { namespace }),
    ...(ignores.length > 0 && { ignore: ignores }),
    ...Object.fromEntries(lists),
    ...(moved.length > 0 && { moved: moved.map(({ from, to }) => ({ from, to })) }),
  };
  return `${jsonSafe(JSON.stringify(document, undefined, 2))}\n`;
}
