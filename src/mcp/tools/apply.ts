import { withDescription, z } from '../schema.js';
import { tool } from '../tool.js';
import { nameInput } from './inputs.js';

export default tool({
  name: 'apply',
  title: 'Apply a plan',
  description:
    'Applies a plan that "plan" has shown completely, once, if it is still current; then reads the landscape again and reports remaining differences. May delete records.',
  input: z.object({
    plan: nameInput('Id of the plan'),
    allowDeletes: withDescription(
      z.optional(z.int().check(z.minimum(0))),
      'Number of deleted records that the user agreed to, if they are many',
    ),
  }),
  changes: true,
  needs: 'write',
  async run(workspace, { plan, allowDeletes }) {
    return { kind: 'record', record: await workspace.apply(plan, allowDeletes) };
  },
});
