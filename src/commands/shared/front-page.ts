import type { Example } from '../../cli/command/noun.js';

/** Content of `archctl --help` besides nouns and commands. */

/** Headings in order; nouns and single-word commands name their heading. */
export const SECTIONS = [
  'Start here',
  'Models',
  'Activity',
  'Webhooks',
  'Organization',
  'Catalog',
  'This machine',
] as const;

/** Commands for newcomers, shown with their summaries. */
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

/** First steps for newcomers. */
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
