// Stub of archctl for tests of the host's API: prints fixed results at once, and writes the saved plan.
import { writeFileSync } from 'node:fs';

const [, command, ...more] = process.argv.slice(2);
const plan = more.indexOf('--out');
if (command === 'plan') writeFileSync(more[plan + 1], '{"archctlPlan":1}');
const titles = { plan: '### Plan for Action: no changes', diff: '### No changes' };
process.stdout.write(`${titles[command] ?? ''}\n`);
