import type { Example } from '../command/spec.js';

/** Examples of the root help, the way a newcomer goes. */
export const ROOT_EXAMPLES: readonly Example[] = [
  {
    note: 'Try everything without an account',
    line: 'archctl sandbox start --detach && archctl -p sandbox landscape list',
  },
  { note: 'What is there?', line: 'archctl landscape list' },
  { note: 'A picture of a diagram', line: 'archctl diagram export DIAGRAM_ID --landscape LANDSCAPE_ID' },
];

/** What the help of a noun shows besides its verbs. */
interface NounHelp {
  examples: readonly Example[];
  /** Commands, nouns and topics. */
  related: readonly string[];
}

/** By the words of the noun; loaded for help only. */
export const NOUN_HELP: Readonly<Record<string, NounHelp>> = {
  auth: {
    examples: [
      { note: 'Sign in by prompt', line: 'archctl auth login --base-url https://api.example.com/v1' },
      { note: 'Is the key still good?', line: 'archctl auth status' },
    ],
    related: ['profile', 'keys create', 'help configuration'],
  },
  sandbox: {
    examples: [
      {
        note: 'In the background, then use it',
        line: 'archctl sandbox start --detach && archctl -p sandbox landscape list',
      },
      { note: 'A test suite, against a sandbox of its own', line: 'archctl sandbox exec -- npm test' },
      { note: 'End it', line: 'archctl sandbox stop' },
    ],
    related: ['profile use', 'sandbox webhook', 'doctor'],
  },
  'sandbox webhook': {
    examples: [
      {
        note: 'Send events to your server on this machine',
        line: 'archctl sandbox webhook add --name app --url http://127.0.0.1:3000/hooks',
      },
      { note: 'Did they arrive?', line: 'archctl sandbox webhook deliveries' },
    ],
    related: ['webhook listen', 'sandbox start'],
  },
  completion: {
    examples: [
      { note: 'For the shell in use', line: 'archctl completion install' },
      { note: 'See first what it would do', line: 'archctl completion install --shell zsh --dry-run' },
    ],
    related: ['help environment', 'commands'],
  },
  landscape: {
    examples: [
      { note: 'Landscapes of the organization', line: 'archctl landscape list' },
      {
        note: 'A copy to try things on',
        line: 'archctl landscape duplicate LANDSCAPE_ID --name "Shop, spike"',
      },
    ],
    related: ['version list', 'diagram list', 'profile set'],
  },
  version: {
    examples: [
      { note: 'Versions of a landscape', line: 'archctl version list --landscape LANDSCAPE_ID' },
      { note: 'Go back to one', line: 'archctl version revert VERSION_ID --landscape LANDSCAPE_ID' },
    ],
    related: ['landscape list', 'logs list'],
  },
  diagram: {
    examples: [
      { note: 'Diagrams of a landscape', line: 'archctl diagram list --landscape LANDSCAPE_ID' },
      {
        note: 'One of them as a picture',
        line: 'archctl diagram export DIAGRAM_ID --landscape LANDSCAPE_ID',
      },
    ],
    related: ['flow list', 'object tree', 'landscape export-pdf'],
  },
  object: {
    examples: [
      { note: 'What the landscape is made of', line: 'archctl object tree --landscape LANDSCAPE_ID' },
      { note: 'Only apps', line: 'archctl object list --landscape LANDSCAPE_ID --type app' },
    ],
    related: ['connection', 'diagram list', 'technology list'],
  },
  connection: {
    examples: [
      {
        note: 'What an object sends',
        line: 'archctl connection list --landscape LANDSCAPE_ID --origin OBJECT_ID',
      },
      { note: 'One connection', line: 'archctl connection get CONNECTION_ID --landscape LANDSCAPE_ID' },
    ],
    related: ['object list', 'technology list'],
  },
  flow: {
    examples: [
      { note: 'Flows of a landscape', line: 'archctl flow list --landscape LANDSCAPE_ID' },
      {
        note: 'A new one, with its steps',
        line: 'archctl flow create --landscape LANDSCAPE_ID --name Checkout --diagram DIAGRAM_ID --steps @steps.yaml',
      },
    ],
    related: ['diagram list', 'diagram export'],
  },
  'tag-group': {
    examples: [
      {
        note: 'A group for regions',
        line: 'archctl tag-group create --landscape LANDSCAPE_ID --name Regions --icon globe --index 3',
      },
      {
        note: 'From a file',
        line: 'archctl tag-group create --landscape LANDSCAPE_ID --data @tag-group.yaml',
      },
    ],
    related: ['object list', 'connection list'],
  },
  draft: {
    examples: [
      {
        note: 'What is being worked on',
        line: 'archctl draft list --landscape LANDSCAPE_ID --status in-progress',
      },
      {
        note: 'Ask something',
        line: 'archctl draft comment DRAFT_ID --landscape LANDSCAPE_ID --entity OBJECT_ID --content "Who owns this?"',
      },
    ],
    related: ['diagram export', 'version list'],
  },
  logs: {
    examples: [
      { note: 'The last hour', line: 'archctl logs list --since 1h' },
      { note: 'Follow what happens', line: 'archctl logs tail' },
      {
        note: 'What an action caused',
        line: 'archctl logs tree ACTION_LOG_ID --landscape LANDSCAPE_ID',
      },
    ],
    related: ['webhook listen', 'quota'],
  },
  webhook: {
    examples: [
      {
        note: 'Pass events on to the server you work on',
        line: 'archctl webhook listen --forward-to http://localhost:3000/hooks',
      },
      {
        note: 'Send the last one again',
        line: 'archctl webhook replay --last 1 --to http://localhost:3000/hooks',
      },
      { note: 'Send a made-up event', line: 'archctl webhook trigger --to http://localhost:3000/hooks' },
    ],
    related: ['sandbox webhook', 'logs tail'],
  },
  'webhook events': {
    examples: [
      { note: 'What came lately', line: 'archctl webhook events list --since 1h' },
      { note: 'One event, whole', line: 'archctl webhook events show EVENT_ID' },
    ],
    related: ['webhook replay', 'webhook listen'],
  },
  'webhook secret': {
    examples: [
      { note: 'Keep one, typed without echo', line: 'archctl webhook secret set production' },
      { note: 'Which are accepted', line: 'archctl webhook secret list' },
    ],
    related: ['webhook verify', 'sandbox webhook add'],
  },
  organization: {
    examples: [
      { note: 'Organizations the key can see', line: 'archctl organization list' },
      {
        note: 'Work in one of them from now on',
        line: 'archctl profile set org ORGANIZATION_ID',
      },
    ],
    related: ['landscape list', 'profile set'],
  },
  keys: {
    examples: [
      {
        note: 'A key for reading, saved as a profile',
        line: 'archctl keys create --name "CI reader" --permission read --save-profile ci',
      },
      { note: 'Rename one', line: 'archctl keys update KEY_ID --name "CI, nightly"' },
    ],
    related: ['auth login', 'user update'],
  },
  user: {
    examples: [
      { note: 'Let a user edit', line: 'archctl user update USER_ID --permission write' },
      {
        note: 'Close one landscape to them',
        line: 'archctl user update USER_ID --landscape-permission LANDSCAPE_ID=false',
      },
    ],
    related: ['auth status', 'keys create'],
  },
  technology: {
    examples: [
      {
        note: 'Message brokers of one provider',
        line: 'archctl technology list --provider aws --type message-broker',
      },
      { note: 'Id and name of all of them', line: 'archctl technology list -o csv --fields id,name' },
    ],
    related: ['object update', 'connection update'],
  },
  template: {
    examples: [
      { note: 'Landscapes to start from', line: 'archctl template list' },
      { note: 'Only their names', line: 'archctl template list --query "[].name"' },
    ],
    related: ['landscape list', 'landscape duplicate'],
  },
  profile: {
    examples: [
      { note: 'All profiles', line: 'archctl profile list' },
      { note: 'Work in the sandbox from now on', line: 'archctl profile use sandbox' },
      { note: 'In one landscape', line: 'archctl profile set landscape LANDSCAPE_ID' },
    ],
    related: ['auth', 'help configuration'],
  },
};
