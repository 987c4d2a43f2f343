import type { Example } from '../../cli/command/noun.js';

/** What `archctl --help` shows besides nouns and commands. */

/** Headings, in order; nouns and commands of one word say under which they stand. */
export const SECTIONS = [
  'Start here',
  'Models',
  'Activity',
  'Webhooks',
  'Organization',
  'Catalog',
  'This machine',
] as const;

/** What a newcomer needs first: shown with what it does. */
export const MAIN: readonly string[] = [
  'auth',
  'sandbox',
  'landscape',
  'object',
  'connection',
  'diagram',
  'flow',
  'search',
  'import',
];

/** The way a newcomer goes. */
export const EXAMPLES: readonly Example[] = [
  {
    note: 'Try archctl without an account',
    line: 'archctl sandbox start --detach && archctl -p sandbox landscape list',
  },
  {
    note: 'Export a diagram as a picture',
    line: 'archctl diagram export DIAGRAM_ID --landscape LANDSCAPE_ID',
  },
];
