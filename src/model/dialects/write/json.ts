import { indentedPieces } from '../../../base/json/indented-json.js';
import { jsonSafe } from '../../../base/text/escape.js';
import { adoptedText } from '../../document/adopted.js';
import { driftValue } from '../../document/drift-ignores.js';
import type { Element, Model } from '../../document/element.js';
import { elementsOf } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { asContainer, nestingOf } from '../../document/nesting.js';
import { SECTION_KEYS, sectionOf } from '../../document/references.js';
import { elementPairs, WRITTEN_KINDS } from '../../document/write.js';

/** Writes a model as one JSON document, equivalent to the YAML of `writeModel`. Like there, decisions are not written. */
export function jsonOf(model: Model): string {
  const { landscape, namespace, ignores, driftIgnores, moved, adopted } = model;
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
    ...Object.fromEntries(
      SECTION_KEYS.flatMap((key) => {
        const entries = sectionOf(model, key);
        return entries.length === 0 ? [] : [[key, entries]];
      }),
    ),
    ...(ignores.length > 0 && { ignore: ignores }),
    ...(driftIgnores.length > 0 && { drift: driftValue(driftIgnores) }),
    ...Object.fromEntries(lists),
    ...(moved.length > 0 && { moved: moved.map(({ from, to }) => ({ from, to })) }),
    ...(adopted.size > 0 && { adopted: adoptedText(adopted) }),
  };
  // Escaped in pieces, which takes less memory than the whole tree of entries and two copies of the text.
  return [...indentedPieces(document), '\n'].map(jsonSafe).join('');
}
