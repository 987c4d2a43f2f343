import {
  BOOLEAN,
  CALLBACK,
  checkOptions,
  LIMIT,
  type OptionType,
  type OptionTypes,
  oneOf,
  SIGNAL,
  TEXTS,
} from '../../base/check-options.js';
import { usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { requireArguments } from '../../base/require-arguments.js';
import { type ReadClient, readOnly } from '../../client/read-only.js';
import { RATE_LIMITS } from '../../contract/limits.js';
import type { Model } from '../document/element.js';
import { refuseErrors } from '../document/finding.js';
import { refuseOtherLandscape } from '../document/landscape-binding.js';
import type { ReadModel } from '../document/read.js';
import { withDraftNamed } from '../live/draft.js';
import type { LiveLandscape } from '../live/landscape.js';
import { readLandscape, type VersionPath } from '../live/read-landscape.js';
import { importsFor, withImports } from '../plan/bodies/by-import.js';
import { planChanges } from '../plan/plan.js';
import { documentOfModel, type ModelPlan } from '../plan/plan-document.js';
import type { Plan, Prune, Selection } from '../plan/plan-types.js';
import { compareWithLandscape } from '../plan/resolve.js';
import type { SelectionRequest } from '../plan/selection.js';
import { validate } from '../validate/validate.js';

/** Options of `planModel`. */
export interface PlanAim {
  /** Elements to delete (default: `none`). */
  prune?: Prune;
  /** Whether steps may change elements of other namespaces, and become their owner (default: false). */
  forceOwner?: boolean;
  /** Whether the document may name another landscape than that of the path (default: false). */
  otherLandscape?: boolean;
  /**
   * Patterns of the elements whose changes are planned (default: all), as in `drift.ignore`. A step that needs a change
   * that is left out is a problem.
   */
  only?: readonly string[];
  /** Whether `only` also selects the elements that its steps need (default: false). */
  withDependencies?: boolean;
  /** Selection of an earlier plan, instead of `only`. */
  selection?: Selection;
  /** Name or id of a new or open draft that receives the changes instead of the version. */
  draft?: string;
  /**
   * Returns how many imports may be used; called only if imports would help. Without it, none are used. Imports require
   * the key of an admin (docs/service.md#permissions) and have their own quota (docs/service.md#limits).
   */
  importsLeft?: (organizationId: string) => Promise<number>;
  /** Aborts the plan. */
  signal?: AbortSignal | undefined;
  /** Receives the landscape that was read. */
  onRead?: (live: LiveLandscape) => void;
  /** Receives each of the plan's warnings. */
  onWarning?: (warning: string) => void;
  /** Minimum number of steps for an import (default: 61, because up to 60 requests are sent at once). */
  leastImported?: number;
}

/** A selection of an earlier plan, which may have been edited or read from a file. */
export const SELECTION: OptionType = ['a selection of an earlier plan', isSelection];

function isSelection(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { only, elements, withDependencies, dependencies } = value;
  const areRefs = (list: unknown): boolean =>
    Array.isArray(list) &&
    list.every((it) => isObject(it) && typeof it.kind === 'string' && typeof it.id === 'string');
  return (
    Array.isArray(only) &&
    only.every((it) => typeof it === 'string') &&
    areRefs(elements) &&
    areRefs(dependencies) &&
    typeof withDependencies === 'boolean'
  );
}

const AIM: OptionTypes<PlanAim> = {
  prune: oneOf('none', 'namespace', 'all'),
  forceOwner: BOOLEAN,
  otherLandscape: BOOLEAN,
  only: TEXTS,
  withDependencies: BOOLEAN,
  selection: SELECTION,
  draft: ['text that is not empty', (value) => typeof value === 'string' && value.trim() !== ''],
  importsLeft: CALLBACK,
  signal: SIGNAL,
  onRead: CALLBACK,
  onWarning: CALLBACK,
  leastImported: LIMIT,
};

/**
 * Reads a landscape and plans the changes that make it match a document. Makes no changes. A plan with `problems` has
 * no steps.
 * @param read Result of `readModel`, with its findings: a document with errors is rejected, because unreadable elements
 * would count as deleted.
 * @throws ArchctlError `usage` for a document with errors or without content, for one that names another landscape, and
 * for a draft that is merged or archived; client errors.
 */
export async function planModel(
  client: ReadClient,
  path: VersionPath,
  read: ReadModel,
  aim: PlanAim = {},
): Promise<ModelPlan> {
  requireArguments('planModel', { client, path, read });
  const checked = checkOptions('planModel', aim, AIM);
  refuseUnplannable(read);
  return planFor(client, path, read.model, checked);
}

/** Like `planModel`, for a model without errors. */
export async function planFor(
  client: ReadClient,
  path: VersionPath,
  model: Model,
  aim: PlanAim = {},
): Promise<ModelPlan> {
  const {
    prune = 'none',
    forceOwner = false,
    otherLandscape = false,
    draft,
    importsLeft,
    leastImported = RATE_LIMITS.write + 1,
  } = aim;
  const reader = readOnly(client, { signal: aim.signal });
  const reading = readLandscape(reader, path, true, keepsDecisions(model));
  const live = await (draft === undefined ? reading : withDraftNamed(reader, path, draft, reading));
  refuseOtherLandscape(model, live.landscape, otherLandscape);
  aim.onRead?.(live);
  const only = selectionOf(aim);
  const comparison = compareWithLandscape(model, live);
  const plan = {
    ...(await planChanges(model, live, { prune, forceOwner, ...(only && { only }) }, comparison)),
    document: documentOfModel(model),
  };
  for (const it of plan.warnings ?? []) aim.onWarning?.(it);
  const creates = plan.steps.filter(({ does }) => does === 'create').length;
  if (!importsLeft || creates < leastImported) return plan;
  const imports = importsFor(plan, comparison, live);
  if (!imports || imports.steps.length < leastImported) return plan;
  const left = await importsLeft(live.landscape.organizationId);
  return imports.documents.length <= left ? withImports(plan, imports) : plan;
}

function selectionOf({
  only = [],
  withDependencies = false,
  selection,
}: PlanAim): SelectionRequest | undefined {
  return selection ?? (only.length > 0 ? { only, withDependencies } : undefined);
}

/** Options that make a plan again. A draft that the plan creates is looked up by its name. */
export const aimOfPlan = ({ prune, draft, forceOwner, otherLandscape, selection }: Plan) => ({
  prune,
  ...(draft && { draft: draft.isNew ? draft.name : draft.id }),
  ...(forceOwner && { forceOwner }),
  ...(otherLandscape && { otherLandscape }),
  ...(selection && { selection }),
});

/** Whether a model has decisions, or has adopted some. */
export const keepsDecisions = ({ decisions, adopted }: Pick<Model, 'decisions' | 'adopted'>): boolean =>
  decisions !== undefined || [...adopted].some((it) => it.startsWith('decision '));

/** Errors: `usage` for a document with errors or without content. */
export function refuseUnplannable(read: ReadModel): void {
  refuseErrors(validate([], read), 'no plan was made');
  if (isEmptyDocument(read.model))
    throw usageError('The document is empty; no plan was made.', { hint: EMPTY_DOCUMENT_HINT });
}

/**
 * Whether a document has no content, which is more likely a failure of the program that wrote it than a request to
 * delete everything.
 */
export const isEmptyDocument = ({ landscape, namespace, elements, moved }: Model): boolean =>
  landscape === undefined &&
  namespace === undefined &&
  moved.length === 0 &&
  [...elements.values()].every(({ size }) => size === 0);

export const EMPTY_DOCUMENT_HINT =
  'To empty a landscape on purpose, use a document that contains only its namespace.';
