import { adrs } from '../../contract/resources/adr.js';
import { OPEN_DETAILS, openCommand } from '../shared/open-page.js';

export default openCommand(adrs.get, {
  kind: 'adr',
  summary: 'Open the landscape of a decision in the web app',
  details: `The service has no public link to a decision, so archctl opens its landscape; a pattern with {kind} and {handle} opens the decision itself. ${OPEN_DETAILS}`,
  args: { adrId: { name: 'ADR', help: 'Decision', completes: 'adr' } },
  examples: {
    'In the browser': 'archctl adr open ADR',
    'Print the URL, for a document': 'archctl adr open ADR --print',
  },
  related: ['adr show', 'landscape open', 'profile set'],
});
