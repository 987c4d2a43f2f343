import { usageError } from '../../../base/errors.js';
import type { SourceFile } from '../../../model/document/read.js';
import type { ModelPlan } from '../../../model/plan/plan-document.js';
import type { Source } from './document.js';
import { isSavedPlan, type SavedPlan } from './plan-shape.js';

export const savedPlan = (sources: readonly Source[], { document, ...plan }: ModelPlan): SavedPlan => ({
  archctlPlan: 1,
  sources,
  document,
  plan,
});

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
