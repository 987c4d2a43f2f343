import { capitalised } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { printsOneLine } from '../../cli/command/one-line.js';
import type { AnyCommand } from '../../cli/command/spec.js';
import { adrs } from '../../contract/resources/adr.js';
import { OPEN_DETAILS, openCommand } from '../shared/open-page.js';
import noun from './noun.js';

/** Command that sets the status of a decision, unless it is set already. */
const statusCommand = (verb: 'accept' | 'reject', status: 'accepted' | 'rejected'): AnyCommand =>
  command({
    summary: `${verb === 'accept' ? 'Accept' : 'Reject'} a decision`,
    details: `Sets its status to ${status}; the service records who did this and when. If it is ${status} already, nothing is sent. The change is refused if someone else changed the decision meanwhile.`,
    args: { adrId: { name: 'ADR', help: 'Decision', completes: 'adr' } },
    options: {},
    scope: ['landscape', 'landscapeVersion'],
    operation: adrs.update,
    alsoPerforms: [adrs.get],
    columns: noun.columns,
    examples: {
      'By its number': `archctl adr ${verb} 3`,
      'For a script': `archctl adr ${verb} ADR -o json`,
    },
    related: [verb === 'accept' ? 'adr reject' : 'adr accept', 'adr show', 'adr update'],
    async run(context, { args }) {
      const path = {
        landscapeId: await context.scope('landscape'),
        versionId: await context.scope('landscapeVersion'),
        adrId: args.adrId,
      };
      const client = await context.client();
      // A dry run shows the change, whatever the status is.
      if (context.parsed.globals.dryRun) {
        const { adr } = await client.call(adrs.update, { path, body: { status } });
        return { kind: 'record', record: adr, columns: noun.columns };
      }
      const { adr } = await client.call(adrs.get, { path });
      const name = displayName(context, adr);
      if (adr.status === status) {
        context.terminal.note(`Decision ${name} is already ${status}.`);
        if (printsOneLine(context)) return { kind: 'nothing' };
        return { kind: 'record', record: adr, columns: noun.columns };
      }
      const body = { status, commit: adr.commit };
      const answer = await client.call(adrs.update, { path, body });
      context.terminal.success(`${capitalised(status)} decision ${name}.`);
      if (printsOneLine(context)) return { kind: 'nothing' };
      return { kind: 'record', record: answer.adr, columns: noun.columns };
    },
  });

export default {
  accept: statusCommand('accept', 'accepted'),
  open: openCommand(adrs.get, {
    kind: 'adr',
    summary: 'Open the landscape of a decision in the web app',
    details: `The service has no public link to a decision, so archctl opens its landscape; a pattern with {kind} and {handle} opens the decision itself. ${OPEN_DETAILS}`,
    args: { adrId: { name: 'ADR', help: 'Decision', completes: 'adr' } },
    examples: {
      'In the browser': 'archctl adr open ADR',
      'Print the URL, for a document': 'archctl adr open ADR --print',
    },
    related: ['adr show', 'landscape open', 'profile set'],
  }),
  reject: statusCommand('reject', 'rejected'),
};
