import { ArchctlError } from '../base/errors.js';
import { command } from '../cli/command/command.js';
import { runChecks } from './doctor/shared/checks.js';

export default command({
  summary: 'Check configuration, connection, clock, key and plan',
  section: 'This machine',
  details: 'Exits with code 8 if a check fails.',
  examples: [
    { note: 'Find a problem', line: 'archctl doctor' },
    {
      note: 'Only failed checks, for a script',
      line: `archctl doctor -o json --query "[?status=='failed']"`,
    },
  ],
  related: ['auth status', 'profile show'],
  async run(context) {
    const items = await runChecks(context);
    const failed = items.filter((it) => it.status === 'failed');
    return {
      kind: 'list',
      items,
      columns: [
        { key: 'check', priority: 1 },
        { key: 'status', kind: 'status', priority: 1 },
        { key: 'message', header: 'Finding', priority: 1 },
      ],
      ...(failed.length > 0
        ? {
            failure: new ArchctlError('check', `${failed.length} of ${items.length} checks failed.`, {
              details: failed.flatMap((it) => (it.hint ? [`${it.check}: ${it.hint}`] : [])),
            }),
          }
        : {}),
    };
  },
});
