import type { NounInfo } from '../command/registry.js';

/** The nouns, in the order of the root help. Words below them come from the files in `src/commands`. */
export const NOUNS: readonly NounInfo[] = [
  { path: ['auth'], section: 'Start here', summary: 'Sign in, sign out, see who is signed in' },
  { path: ['sandbox'], section: 'Start here', summary: 'Run the service on this machine, with demo data' },
  {
    path: ['sandbox', 'webhook'],
    aliases: ['webhooks'],
    section: 'Start here',
    summary: 'Subscribe endpoints to the events of the sandbox',
  },
  {
    path: ['landscape'],
    aliases: ['landscapes'],
    section: 'Models',
    summary: 'List, duplicate and export landscapes',
  },
  {
    path: ['version'],
    aliases: ['versions'],
    section: 'Models',
    summary: 'List versions of a landscape and go back to one',
  },
  {
    path: ['diagram'],
    aliases: ['diagrams'],
    section: 'Models',
    summary: 'Read diagrams and export them as images',
  },
  {
    path: ['object'],
    aliases: ['objects'],
    section: 'Models',
    summary: 'Read, draw and change model objects',
  },
  {
    path: ['connection'],
    aliases: ['connections'],
    section: 'Models',
    summary: 'Connect model objects, read and change connections',
  },
  {
    path: ['flow'],
    aliases: ['flows'],
    section: 'Models',
    summary: 'List and create flows, fetch their thumbnails',
  },
  { path: ['tag-group'], aliases: ['tag-groups'], section: 'Models', summary: 'Create tag groups' },
  {
    path: ['draft'],
    aliases: ['drafts'],
    section: 'Models',
    summary: 'List drafts, comment on them, add tasks, merge',
  },
  { path: ['logs'], aliases: ['log'], section: 'Activity', summary: 'Read, follow and trace what happened' },
  {
    path: ['webhook'],
    aliases: ['webhooks'],
    section: 'Webhooks',
    summary: 'Receive, verify, keep and replay webhooks',
  },
  {
    path: ['webhook', 'events'],
    aliases: ['event'],
    section: 'Webhooks',
    summary: 'Look at the events that were received',
  },
  {
    path: ['webhook', 'secret'],
    aliases: ['secrets'],
    section: 'Webhooks',
    summary: 'Keep signing secrets',
  },
  {
    path: ['organization'],
    aliases: ['organizations', 'org'],
    section: 'Organization',
    summary: 'List organizations',
  },
  { path: ['keys'], aliases: ['key'], section: 'Organization', summary: 'Create and change API keys' },
  { path: ['user'], aliases: ['users'], section: 'Organization', summary: "Change users' permissions" },
  {
    path: ['technology'],
    aliases: ['technologies'],
    section: 'Catalog',
    summary: 'List the technology catalog',
  },
  { path: ['template'], aliases: ['templates'], section: 'Catalog', summary: 'List landscape templates' },
  {
    path: ['profile'],
    aliases: ['profiles'],
    section: 'This machine',
    summary: 'Manage saved accounts and defaults',
  },
  { path: ['completion'], section: 'This machine', summary: 'Complete commands, values and ids with Tab' },
];

/** Commands of one word, under the heading they stand below. */
export const SINGLE_WORDS: Readonly<Record<string, string>> = {
  api: 'Activity',
  quota: 'This machine',
  doctor: 'This machine',
  upgrade: 'This machine',
  commands: 'This machine',
  help: 'This machine',
};

/** Topics of `archctl help`, each with what it is about. */
export const TOPIC_SUMMARIES = {
  configuration: 'Profiles, the project file, and what comes first',
  environment: 'Environment variables',
  'exit-codes': 'What the exit codes mean',
  output: 'Formats, streams and errors',
  formatting: 'Fields and queries',
} as const;

export type TopicName = keyof typeof TOPIC_SUMMARIES;

export const SECTIONS = [
  'Start here',
  'Models',
  'Activity',
  'Webhooks',
  'Organization',
  'Catalog',
  'This machine',
] as const;
