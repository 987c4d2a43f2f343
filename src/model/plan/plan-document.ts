import { ELEMENT_KINDS, type Element, elementsOf, type Model, modelOf } from '../document/element.js';
import type { Plan } from './plan-types.js';

/** The document that a plan was made from, as JSON holds it: without places, record ids and rules to ignore. */
export interface PlannedDocument extends Pick<Model, 'landscape' | 'namespace' | 'moved'> {
  adopted?: readonly string[];
  elements: readonly Pick<Element, 'kind' | 'id' | 'fields'>[];
}

/** A plan with its document: everything that it takes to carry the plan out. */
export interface ModelPlan extends Plan {
  document: PlannedDocument;
}

export function documentOfModel(model: Model): PlannedDocument {
  const { landscape, namespace, moved, adopted } = model;
  return {
    ...(landscape !== undefined && { landscape }),
    ...(namespace !== undefined && { namespace }),
    moved: moved.map(({ from, to }) => ({ from, to })),
    ...(adopted.size > 0 && { adopted: [...adopted].sort() }),
    elements: ELEMENT_KINDS.flatMap((kind) =>
      elementsOf(model, kind).map(({ id, fields }) => ({ kind, id, fields })),
    ),
  };
}

export const modelOfDocument = ({ elements, adopted, ...rest }: PlannedDocument): Model =>
  modelOf(elements, { ...rest, adopted: new Set(adopted) });
