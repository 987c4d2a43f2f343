import { called } from '../../cli/command/family/called.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { createTechnology } from '../../contract/resources/technology.js';
import noun from './noun.js';
import { NEW_FIELDS } from './shared/technology-options.js';

export default operationCommand(createTechnology, {
  summary: "Add a technology to the organization's catalog",
  details: 'An admin must review it, unless an admin sets its status.',
  options: NEW_FIELDS,
  columns: noun.columns,
  examples: [
    {
      note: 'A technology of your own',
      line: 'archctl technology create --org ORGANIZATION_ID --name "Quay Bus" --color blue --type message-broker',
    },
    {
      note: 'For connections only, approved immediately',
      line: 'archctl technology create --org ORGANIZATION_ID --name "Gangway Protocol" --color grey --type protocol --restriction connection --status approved',
    },
  ],
  related: ['technology update', 'technology icon'],
  // The service requires these fields, even if they are null.
  finish: (body) => ({ provider: null, type: null, restrictions: null, ...body }),
  done: (made, context) => `Added technology ${called(context, made)}; its review status is ${made.status}.`,
});
