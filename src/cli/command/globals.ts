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

export const GLOBAL_OPTIONS = {
  profile: text('Profile', {
    short: 'p',
    value: 'NAME',
    env: 'ARCHCTL_PROFILE',
    fallback: 'the current one',
    completes: 'profile',
  }),
  baseUrl: text('Service address', {
    value: 'URL',
    env: 'ARCHCTL_BASE_URL',
    fallback: 'that of the profile',
  }),
  output: outputOption([]),
  fields: {
    ...text('Fields to show, in this order', { value: 'a,b' }),
    repeatable: true,
    parse: (given: string, previous?: string) => (previous === undefined ? given : `${previous},${given}`),
  },
  sort: texts('Sort a list; reads all of it before --limit is applied', { value: 'FIELD[:desc]' }),
  query: text('JMESPath expression applied to the data', { value: 'JMESPATH' }),
  ids: flag('On a terminal, show ids as well as names'),
  names: flag('In a pipe and in machine formats, add names to ids'),
  wide: flag('On a terminal, keep columns with one value, add the id, and list the columns that do not fit'),
  csvSafe: flag('With -o csv: neutralize cells that a spreadsheet would evaluate'),
  quiet: flag('Print no notes on stderr', { short: 'q' }),
  debug: flag('Print requests and responses, with secrets redacted'),
  noColor: flag('Disable colour'),
  pager: flag('Show help that is longer than the screen in the pager'),
  noPager: flag('Disable the pager'),
  noInput: flag('Disable prompts'),
  yes: flag('Answer yes to all confirmations', { short: 'y' }),
  noUndo: flag('Do not record the change for "archctl undo"'),
  timeout: number('Timeout of a request, or of the wait of a long-running command, in seconds', {
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
  dryRun: flag('Change nothing: print the request or, for a delete on a terminal, its effects'),
  help: flag('Show help', { short: 'h' }),
} as const satisfies Record<string, OptionSpec>;

/** Options of archctl without a command. */
export const ROOT_OPTIONS = {
  version: flag('Show the version', { short: 'V' }),
} as const satisfies Record<string, OptionSpec>;

const DATA = 'Request body as JSON or YAML: text, @FILE, or - for stdin; options override its fields';
const AS_DATA = { value: 'JSON|@FILE|-', completes: 'text-or-file' } as const;

export const DATA_OPTION = text(DATA, AS_DATA);
/** `--data` of commands that accept many records. */
export const MANY_OPTION = text(`${DATA}. Many records: one JSON object per line, or a list`, AS_DATA);
/** Option of commands that need only the ids of records. */
export const RECORDS_OPTION = text(
  'Many records, one JSON object with an "id" per line, or a list: @FILE, or - for stdin',
  AS_DATA,
);

export const BULK_OPTIONS = {
  concurrency: number('Number of parallel requests for many records', {
    integer: true,
    min: 1,
    max: 64,
    fallback: '8, or 64 if the service runs on this machine',
  }),
  failures: text(
    'File for lines that failed, to send again; - writes them to stdout instead of the results',
    {
      value: 'FILE|-',
      completes: 'file',
    },
  ),
};

/** Filter option for any key that the service supports. */
export const filterOption = (
  keys: readonly string[],
  behindKey: OptionSpec['behindKey'] = {},
): OptionSpec<string[]> =>
  texts(
    'Filter by a field, for example status=live. Other records are named or given by id; "none" matches records without the field. KEY!=VALUE excludes, if the service supports it. Repeat for alternatives',
    {
      value: 'KEY=VALUE',
      suggests: keys.filter((key) => key !== 'labels').map((key) => `${key}=`),
      ...(Object.keys(behindKey).length > 0 && { behindKey }),
    },
  );

/** Options of commands that select several records of a list. */
export const WHERE_OPTION = text('Select the records for which this JMESPath expression is true', {
  value: 'JMESPATH',
});

export const LIMIT_OPTION = number('Maximum number of results', { integer: true, min: 1 });
