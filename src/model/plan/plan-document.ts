import {
  type Decision,
  ELEMENT_KINDS,
  type Element,
  elementKey,
  elementsOf,
  type Model,
  modelOf,
  type OwnerRule,
  type Reference,
} from '../document/element.js';
import type { Plan } from './plan-types.js';

/** The document of a plan in JSON: without source locations, record ids and ignored rules. */
export interface PlannedDocument extends Pick<Model, 'landscape' | 'namespace' | 'moved'> {
  /** Records that the document has adopted. */
  adopted?: readonly string[];
  /** References to elements of other namespaces. */
  references?: readonly Omit<Reference, 'place'>[];
  /** Owners of namespaces. */
  owners?: readonly OwnerRule[];
  /** Elements of the document. */
  elements: readonly Pick<Element, 'kind' | 'id' | 'fields'>[];
  /** Decisions of the document. */
  decisions?: readonly Pick<Decision, 'kind' | 'id' | 'number' | 'fields' | 'handleId'>[];
}

/** A plan with its document: everything needed to apply it. */
export interface ModelPlan extends Plan {
  /** The document that the plan was made for. */
  document: PlannedDocument;
}

export function documentOfModel(model: Model): PlannedDocument {
  const { landscape, namespace, moved, adopted, references, owners, decisions } = model;
  return {
    ...(landscape !== undefined && { landscape }),
    ...(namespace !== undefined && { namespace }),
    moved: moved.map(({ from, to }) => ({ from, to })),
    ...(adopted.size > 0 && { adopted: [...adopted].sort() }),
    ...(references.size > 0 && { references: [...references.values()].map(({ place: _, ...it }) => it) }),
    ...(owners.length > 0 && { owners }),
    elements: ELEMENT_KINDS.flatMap((kind) =>
      elementsOf(model, kind).map(({ id, fields }) => ({ kind, id, fields })),
    ),
    ...(decisions && {
      decisions: decisions.map(({ places: _, ignores: __, recordId: ___, ...decision }) => decision),
    }),
  };
}

export const modelOfDocument = ({ elements, adopted, references = [], ...rest }: PlannedDocument): Model =>
  modelOf(elements, {
    ...rest,
    adopted: new Set(adopted),
    references: new Map(references.map((it) => [elementKey(it), it])),
  });
