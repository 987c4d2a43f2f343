import { usageError } from '../../base/errors.js';
import { objectPath } from '../document/containers.js';
import {
  type Element,
  type ElementKind,
  elementKey,
  type Model,
  modelOf,
  type Value,
} from '../document/element.js';
import { KINDS } from '../document/kinds.js';
import { patternUpdater, updatedIgnores } from './patterns.js';

/** The field that refers to a container, by the kinds of the element and of its container. */
const FIELDS: Readonly<Partial<Record<ElementKind, Readonly<Partial<Record<ElementKind, string>>>>>> = {
  object: { object: 'parent', domain: 'domain' },
  diagramGroup: { object: 'of', domain: 'domain' },
  diagram: { object: 'of', domain: 'domain', diagramGroup: 'group', diagram: 'parent' },
  tag: { tagGroup: 'group' },
};

/** Fields of which an element has one. */
const PLACES = ['parent', 'of', 'domain'];

/** The model with an element in another container. Errors: `usage` for a kind that cannot be there. */
export function withContainer(model: Model, element: Element, container: Element): Model {
  const { kind, id } = element;
  const field = FIELDS[kind]?.[container.kind];
  if (field === undefined) throw cannotMove(element, container);
  if (kind === 'object' && objectPath(model, container.id).some((it) => it.id === id))
    throw usageError(`The model object ${id} cannot be inside itself.`, {
      hint: `Move ${container.id} out of it first.`,
    });
  const isPlace = PLACES.includes(field) && !(kind === 'diagram' && field === 'parent');
  const isOther = (key: string): boolean =>
    isPlace && PLACES.includes(key) && !(kind === 'diagram' && key === 'parent');
  const fields: Record<string, Value> = {
    ...Object.fromEntries(Object.entries(element.fields).filter(([key]) => !isOther(key))),
    [field]: container.id,
  };
  const all = [...model.elements.values()].flatMap((of) => [...of.values()]);
  const moved = modelOf(
    all.map((it) => (it.kind === kind && it.id === id ? { ...it, fields } : it)),
    model,
  );
  return {
    ...moved,
    driftIgnores: updatedIgnores(model.driftIgnores, patternUpdater(model, moved, elementKey)),
  };
}

function cannotMove({ kind, id }: Element, container: Element) {
  const kinds = Object.keys(FIELDS[kind] ?? {}).map((it) => KINDS[it as ElementKind].noun);
  const hint =
    kinds.length === 0
      ? 'Move it to another file with `to`.'
      : `It can be moved to a ${kinds.join(', or a ')}.`;
  return usageError(
    `The ${KINDS[kind].noun} ${id} cannot be in the ${KINDS[container.kind].noun} ${container.id}.`,
    {
      hint,
    },
  );
}
