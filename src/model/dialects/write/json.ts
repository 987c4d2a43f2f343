import { indentedPieces } from '../../../base/json/indented-json.js';
import { jsonSafe } from '../../../base/text/escape.js';
import type { Element, Model } from '../../document/element.js';
import { elementsOf } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { asContainer, nestingOf } from '../../document/nesting.js';
import { elementPairs, WRITTEN_KINDS } from '../../document/write.js';

/** Writes a model as one JSON document, equivalent to the YAML of `writeModel`. */
export function jsonOf(model: Model): string {
  const { landscape, namespace, ignores, moved } = model;
  const nesting = nestingOf(model);
  function* entriesOf(elements: readonly Element[]): Generator<object> {
    for (const element of elements) {
      const container = asContainer(element.kind, element.id);
      const below = container ? nesting.below(container) : [];
      const own = elementPairs(element, nesting, false).map(([key, value]) => [key, value] as const);
      yield { ...Object.fromEntries(own), ...(below.length > 0 && { objects: entriesOf(below) }) };
    }
  }
  const lists = WRITTEN_KINDS.flatMap((kind) => {
    const elements = kind === 'object' ? nesting.top : elementsOf(model, kind);
    return elements.length === 0 ? [] : [[KINDS[kind].list, entriesOf(elements)] as const];
  });
  const document = {
    ...(landscape !== undefined && { landscape }),
    ...(namespace !== undefined && { namespace }),
    ...(ignores.length > 0 && { ignore: ignores }),
    ...Object.fromEntries(lists),
    ...(moved.length > 0 && { moved: moved.map(({ from, to }) => ({ from, to })) }),
  };
  // Escaped in pieces, which takes less memory than the whole tree of entries and two copies of the text.
  return [...indentedPieces(document), '\n'].map(jsonSafe).join('');
}
