import { requireArguments } from '../../base/require-arguments.js';
import {
  type Element,
  type ElementKind,
  elementKey,
  elementOf,
  type Locked,
  type Model,
  type Reference,
  type Value,
} from '../document/element.js';

/** References of a document with the facts of its lock file. */

/** Whether a locked state belongs to a reference; otherwise the reference was edited since. */
export const isLockOf = (
  { id, namespace, element = id, handle }: Reference,
  { handle: locked, owner, element: original }: Locked,
): boolean =>
  namespace === undefined
    ? handle === locked && owner === undefined
    : owner === namespace && original === element;

/** Adds locked states to the references of a document. @param states Result of `readLock`. */
export function withLock(model: Model, states: ReadonlyMap<string, Locked>): Model {
  requireArguments('withLock', { model, states });
  const references = [...model.references].map(([key, reference]): [string, Reference] => {
    const locked = states.get(key);
    return [key, locked && isLockOf(reference, locked) ? { ...reference, locked } : reference];
  });
  return { ...model, references: new Map(references) };
}

/** Fields of a locked state, and the kind that each refers to. */
const RELATED_FIELDS = { parent: 'object', domain: 'domain', origin: 'object', target: 'object' } as const;

/**
 * Adds an element for each reference, with the facts of the lock file, so that a document can be checked and drawn
 * without its landscape.
 */
export function withLocked(model: Model): Model {
  if (model.references.size === 0) return model;
  const elements = new Map([...model.elements].map(([kind, of]) => [kind, new Map(of)]));
  for (const reference of model.references.values()) {
    const of = elements.get(reference.kind);
    if (!of?.has(reference.id)) of?.set(reference.id, elementFor(reference, model));
  }
  return { ...model, elements };
}

function elementFor({ kind, id, locked }: Reference, model: Model): Element {
  const isThere = (of: ElementKind, to: string): boolean =>
    elementOf(model, of, to) !== undefined || model.references.has(elementKey({ kind: of, id: to }));
  const fields: Record<string, Value> = { name: locked?.name ?? id };
  if (locked?.type !== undefined) fields.type = locked.type;
  for (const [key, of] of Object.entries(RELATED_FIELDS)) {
    const to = locked?.[key as keyof typeof RELATED_FIELDS];
    if (to !== undefined && isThere(of, to)) fields[key] = to;
  }
  return { kind, id, fields };
}

/** Type of a drawn object whose type is not in the lock file. */
const UNKNOWN_TYPE = 'system';

/** Like `withLocked`, for pictures and exports, which need the type of each object. */
export function withDrawableReferences(model: Model): Model {
  if (model.references.size === 0) return model;
  const whole = withLocked(model);
  const objects = [...(whole.elements.get('object') ?? [])].map(([id, it]): [string, Element] => [
    id,
    it.fields.type === undefined ? { ...it, fields: { ...it.fields, type: UNKNOWN_TYPE } } : it,
  ]);
  // A connection without ends cannot be drawn.
  const connections = [...(whole.elements.get('connection') ?? [])].filter(
    ([, { fields }]) => fields.origin !== undefined && fields.target !== undefined,
  );
  return {
    ...whole,
    elements: new Map([
      ...whole.elements,
      ['object', new Map(objects)],
      ['connection', new Map(connections)],
    ]),
  };
}
