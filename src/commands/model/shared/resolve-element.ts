import { ArchctlError, usageError } from '../../../base/errors.js';
import { nameIndex } from '../../../base/name-index.js';
import { alternatives, truncatedLines } from '../../../base/text/words.js';
import {
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  type Model,
  textAt,
} from '../../../model/document/element.js';

/** Maximum number of candidates in an error. */
const MAX_REPORTED = 12;

/** Option that selects the element, if its name differs from the kind. */
type OptionName = Partial<Record<'option', string>>;

/**
 * Finds an element by id, name or path (`Shop/API`). Errors: `not-found` for an unknown name, with similar names;
 * `usage` for an ambiguous name.
 */
export function resolveElement(
  model: Model,
  kind: ElementKind,
  typed: string,
  { option = kind }: OptionName = {},
): Element {
  const names = nameIndex(
    elementsOf(model, kind).map(({ id, fields }) => {
      const [name, within] = [textAt(fields, 'name'), textAt(fields, 'parent')];
      return { id, ...(name !== undefined && { name }), ...(within !== undefined && { within }) };
    }),
  );
  const found = names.find(typed);
  if (found.kind === 'several') {
    const candidates = found.ids.map((id) => `${id}: ${names.pathOf(id)}`);
    throw usageError(`Several elements are named "${typed}" (--${option}); pass the id of the ${kind}.`, {
      details: truncatedLines(candidates, MAX_REPORTED),
    });
  }
  const element = found.kind === 'one' ? elementOf(model, kind, found.id) : undefined;
  if (element) return element;
  const nearest = found.kind === 'none' ? found.nearest : [];
  throw new ArchctlError('not-found', `The model has no ${kind} "${typed}" (--${option}).`, {
    hint: nearest.length === 0 ? undefined : `Did you mean ${alternatives(nearest.map((it) => `"${it}"`))}?`,
  });
}
