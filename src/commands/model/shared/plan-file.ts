import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import {
  ELEMENT_KINDS,
  type Element,
  elementsOf,
  type Model,
  modelOf,
} from '../../../model/document/element.js';
import type { SourceFile } from '../../../model/document/read.js';
import type { Plan } from '../../../model/plan/plan-types.js';
import type { Document, Source } from './document.js';

/** A plan that is kept: all that it takes to show it, to see whether it still holds, and to carry it out. */
export interface SavedPlan {
  /** Says what the file is, and in which form. */
  archctlPlan: 1;
  sources: readonly Source[];
  document: Pick<Model, 'landscape' | 'namespace' | 'moved'> & { elements: readonly Element[] };
  plan: Plan;
  /** When it was carried out; it is carried out once. */
  appliedAt?: string;
}

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

/** Shapes that are looked into before the rest is compared with a plan made anew. */
function isSavedPlan(value: unknown): value is SavedPlan {
  if (!isObject(value) || value.archctlPlan !== 1) return false;
  const { sources, document, plan } = value;
  return (
    Array.isArray(sources) &&
    sources.every((it) => isObject(it) && typeof it.path === 'string' && typeof it.sha256 === 'string') &&
    isObject(document) &&
    Array.isArray(document.moved) &&
    document.moved.every(isObject) &&
    Array.isArray(document.elements) &&
    document.elements.every(
      (it) =>
        isObject(it) &&
        ELEMENT_KINDS.some((kind) => kind === it.kind) &&
        typeof it.id === 'string' &&
        isObject(it.fields),
    ) &&
    isObject(plan) &&
    isObject(plan.landscape) &&
    isObject(plan.cost) &&
    isObject(plan.cost.requests) &&
    (plan.draft === undefined || (isObject(plan.draft) && typeof plan.draft.name === 'string')) &&
    (plan.imports === undefined || (isObject(plan.imports) && Array.isArray(plan.imports.steps))) &&
    [plan.steps, plan.left, plan.moves, plan.problems].every(Array.isArray) &&
    (plan.steps as unknown[]).every((it) => isObject(it) && Array.isArray(it.fields))
  );
}

export function modelOfPlan({ document }: SavedPlan): Model {
  const { elements, landscape, namespace, moved } = document;
  return modelOf(elements, {
    moved,
    ...(landscape !== undefined && { landscape }),
    ...(namespace !== undefined && { namespace }),
  });
}
