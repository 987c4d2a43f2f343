import { command } from '../cli/command/command.js';
import { utcMonth } from '../contract/limits.js';
import { forecast } from '../profiles/usage.js';
import { planInUse } from './shared/plan-in-use.js';

export default command({
  summary: "Show this month's requests and the quota of the plan",
  section: 'This machine',
  details:
    'Counts the requests that archctl sent from this machine with the current account, by meter. The service also counts requests from elsewhere. The plan comes from the organization, or from "archctl profile set plan PLAN" if the service does not report it.',
  examples: {
    'The remaining requests': 'archctl quota',
    'For a dashboard': 'archctl quota -o json',
  },
  related: ['profile set', 'logs tail'],
  async run(context) {
    const { settings, usage, world, terminal } = context;
    const now = world.now();
    const month = utcMonth(now);
    const account = settings.accountName();
    // Read before the request for the plan, which counts as well.
    const used = usage.count(account, month);
    const plan = await planInUse(context);
    if (plan === undefined)
      terminal.note('The plan is unknown. Set it with "archctl profile set plan growth".');
    const items = forecast(used, plan, now).map((it) => ({
      ...it,
      month,
      account,
      plan: plan ?? null,
    }));
    return {
      kind: 'list',
      items,
      columns: [
        { key: 'meter', priority: 1 },
        { key: 'used', kind: 'number', priority: 1 },
        {
          key: 'limit',
          kind: 'number',
          priority: 1,
          value: (row: { limit: number | null }) =>
            row.limit ?? (plan === undefined ? 'unknown' : 'unlimited'),
        },
        { key: 'projected', header: 'Projected', kind: 'number', priority: 2 },
        { key: 'month', priority: 4 },
      ],
    };
  },
});
