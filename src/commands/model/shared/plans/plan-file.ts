import { usageError } from '../../../../base/errors.js';
import { indentedPieces } from '../../../../base/json/indented-json.js';
import type { SourceFile } from '../../../../model/document/read.js';
import type { ModelPlan } from '../../../../model/plan/plan-document.js';
import type { Source } from '../document.js';
import { startsPlan } from '../sources.js';
import { isSavedPlan, type SavedPlan } from './plan-shape.js';

export const savedPlan = (sources: readonly Source[], { document, ...plan }: ModelPlan): SavedPlan => ({
  archctlPlan: 1,
  sources,
  document,
  plan,
});

export const textOfPlan = (saved: SavedPlan): string => [...textsOfPlan(saved)].join('');

/** The text of a plan in pieces: that of a large model is longer than the model. */
function* textsOfPlan(saved: SavedPlan): Generator<string> {
  const { document, plan } = saved;
  yield* indentedPieces({
    ...saved,
    document: { ...document, elements: document.elements.values() },
    plan: { ...plan, steps: plan.steps.values() },
  });
  yield '\n';
}

export function* piecesOfPlan(saved: SavedPlan): Generator<Uint8Array> {
  for (const text of textsOfPlan(saved)) yield Buffer.from(text);
}

/** Parses a saved plan; undefined for a document. Errors: `usage` for an incomplete plan. */
export function parsePlan({ path, text }: SourceFile): SavedPlan | undefined {
  if (!startsPlan(text)) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw invalidPlanError(path, error);
  }
  if (!isSavedPlan(read)) throw invalidPlanError(path);
  return read;
}

const invalidPlanError = (path: string, cause?: unknown) =>
  usageError(`Argument FILE: ${path} is not a plan that this version of archctl can read.`, {
    hint: 'Make a new plan with "archctl model plan FILE --out plan.json".',
    cause,
  });
