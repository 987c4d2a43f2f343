import { ArchctlError, usageError } from '../../../../base/errors.js';
import { collectGarbage } from '../../../../base/give-back-memory.js';
import { inCommandWords } from '../../../../cli/command/command-words.js';
import { flag, number, text, texts } from '../../../../cli/command/options.js';
import type { Context } from '../../../../cli/command/spec.js';
import { MONTHLY_QUOTA, PLANS, utcMonth } from '../../../../contract/limits.js';
import { listApiKeys } from '../../../../contract/resources/api-key.js';
import { listOrganizations } from '../../../../contract/resources/organization.js';
import { LATEST } from '../../../../contract/scopes.js';
import type { Model } from '../../../../model/document/element.js';
import { readModel, type SourceFile } from '../../../../model/document/read.js';
import type { LiveLandscape } from '../../../../model/live/landscape.js';
import { refuseProblems as refuse } from '../../../../model/plan/check-plan.js';
import type { ModelPlan } from '../../../../model/plan/plan-document.js';
import type { Prune, Selection } from '../../../../model/plan/plan-types.js';
import { planFor } from '../../../../model/sync/plan-model.js';
import { validate } from '../../../../model/validate/validate.js';
import { configuredPlan } from '../../../shared/plan-in-use.js';
import { liveCatalog } from '../catalog.js';
import { locate } from '../findings/located.js';
import { TARGET_OPTIONS } from '../landscape-target.js';
import type { Files } from '../sources.js';

/** Options shared by plan and apply. */
export const PLAN_OPTIONS = {
  prune: flag(
    'Delete elements that are missing from the document and owned by its namespace or adopted by "model pull"',
  ),
  pruneAll: flag(
    'Delete every element that is missing from the document, including elements owned by other namespaces',
  ),
  draft: text('Put the changes into this draft for review: an open draft, or a new one with this name', {
    value: 'NAME',
  }),
  forceOwner: flag('Change elements of other namespaces, and become their owner'),
  ...TARGET_OPTIONS,
  only: texts('Change only this element: id, handle, name or path; NAME/** for everything in it', {
    value: 'NAME',
  }),
  withDependencies: flag('Also change the elements that the steps of --only need'),
  noImport: flag('Send one request for each record, even if an import could create many at once'),
};

/** Options of commands that apply a plan. */
export const APPLY_OPTIONS = {
  ...PLAN_OPTIONS,
  allowDeletes: number('Delete at most N records; required for a plan that deletes many', {
    min: 0,
    integer: true,
  }),
};

export interface PlanSettings {
  prune: Prune;
  /** Name or id of the target draft. */
  draft?: string;
  /** Whether elements of other namespaces may be changed. */
  forceOwner?: boolean;
  /** Whether the document may name another landscape. */
  otherLandscape?: boolean;
  /** Number of records that may be deleted, if the option was given. */
  allowDeletes?: number;
  /** Whether imports may be used. */
  imports?: boolean;
  /** Patterns of the only elements to change. */
  only?: readonly string[];
  withDependencies?: boolean;
  /** Selection of an earlier plan, instead of `only`. */
  selection?: Selection;
}

export interface PlanFlags {
  prune?: boolean | undefined;
  pruneAll?: boolean | undefined;
  draft?: string | undefined;
  forceOwner?: boolean | undefined;
  otherLandscape?: boolean | undefined;
  allowDeletes?: number | undefined;
  noImport?: boolean | undefined;
  only?: readonly string[] | undefined;
  withDependencies?: boolean | undefined;
}

export function planSettingsOf({
  prune,
  pruneAll,
  draft,
  forceOwner,
  otherLandscape,
  allowDeletes,
  noImport,
  only,
  withDependencies,
}: PlanFlags): PlanSettings {
  if (withDependencies && only === undefined)
    throw usageError('Option --with-dependencies requires --only.', {
      hint: 'Name the elements to change: --only NAME --with-dependencies.',
    });
  if (draft?.trim() === '')
    throw usageError('Option --draft: the name is empty.', { hint: 'Pass a name: --draft "Next quarter".' });
  return {
    prune: pruneAll ? 'all' : prune ? 'namespace' : 'none',
    imports: noImport !== true,
    ...(forceOwner && { forceOwner }),
    ...(otherLandscape && { otherLandscape }),
    ...(allowDeletes !== undefined && { allowDeletes }),
    ...(only && { only, withDependencies: withDependencies === true }),
    ...(draft !== undefined && { draft }),
  };
}

