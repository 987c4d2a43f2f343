import { command } from '../../cli/command/command.js';
import { checkOutput, outputFile, writeOutput } from '../shared/output-file.js';
import { documentOf } from './shared/document.js';
import { savedPlan, textOfPlan } from './shared/plan-file.js';
import { drawPlan } from './shared/plan-text.js';
import { AIM, aimOf, planNow } from './shared/planning.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Show what it takes to make a landscape as a document says',
  details:
    'Every request that "archctl model apply" would send, in its order: what is made, changed field by field, moved, labelled so that it is known again, and, with --prune, deleted with all that goes along. What it costs of the monthly quota, how long it takes at least, and the permission it needs. Nothing is written at the service. With --draft it goes into a draft, and nothing of the version changes until that is merged. Where more is made than a minute takes, and key and plan allow it, objects and connections go by import; the plan says so.\n\n--out keeps the plan in a file. "archctl model apply" carries out just that, once, and refuses it where the landscape or the document has changed since.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders of one model; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {
    ...AIM,
    out: outputFile('Keep the plan in this file'),
  },
  scope: ['landscape'],
  examples: [
    { note: 'What would change', line: 'archctl model plan models --landscape LANDSCAPE_ID' },
    {
      note: 'Kept, to be applied later',
      line: 'archctl model plan models --prune --out plan.json --landscape LANDSCAPE_ID',
    },
    {
      note: 'For review',
      line: 'archctl model plan models --draft "Next quarter" --landscape LANDSCAPE_ID',
    },
  ],
  related: ['model apply', 'model show-plan', 'model drift', 'model diff'],
  async run(context, { args, options }) {
    checkOutput(context, options.out, '--out');
    const files = await readSources(context, args.files);
    const document = documentOf(context, files);
    const saved = savedPlan(document.sources, await planNow(context, document.model, aimOf(options), files));
    if (options.out !== undefined && !context.parsed.globals.dryRun) {
      const { isStdout } = await writeOutput(context, options.out, textOfPlan(saved));
      if (isStdout) return { kind: 'nothing' };
      context.terminal.success(`The plan is in ${options.out}.`);
    }
    return { kind: 'drawing', data: saved.plan, draw: (line) => drawPlan(saved.plan, line) };
  },
});
