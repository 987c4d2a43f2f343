import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { parsePlan } from './shared/plans/plan-file.js';
import { drawPlan } from './shared/report/plan-text.js';
import { Budget, readSources } from './shared/sources.js';

const HINT = 'Save a plan with "archctl model plan FILE --out plan.json".';
export default command({
  summary: 'Show a saved plan',
  details:
    'Prints the plan as "archctl model plan" showed it, without checking whether the landscape has changed. Sends no requests.',
  args: {
    file: { name: 'FILE', help: 'Plan file written by "model plan --out"; - for stdin', completes: 'file' },
  },
  options: {},
  examples: {
    'Review a plan before it is applied': 'archctl model show-plan plan.json',
    'As data': 'archctl model show-plan plan.json -o json',
  },
  related: ['model plan', 'model apply'],
  async run(context, { args }) {
    const [file] = await readSources(context, [args.file], new Budget(), HINT);
    const saved = file && parsePlan(file);
    if (!saved) throw usageError(`Argument FILE: ${args.file} is not a plan.`, { hint: HINT });
    const { plan, appliedAt } = saved;
    return {
      kind: 'drawing',
      data: plan,
      draw: (line) => drawPlan(plan, line),
      ...(appliedAt !== undefined && { remark: `The plan was applied at ${appliedAt}.` }),
    };
  },
});
