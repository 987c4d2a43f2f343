import { command } from '../../cli/command/command.js';
import { deletesMuch, deletionsInWords } from '../../model/plan/deletion-limit.js';
import { checkOutput, outputFile, writeOutput } from '../shared/output/output-file.js';
import { documentAt, warningOf } from './shared/document.js';
import { bindToDocument } from './shared/landscape-target.js';
import { FILES_ARG, modelPaths } from './shared/model-paths.js';
import { piecesOfPlan, savedPlan } from './shared/plans/plan-file.js';
import { PLAN_OPTIONS, planLandscape, planSettingsOf } from './shared/plans/planning.js';
import { drawPlan } from './shared/report/plan-text.js';

export default command({
  summary: 'Show the changes that "model apply" would make',
  details:
    'Lists the changes in order: records to create, update, move and label. Labels identify a record in later plans. With --prune, also lists records to delete, with everything that is deleted with them. Shows the cost in the monthly quota, the minimum duration and the required permission. Makes no changes. If the document names a landscape, plans for this one, whatever the default is.\n\n--out saves the plan. "archctl model apply" applies exactly this plan, once, and refuses it if the document or the landscape has changed.\n\n--draft plans the changes of a draft, which "archctl draft merge" later applies to the version. Objects and connections are created by import if single requests would take more than a minute, and the key and the quota permit imports.',
  args: { files: FILES_ARG },
  options: {
    ...PLAN_OPTIONS,
    out: outputFile('Save the plan to FILE'),
  },
  scope: ['landscape'],
  formats: ['markdown'],
  examples: {
    'Show what would change': 'archctl model plan models',
    'Save the plan to apply it later': 'archctl model plan models --prune --out plan.json',
    'Write a comment for a pull request': 'archctl model plan models -o markdown',
  },
  related: ['model apply', 'model show-plan', 'model drift', 'model diff'],
  async run(context, { args, options }) {
    checkOutput(context, options.out);
    const { model: read, sources, files } = await documentAt(context, modelPaths(context, args.files));
    const { model, otherLandscape } = await bindToDocument(context, read, options);
    const settings = { ...planSettingsOf(options), otherLandscape, ...warningOf(context) };
    const saved = savedPlan(sources, await planLandscape(context, model, settings, files));
    if (deletesMuch(saved.plan))
      context.terminal.note(
        `The plan deletes ${deletionsInWords(saved.plan)}. "archctl model apply" needs --allow-deletes ${saved.plan.deletions?.records}, unless it applies this plan from a file.`,
      );
    if (options.out !== undefined && !context.parsed.globals.dryRun) {
      const { isStdout } = await writeOutput(context, options.out, piecesOfPlan(saved));
      if (isStdout) return { kind: 'nothing' };
      context.terminal.success(`Saved the plan to ${options.out}.`);
    }
    if (context.terminal.format === 'markdown') {
      const { markdownOfPlan } = await import('./shared/report/plan-markdown.js');
      return { kind: 'text', text: markdownOfPlan(saved.plan) };
    }
    return { kind: 'drawing', data: saved.plan, draw: (line) => drawPlan(saved.plan, line) };
  },
});
