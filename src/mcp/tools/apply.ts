import { z } from '../schema.js';
import { tool } from '../tool.js';
import { nameInput } from './inputs.js';

export default tool({
  name: 'apply',
  title: 'Apply a plan',
  description:
    'Applies a plan that "plan" has shown completely, once, if it is still current; then reads the landscape again and reports remaining differences. May delete records.',
  input: z.object({ plan: nameInput('Id of the plan') }),
  changes: true,
  needs: 'write',
  run: async (workspace, { plan }) => ({ kind: 'record', record: await workspace.apply(plan) }),
});
