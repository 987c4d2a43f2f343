import { usageError } from '../../../base/errors.js';
import { flag, text, texts } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { LATEST } from '../../../contract/scopes.js';
import type { Model } from '../../../model/document/element.js';
import { readModel, type SourceFile } from '../../../model/document/read.js';
import type { LiveLandscape } from '../../../model/live/landscape.js';
import type { ModelPlan } from '../../../model/plan/plan-document.js';
import type { Prune, Selection } from '../../../model/plan/plan-types.js';
import { planFor } from '../../../model/sync/plan-model.js';
import { validate } from '../../../model/validate/validate.js';
import { liveCatalog } from './catalog.js';
import { locate } from './findings/located.js';
import { importsLeft } from './imports-left.js';

/** Options shared by plan and apply. */
export const AIM = {
  prune: flag(
    'Delete elements that are missing from the document and owned by its namespace or adopted by "model pull"',
  ),
  pruneAll: flag(
    'Delete every element that is missing from the document, including elements owned by other namespaces',
  ),
  draft: text('Put the changes into this draft for review: an open draft, or a new one with this name', {
    value: 'NAME',
  }),
  forceOwner: flag('Change elements of other owners, which the document lists in "owners"'),
  only: texts('Only change this element: id, handle, name or path; NAME/** for everything in it', {
    value: 'NAME',
  }),
  withDependencies: flag('Also change the elements that the steps of --only need'),
  noImport: flag('Send one request for each record, even if an import could create many at once'),
};

/** Options of a plan. */
export interface Aim {
  prune: Prune;
  /** Name or id of the target draft. */
  draft?: string;
  /** Whether elements of other owners may be changed. */
  forceOwner?: boolean;
  /** Whether imports may be used. */
  imports?: boolean;
  /** Patterns of the only elements to change. */
  only?: readonly string[];
  withDependencies?: boolean;
  /** Selection of an earlier plan, instead of `only`. */
  selection?: Selection;
}

export interface AimOptions {
  prune?: boolean | undefined;
  pruneAll?: boolean | undefined;
  draft?: string | undefined;
  forceOwner?: boolean | undefined;
  noImport?: boolean | undefined;
  only?: readonly string[] | undefined;
  withDependencies?: boolean | undefined;
}

export function aimOf({
  prune,
  pruneAll,
  draft,
  forceOwner,
  noImport,
  only,
  withDependencies,
}: AimOptions): Aim {
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
    ...(only && { only, withDependencies: withDependencies === true }),
    ...(draft !== undefined && { draft }),
  };
}

/**
 * Makes a plan for the current landscape. `files` are the source files of the model, for locations in errors. Errors:
 * `usage` if the plan has problems; those of the client.
 */
export async function planNow(
  context: Context,
  model: Model,
  { imports = false, ...aim }: Aim,
  files: readonly SourceFile[] = [],
  onRead?: (live: LiveLandscape) => void,
): Promise<ModelPlan> {
  const path = { landscapeId: await context.scope('landscape'), versionId: LATEST };
  const plan = await planFor(await context.reader(), path, model, {
    ...aim,
    ...(onRead && { onRead }),
    ...(imports && { importsLeft: (organizationId) => importsLeft(context, organizationId) }),
  });
  await refuseProblems(context, plan.problems, files);
  return plan;
}

/** Errors: `usage` if there are problems, with the location of each unknown technology. */
export async function refuseProblems(
  context: Context,
  problems: readonly string[],
  files: readonly SourceFile[],
): Promise<void> {
  const [first, ...others] = problems;
  if (first === undefined) return;
  if (problems.some((it) => it.includes('there is no technology')))
    await refuseUnknownTechnologies(context, files);
  throw usageError(others.length === 0 ? first : `The plan has ${problems.length} problems.`, {
    ...(others.length > 0 && { details: problems }),
  });
}

/** Errors: `usage` with the location of each technology that the service does not have. */
async function refuseUnknownTechnologies(context: Context, files: readonly SourceFile[]): Promise<void> {
  if (files.length === 0) return;
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
