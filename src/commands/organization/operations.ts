import { pluralize } from '../../base/text/words.js';
import { rememberedLoss, rememberLoss } from '../../cli/command/family/delete-question.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommands } from '../../cli/command/operation-commands.js';
import { choice, flag, no, text, texts } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import type { OptionSpec } from '../../cli/command/value-spec.js';
import { LINE_SHAPES } from '../../contract/enums.js';
import { listLandscapes } from '../../contract/resources/landscape.js';
import {
  BILLING_CURRENCIES,
  BILLING_CYCLES,
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  ORGANIZATION_LANGUAGES,
  updateOrganization,
} from '../../contract/resources/organization.js';
import { questionAbout } from '../shared/ask-about.js';
import noun, { DETAILS, ORGANIZATION } from './noun.js';

/** List of domains; the word `none` removes the restriction. */
const authDomains: OptionSpec<string[] | null> = {
  ...texts('E-mail domain that visitors must sign in with, or none'),
  value: 'DOMAIN',
  body: 'shareLinkAuthDomains',
  suggests: ['none'],
  parse: (given, previous) => (given === 'none' ? null : [...(previous ?? []), given]),
};

/** Settings for creating and updating an organization. */
const SETTINGS = {
  language: choice(ORGANIZATION_LANGUAGES, 'Language of generated texts', { body: 'language' }),
  lineShape: choice(LINE_SHAPES, 'Shape of new connections in diagrams', { body: 'lineShapeDefault' }),
  shareLinks: flag('Allow share links', { body: 'shareLinksEnabled' }),
  noShareLinks: no('Disable share links, including existing ones', { body: 'shareLinksEnabled' }),
  shareLinkAuthDomain: authDomains,
  ai: flag('Enable features that use language models', { body: 'aiFeaturesEnabled' }),
  noAi: no('Disable features that use language models', { body: 'aiFeaturesEnabled' }),
  billingEmail: text('E-mail address for bills', { body: 'billingEmail' }),
  billingCurrency: choice(BILLING_CURRENCIES, 'Billing currency', { body: 'billingCurrency' }),
  billingCycle: choice(BILLING_CYCLES, 'Billing cycle', { body: 'billingCycle' }),
};

const idOf = ({ parsed }: Context): string => String(parsed.args.organizationId);

/** Counts what is deleted with the organization: landscapes, members, keys. */
async function question(context: Context): Promise<string> {
  const path = { organizationId: idOf(context) };
  const client = await context.client();
  return questionAbout(
    context,
    async () => (await client.call(getOrganization, { path })).organization,
    async (organization) => {
      const { userIds } = organization;
      const { landscapes } = await client.call(listLandscapes, { path });
      const members = Array.isArray(userIds) ? userIds.length : 0;
      const losses = `${pluralize(landscapes.length, 'landscape')}, ${pluralize(members, 'member')}`;
      const loss = rememberLoss(context, ` with everything in it (${losses}, teams, invites and API keys)`);
      return `Delete the organization ${displayName(context, organization)}${loss}?`;
    },
    `Delete the organization ${path.organizationId} with everything in it?`,
  );
}

export default operationCommands(
  { record: 'organization', args: ORGANIZATION, columns: noun.columns },
  {
    create: {
      operation: createOrganization,
      details: 'The user of the key becomes the first admin.',
      options: { name: text('Name', { required: true, body: 'name' }), ...SETTINGS },
      examples: {
        'Another organization': 'archctl organization create "Skerry Line, trials"',
        'Without share links': 'archctl organization create Closed --no-share-links',
      },
      related: ['organization list', 'profile set'],
    },
    delete: {
      operation: deleteOrganization,
      details:
        'Asks for its name; use --yes in scripts. Also deletes landscapes, teams, members, invites and API keys.',
      args: { organizationId: { name: 'ORGANIZATION', help: 'Organization', completes: 'org' } },
      columns: [],
      examples: {
        'Asks for confirmation': 'archctl organization delete ORGANIZATION',
        'In a script': 'archctl organization delete ORGANIZATION --yes',
      },
      related: ['organization list', 'landscape list'],
      confirm: question,
      confirmsName: 'organizationId',
      done: (_, context) =>
        `Deleted organization ${displayName(context, { id: idOf(context) })}${rememberedLoss(context)}.`,
    },
    get: {
      operation: getOrganization,
      summary: 'Show an organization: plan, seats, members and settings',
      details: 'Default: the organization from --org, the environment or the profile.',
      columns: DETAILS,
      examples: {
        'The organization of the profile': 'archctl organization get',
        'The number of paid seats': 'archctl organization get ORGANIZATION -o json --query seats',
      },
      related: ['organization list', 'user list', 'organization update'],
    },
    list: {
      operation: listOrganizations,
      empty: 'The key has access to no organization.',
      examples: {
        'Organizations that the key can access': 'archctl organization list',
        'Id, name and plan, for a script': 'archctl organization list -o csv --fields id,name,plan',
      },
      related: ['profile set', 'landscape list'],
    },
    update: {
      operation: updateOrganization,
      details: 'Default: the organization from --org, the environment or the profile.',
      options: { name: text('New name', { body: 'name' }), ...SETTINGS },
      columns: DETAILS,
      examples: {
        'Rename it': 'archctl organization update --name "Skerry Line"',
        'Restrict share links to a partner':
          'archctl organization update ORGANIZATION --share-link-auth-domain partner.example',
        'Remove the restriction': 'archctl organization update --share-link-auth-domain none',
      },
      related: ['organization get', 'share-link get'],
    },
  },
);
