import {
  OUTPUT_FORMATS,
  OUTPUT_MEANINGS,
  type OutputFormat,
  TEXT_MEANINGS,
  type TextFormat,
} from '../../terminal/types.js';
import { choice, flag, number, text, texts } from './options.js';
import type { OptionSpec } from './value-spec.js';

/** `-o` for a command with additional notations. */
export const outputOption = (notations: readonly TextFormat[]): OptionSpec<OutputFormat | TextFormat> =>
  choice([...OUTPUT_FORMATS, ...notations], 'Output format', {
    short: 'o',
    value: 'FORMAT',
    env: 'ARCHCTL_OUTPUT',
    meanings: { ...OUTPUT_MEANINGS, ...Object.fromEntries(notations.map((it) => [it, TEXT_MEANINGS[it]])) },
    fallback: 'a table on a terminal, tab-separated in a pipe',
  });

/** Options of every command. */
export const GLOBAL_OPTIONS = {
  profile: text('Profile', {
    short: 'p',
    value: 'NAME',
    env: 'ARCHCTL_PROFILE',
    fallback: 'the one in use',
    completes: 'profile',
  }),
  baseUrl: text('Service address', {
    value: 'URL',
    env: 'ARCHCTL_BASE_URL',
    fallback: "the profile's",
  }),
  output: outputOption([]),
  fields: {
    ...text('Fields to show, in this order', { value: 'a,b' }),
    repeatable: true,
    parse: (given: string, previous?: string) => (previous === undefined ? given : `${previous},${given}`),
  },
  sort: texts('Order of a list, read whole first: --limit keeps the top', { value: 'FIELD[:desc]' }),
  query: text('JMESPath expression applied to the data', { value: 'JMESPATH' }),
  ids: flag('On a terminal, show ids beside names'),
  names: flag('In a pipe and for programs, add names beside ids'),
  csvSafe: flag('With -o csv: no cell that a spreadsheet would evaluate'),
  quiet: flag('No notes on stderr', { short: 'q' }),
  debug: flag('Show requests and responses, secrets redacted'),
  noColor: flag('No colour'),
  noPager: flag('Never show page by page what is longer than the screen'),
  noInput: flag('Never ask a question'),
  yes: flag('Answer yes to questions', { short: 'y' }),
  timeout: number('Time limit of a request, or of the wait of a long-running command', {
    value: 'SECONDS',
    min: 0.001,
    max: 2_000_000,
    fallback: '30 for a request',
    env: 'ARCHCTL_TIMEOUT',
  }),
  retries: number('Number of retries after a failed read', {
    integer: true,
    min: 0,
    env: 'ARCHCTL_RETRIES',
    fallback: '2',
  }),
  dryRun: flag('Print the request that would be sent, and send nothing'),
  help: flag('Show help', { short: 'h' }),
} as const satisfies Record<string, OptionSpec>;

/** Options of archctl without a command. */
export const ROOT_OPTIONS = {
  version: flag('Show the version', { short: 'V' }),
} as const satisfies Record<string, OptionSpec>;

const DATA =
  'Whole request body as JSON or YAML: the text, @file, or - for stdin; options override its fields';
const AS_DATA = { value: 'JSON|@FILE|-', completes: 'text-or-file' } as const;

export const DATA_OPTION = text(DATA, AS_DATA);
/** `--data` of commands that accept many records. */
export const MANY_OPTION = text(`${DATA}. Many records: one JSON object a line, or a list`, AS_DATA);
/** Option of commands that need only the ids of records. */
export const RECORDS_OPTION = text(
  'Many records, one JSON object with an "id" a line, or a list: @file, or - for stdin',
  AS_DATA,
);

/** Options of bulk commands. */
export const BULK_OPTIONS = {
  concurrency: number('Requests at a time, for many records', {
    integer: true,
    min: 1,
    max: 64,
    fallback: '8; on this machine 16',
  }),
  failures: text('File for the lines that failed, to be fed again; - for stdout, in place of what was done', {
    value: 'FILE|-',
    completes: 'file',
  }),
};

/** Filter option for any key that the service supports. */
export const filterOption = (
  keys: readonly string[],
  behindKey: OptionSpec['behindKey'] = {},
): OptionSpec<string[]> =>
  texts(
    'Only those whose field has this value, or none; a record is named by name or id. With != all others, where the service takes that. Repeated: any of several',
    {
      value: 'KEY=VALUE',
      suggests: keys.filter((key) => key !== 'labels').map((key) => `${key}=`),
      ...(Object.keys(behindKey).length > 0 && { behindKey }),
    },
  );

/** Options of commands that select several records of a list. */
export const WHERE_OPTION = text('Those for which this is true: an expression over a record of the list', {
  value: 'JMESPATH',
});

export const LIMIT_OPTION = number('Maximum number of results', { integer: true, min: 1 });
