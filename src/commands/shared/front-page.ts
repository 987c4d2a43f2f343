import type { Example } from '../../cli/command/noun.js';

/** Content of `archctl --help` besides nouns and commands. */

/** Headings in order; nouns and single-word commands declare theirs. */
export const SECTIONS = [
  'Start here',
  'Models as code',
  'Models',
  'Activity',
  'Webhooks',
  'Organization',
  'Catalog',
  'This machine',
] as const;

/** Words that are shown with their summary. */
export const MAIN: readonly string[] = [
  'auth',
  'sandbox',
  'model',
  'landscape',
  'object',
  'connection',
  'diagram',
  'flow',
  'search',
];

export const EXAMPLES: readonly Example[] = [
  {
    note: 'Try archctl without an account',
    line: 'archctl sandbox start --detach && archctl -p sandbox landscape list',
  },
  {
    note: 'Export a diagram as a picture',
    line: 'archctl diagram export "Booking Apps"',
  },
];