/** Number of steps above which memory matters more than time. */
const MANY_STEPS = 20_000;

/**
 * Makes a plan for the current landscape. `files` returns the files of the model, for locations in errors. Errors:
 * `usage` if the plan has problems; those of the client.
 */
export async function planLandscape(
  context: Context,
  model: Model,
  { imports = false, allowDeletes: _, ...settings }: PlanSettings,
  files?: Files,
  onRead?: (live: LiveLandscape) => void,
): Promise<ModelPlan> {
  const path = { landscapeId: await context.scope('landscape'), versionId: LATEST };
  const plan = await planFor(await context.reader(), path, model, {
    ...settings,
    ...(onRead && { onRead }),
    ...(imports && { importsLeft: (organizationId) => importsLeft(context, organizationId) }),
  });
  // Releases the landscape before the caller renders or writes the plan.
  if (plan.steps.length > MANY_STEPS) await collectGarbage();
  await refuseProblems(context, plan.problems, files);
  return {
    ...plan,
    left: plan.left.map((it) => ({ ...it, why: inCommandWords(it.why) })),
    ...(plan.references && { references: plan.references.map(referenceInCommandWords) }),
  };
}

/** A reference, or a change of one, with the next command. */
export const referenceInCommandWords = <T extends { hint: string }>(it: T): T => ({
  ...it,
  hint: inCommandWords(it.hint),
});

/** Errors: `usage` if there are problems, with the location of each unknown technology. */
export async function refuseProblems(
  context: Context,
  problems: readonly string[],
  files: Files | undefined,
): Promise<void> {
  if (files && problems.some((it) => it.includes('there is no technology')))
    await refuseUnknownTechnologies(context, await files());
  refuse(problems);
}

/** Errors: `usage` with the location of each technology that the service does not have. */
async function refuseUnknownTechnologies(context: Context, files: readonly SourceFile[]): Promise<void> {
  const findings = validate(files, readModel(files), { technologies: await liveCatalog(context) });
  const errors = locate(findings, files).filter(({ finding }) => finding.severity === 'error');
  const details = errors.map(
    ({ file, line, column, finding }) =>
      `${file}:${line}:${column}: ${finding.message}${finding.hint ? ` ${finding.hint}` : ''}`,
  );
  if (details.length === 0) return;
  const message = `The service does not have ${details.length === 1 ? 'a technology' : `${details.length} technologies`} of the document; no plan was made.`;
  throw usageError(message, {
    details,
    hint: 'List technologies with "archctl technology list", or remove the field.',
  });
}

/**
 * Remaining imports of this month. Zero if the key is not known to be an admin's, or if the plan is unknown. Counts
 * imports sent by this machine; takes two requests.
 */
async function importsLeft(context: Context, organizationId: string): Promise<number> {
  const { settings, usage, world } = context;
  try {
    const client = await context.reader();
    const [{ organizations }, { apiKeys }] = await Promise.all([
      client.call(listOrganizations, { path: {} }),
      client.call(listApiKeys, { path: { organizationId } }),
    ]);
    // Only admins can list keys (docs/service.md#permissions).
    const own = apiKeys.find(({ id }) => id === settings.account().credentials.id);
    if (own && own.permission !== 'admin') return 0;
    const reported = organizations.find(({ id }) => id === organizationId)?.plan;
    const plan = PLANS.find((it) => it === reported) ?? configuredPlan(context);
    if (plan === undefined) return 0;
    const most = MONTHLY_QUOTA[plan].import;
    const used = usage.count(settings.accountName(), utcMonth(world.now())).import;
    return most === null ? Number.POSITIVE_INFINITY : most - used;
  } catch (error) {
    if (error instanceof ArchctlError) return 0;
    throw error;
  }
}
