import { displayName } from '../../cli/command/family/display-name.js';
import { optionalOptions } from '../../cli/command/family/fields.js';
import { operationCommands } from '../../cli/command/operation-commands.js';
import { createTechnology, updateTechnology } from '../../contract/resources/technology.js';
import noun from './noun.js';
import { NEW_FIELDS, TECHNOLOGY } from './shared/technology-options.js';

export default operationCommands(
  { columns: noun.columns },
  {
    create: {
      operation: createTechnology,
      summary: "Add a technology to the organization's catalog",
      details: 'An admin must review it, unless an admin sets its status.',
      options: NEW_FIELDS,
      examples: {
        'A technology of your own':
          'archctl technology create "Quay Bus" --org ORGANIZATION --color blue --type message-broker',
        'For connections only, approved immediately':
          'archctl technology create "Gangway Protocol" --org ORGANIZATION --color grey --type protocol --restriction connection --status approved',
      },
      related: ['technology update', 'technology icon'],
      // The service requires these fields, even if they are null.
      finish: (body) => ({ provider: null, type: null, restrictions: null, ...body }),
      done: (made, context) =>
        `Added technology ${displayName(context, made)}; its review status is ${made.status}.`,
    },
    update: {
      operation: updateTechnology,
      args: { catalogTechnologyId: TECHNOLOGY },
      options: optionalOptions(NEW_FIELDS),
      examples: {
        'Approve it': 'archctl technology update OWN_TECHNOLOGY --org ORGANIZATION --status approved',
        'Reject it':
          'archctl technology update OWN_TECHNOLOGY --org ORGANIZATION --status rejected --rejection-reason duplicate',
      },
      related: ['technology list', 'technology create'],
      done: (made, context) =>
        `Updated technology ${displayName(context, made)}; its review status is ${made.status}.`,
    },
  },
);
