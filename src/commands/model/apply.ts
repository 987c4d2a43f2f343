import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import type { SourceFile } from '../../model/document/read.js';
import { modelOfDocument } from '../../model/plan/plan-document.js';
import { documentOf, warningOf } from './shared/document.js';
import { FILES_ARG, modelPaths, USUAL_MODEL } from './shared/model-paths.js';
import { type ApplyInput, confirmAndApply, planSettingsOfSaved } from './shared/plans/apply-plan.js';
import { applyOutcome } from './shared/plans/apply-record.js';
import { parsePlan } from './shared/plans/plan-file.js';
import { APPLY_OPTIONS, type PlanFlags, planSettingsOf } from './shared/plans/planning.js';
import { keptFiles, readSources } from './shared/sources.js';

export default command({
  summary: 'Apply model files to a landscape',
  details:
    'Makes a plan, shows it, asks for confirmation, and applies it within the rate limit of the service. At the end, reads the landscape again, and reports remaining differences with exit code 8. In scripts, use --yes. If the document names a landscape, applies to this one, whatever the default is.\n\nNothing is deleted without --prune. A plan that deletes more than 10 records, and more than a fifth of those of its namespace or of the landscape, also needs the name of the landscape on a terminal, and --allow-deletes in scripts. Elements of other namespaces are not changed without --force-owner. Changes that other people made in the meantime are not overwritten: the step fails, and the error names the change and its author. If an apply is interrupted, run it again: it continues, and creates nothing twice. Only one apply of a landscape can run on this machine at a time.\n\nA plan saved by "archctl model plan --out" is applied as it is, and only once. It is refused if the document or the landscape has changed since, except by steps of the plan.\n\n--only applies a part of the changes, and lists what it leaves out. --draft puts the changes into a draft for review; "archctl draft merge" then changes the version. Drafts cannot contain domains.\n\nMany new objects and connections are created by import, if the key is an admin key and the organization has imports left this month. --no-import sends one request for each record.',
  args: {
    files: {
      ...FILES_ARG,
      help: `Files or folders of one model, or a saved plan; - for stdin (default: ${USUAL_MODEL})`,
    },
  },
  options: {
    ...APPLY_OPTIONS,
    breakLock: flag('Start even if another apply seems to be running; use only if that apply has ended'),
  },
  scope: ['landscape'],
  examples: {
    'Show the plan and ask for confirmation': 'archctl model apply models',
    'Apply a part of the changes, with everything that it needs':
      'archctl model apply models --only booking --with-dependencies --yes',
    'In a script, without a question': 'archctl model apply models --prune --yes -o json',
  },
  related: ['model plan', 'model drift', 'model pull', 'draft merge'],
  async run(context, { args, options }) {
    const given = await inputOf(context, modelPaths(context, args.files), options);
    const input = { ...given, settings: { ...given.settings, ...warningOf(context) } };
    return applyOutcome(context, await confirmAndApply(context, input, options.breakLock === true));
  },
});

async function inputOf(context: Context, paths: readonly string[], options: PlanFlags): Promise<ApplyInput> {
  const files = await readSources(context, paths);
  const plans = files.flatMap((it: SourceFile) => parsePlan(it) ?? []);
  const [saved] = plans;
  if (!saved)
    return {
      model: (await documentOf(context, files)).model,
      files: keptFiles(context, paths, files),
      settings: planSettingsOf(options),
    };
  if (files.length > 1)
    throw usageError('Argument FILE: a saved plan cannot be combined with other files.', {
      hint: 'Pass only the plan.',
    });
  const option = fixedOption(options);
  if (option !== undefined)
    throw usageError(`A saved plan cannot be combined with ${option}.`, {
      hint: `Make a new plan with ${option}.`,
    });
  const [file] = paths;
  return {
    model: modelOfDocument(saved.document),
    settings: planSettingsOfSaved(saved.plan, options),
    saved,
    isReviewed: true,
    ...(file !== undefined && file !== '-' && { file }),
  };
}

/** An option that is fixed in a saved plan. */
function fixedOption({
  draft,
  only,
  withDependencies,
  prune,
  pruneAll,
  otherLandscape,
}: PlanFlags): string | undefined {
  if (draft !== undefined) return '--draft';
  if (only !== undefined) return '--only';
  if (withDependencies) return '--with-dependencies';
  if (otherLandscape) return '--other-landscape';
  return prune || pruneAll ? '--prune' : undefined;
}
