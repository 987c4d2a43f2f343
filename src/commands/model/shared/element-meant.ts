import { ArchctlError, usageError } from '../../../base/errors.js';
import { alternatives } from '../../../base/words.js';
import { nameIndex } from '../../../cli/names/name-index.js';
import {
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  type Model,
} from '../../../model/document/element.js';
import { textAt } from '../../../model/validate/facts.js';

/** Of several of one name, so many are told. */
const MOST_TOLD = 12;

/** The option that names the element, where it is not called like its kind. */
type Asked = Partial<Record<'option', string>>;

/**
 * The element that an id, a name or a path (`Shop/API`) means, as names are read everywhere. Errors: `not-found` for a
 * name of nothing, with the nearest; `usage` for a name of several.
 */
export function elementMeant(
  model: Model,
  kind: ElementKind,
  typed: string,
  { option = kind }: Asked = {},
): Element {
  const names = nameIndex(
    elementsOf(model, kind).map(({ id, fields }) => {
      const [name, within] = [textAt(fields, 'name'), textAt(fields, 'parent')];
      return { id, ...(name !== undefined && { name }), ...(within !== undefined && { within }) };
    }),
  );
  const found = names.find(typed);
  if (found.kind === 'several') {
    const told = found.ids.slice(0, MOST_TOLD).map((id) => `${id}: ${names.pathOf(id)}`);
    const more = found.ids.length - told.length;
    throw usageError(`Several are called "${typed}" (option --${option}); say which ${kind} by its id.`, {
      details: more > 0 ? [...told, `and ${more} more`] : told,
    });
  }
  const element = found.kind === 'one' ? elementOf(model, kind, found.id) : undefined;
  if (element) return element;
  const nearest = found.kind === 'none' ? found.nearest : [];
  throw new ArchctlError('not-found', `The model has no ${kind} "${typed}" (option --${option}).`, {
    hint: nearest.length === 0 ? undefined : `Did you mean ${alternatives(nearest.map((it) => `"${it}"`))}?`,
  });
}
