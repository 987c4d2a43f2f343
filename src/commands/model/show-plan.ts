import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { planIn } from './shared/plan-file.js';
import { drawPlan } from './shared/plan-text.js';
import { Budget, readSources } from './shared/sources.js';

const HINT = 'Save a plan with "archctl model plan FILE --out plan.json".';
export default command({
  summary: 'Show a plan that was kept in a file',
  details:
    'As "archctl model plan" showed it, whatever became of the landscape since. Nothing is asked of the service.',
  args: { file: { name: 'FILE', help: 'What --out of "model plan" wrote; - for stdin', completes: 'file' } },
  options: {},
  examples: [
    { note: 'Before it is applied', line: 'archctl model show-plan plan.json' },
    { note: 'As data', line: 'archctl model show-plan plan.json -o json' },
  ],
  related: ['model plan', 'model apply'],
  async run(context, { args }) {
    const [file] = await readSources(context, [args.file], new Budget(), HINT);
    const saved = file && planIn(file);
    if (!saved) throw usageError(`Argument FILE: ${args.file} is not a plan.`, { hint: HINT });
    const { plan, appliedAt } = saved;
    return {
      kind: 'drawing',
      data: plan,
      draw: (line) => drawPlan(plan, line),
      ...(appliedAt !== undefined && { remark: `It was applied at ${appliedAt}.` }),
    };
  },
});
