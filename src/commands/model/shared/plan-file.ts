import { usageError } from '../../../base/errors.js';
import { ELEMENT_KINDS, elementsOf, type Model, modelOf } from '../../../model/document/element.js';
import type { SourceFile } from '../../../model/document/read.js';
import type { Plan } from '../../../model/plan/plan-types.js';
import type { Document } from './document.js';
import { isSavedPlan, type SavedPlan } from './plan-shape.js';

export function savedPlan({ model, sources }: Document, plan: Plan): SavedPlan {
  const { landscape, namespace, moved } = model;
  return {
    archctlPlan: 1,
    sources,
    document: {
      ...(landscape !== undefined && { landscape }),
      ...(namespace !== undefined && { namespace }),
      moved: moved.map(({ from, to }) => ({ from, to })),
      elements: ELEMENT_KINDS.flatMap((kind) =>
        elementsOf(model, kind).map(({ id, fields }) => ({ kind, id, fields })),
      ),
    },
    plan,
  };
}

export const textOfPlan = (saved: SavedPlan): string => `${JSON.stringify(saved, null, 2)}\n`;

/** The plan that a file holds; undefined for a document. Errors: `usage` for a plan that is not whole. */
export function planIn({ path, text }: SourceFile): SavedPlan | undefined {
  if (!/^\s*\{\s*"archctlPlan"/.test(text)) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw broken(path, error);
  }
  if (!isSavedPlan(read)) throw broken(path);
  return read;
}

const broken = (path: string, cause?: unknown) =>
  usageError(`Argument FILE: ${path} is no plan that this archctl reads.`, {
    hint: 'Make it anew with "archctl model plan FILE --out plan.json".',
    cause,
  });

export function modelOfPlan({ document }: SavedPlan): Model {
  const { elements, landscape, namespace, moved } = document;
  return modelOf(elements, {
    moved,
    ...(landscape !== undefined && { landscape }),
    ...(namespace !== undefined && { namespace }),
  });
}
