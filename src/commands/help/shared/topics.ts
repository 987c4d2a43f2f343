import { EXIT_CODES } from '../../../base/errors.js';
import { GLOBAL_OPTIONS, ROOT_OPTIONS } from '../../../cli/command/globals.js';
import type { Topic } from '../../../cli/command/topic.js';
import { optionRows } from '../../../cli/help/option-rows.js';
import { SCOPE_NAMES, scopeShape } from '../../../contract/scopes.js';
import { scopeVariable } from '../../../profiles/scopes.js';
import { OUTPUT_FORMATS, OUTPUT_MEANINGS, TEXT_FORMATS, TEXT_MEANINGS } from '../../../terminal/types.js';

/** Environment variables archctl reads, each with what it does; the README lists the same. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  ARCHCTL_API_KEY: 'Key as ID:SECRET; goes before the profile',
  ARCHCTL_BASE_URL: 'Address of the service',
  ARCHCTL_PROFILE: 'Profile to use',
  ...Object.fromEntries(SCOPE_NAMES.map((scope) => [scopeVariable(scope), scopeShape(scope).help])),
  ARCHCTL_WEBHOOK_SECRET: 'Signing secret of webhooks; goes before those of the profile',
  ARCHCTL_OUTPUT: `Output format: ${OUTPUT_FORMATS.join(', ')}`,
  ARCHCTL_TIMEOUT: 'Time limit in seconds',
  ARCHCTL_RETRIES: 'Further tries after a failed read',
  ARCHCTL_CONFIG_DIR: 'Where profiles are kept',
  ARCHCTL_STATE_DIR: 'Where counters, cursors, sandbox data and names for the shell are kept',
  ARCHCTL_NO_COMPLETION_CACHE: 'Shells complete no ids: nothing is asked or kept for them',
  XDG_CONFIG_HOME: 'Where the folder archctl of profiles lies; ~/.config unless set',
  XDG_STATE_HOME: 'Where the folder archctl of counters and data lies; ~/.local/state unless set',
  XDG_CACHE_HOME: 'Where the folder archctl of compiled code lies; ~/.cache unless set',
  NODE_DISABLE_COMPILE_CACHE: 'No compiled code is kept or used when set',
  HTTPS_PROXY: 'Proxy for https (also HTTP_PROXY, NO_PROXY)',
  NODE_EXTRA_CA_CERTS: 'File with further certificate authorities',
  npm_config_registry: 'Registry that "upgrade --check" asks',
  NO_COLOR: 'No colour when set',
  CLICOLOR_FORCE: 'Colour even in a pipe',
  ARCHCTL_PAGER:
    'Program that shows what is longer than the screen; none when empty. Else PAGER, or less -FRX',
  PAGER: 'The same, for all programs',
  CI: 'Never ask a question, never page',
};

const PLACES = `${SCOPE_NAMES.slice(0, -1).join(', ')} and ${SCOPE_NAMES.at(-1)}`;

const ORDER = `A value is looked for in this order: option, environment, the nearest .archctl.json in this directory or above (${SCOPE_NAMES.join(', ')}), the profile.`;

/** Each exit code once, with everything it stands for. */
export function exitCodeRows(): [string, string][] {
  const meanings = new Map<number, string[]>();
  for (const { code, meaning } of Object.values(EXIT_CODES))
    meanings.set(code, [...(meanings.get(code) ?? []), meaning]);
  return [...meanings].map(([code, texts]) => [String(code), texts.join(' ')]);
}

/** The topics, in the order they are listed. */
export const TOPICS = {
  configuration: {
    summary: 'Profiles, the project file, and what comes first',
    title: 'Configuration',
    blocks: [
      {
        kind: 'text',
        text: 'A profile is an account and its defaults: address, key, organization, landscape. "archctl auth login" and "archctl sandbox start" make one; -p NAME picks one for a call.',
      },
      { kind: 'text', text: ORDER },
      {
        kind: 'rows',
        heading: 'Files',
        rows: [
          [
            'profiles.json',
            'Profiles and their keys, mode 0600, in ~/.config/archctl or ARCHCTL_CONFIG_DIR; "archctl profile show" names it',
          ],
          [
            '.archctl.json',
            `Where a project works; checked in with it. It may name ${PLACES}, never an address or a key`,
          ],
          [
            'archctl/',
            'The folder of counters, cursors, kept events and sandbox data, in ~/.local/state; ARCHCTL_STATE_DIR is another in its place',
          ],
        ],
      },
      {
        kind: 'examples',
        examples: [
          { note: 'Which profiles are there?', line: 'archctl profile list' },
          { note: 'One call with another profile', line: 'archctl landscape list -p sandbox' },
          { note: 'Work in one landscape from now on', line: 'archctl landscape use "Ferry Platform"' },
        ],
      },
    ],
  },
  environment: {
    summary: 'Environment variables',
    title: 'Environment',
    blocks: [
      { kind: 'rows', rows: Object.entries(ENVIRONMENT) },
      { kind: 'text', text: ORDER },
    ],
  },
  'exit-codes': {
    summary: 'What the exit codes mean',
    title: 'Exit codes',
    blocks: [
      { kind: 'rows', rows: exitCodeRows() },
      {
        kind: 'text',
        text: 'A command that did some of several things and failed at others ends with the code of the failure. "archctl sandbox exec" ends with the code of the program it ran.',
      },
    ],
  },
  options: {
    summary: 'Options that every command takes',
    title: 'Options of every command',
    blocks: [{ kind: 'rows', rows: optionRows({ ...GLOBAL_OPTIONS, ...ROOT_OPTIONS }) }],
  },
  output: {
    summary: 'Formats, streams and errors',
    title: 'Output',
    blocks: [
      {
        kind: 'text',
        text: 'Data goes to stdout; notes, warnings and errors go to stderr. On a terminal lists are tables; in a pipe without -o they are tab-separated rows without a header, with RFC 3339 times.',
      },
      {
        kind: 'rows',
        rows: [
          ...OUTPUT_FORMATS.map((format) => [`-o ${format}`, OUTPUT_MEANINGS[format]] as const),
          ...TEXT_FORMATS.map(
            (format) => [`-o ${format}`, `${TEXT_MEANINGS[format]}; of commands that say so`] as const,
          ),
        ],
      },
      {
        kind: 'text',
        text: 'With json, ndjson and yaml an error is one JSON line on stderr: {"error":{"kind","message","status","hint","requestId","details"}}',
      },
      {
        kind: 'text',
        text: 'Control characters, and characters that do not show, are shown as escapes in every format where they come from the service; emoji and scripts that need such characters keep them.',
      },
    ],
  },
  formatting: {
    summary: 'Fields and queries',
    title: 'Shaping the output',
    blocks: [
      {
        kind: 'text',
        text: '--fields picks and orders; dots reach into a field. --query takes JMESPath and comes first.',
      },
      {
        kind: 'examples',
        examples: [
          { note: 'Names and ids', line: 'archctl landscape list --fields name,id' },
          {
            note: 'The id of one landscape',
            line: `archctl landscape list -o json --query "[?name=='Shop'] | [0].id"`,
          },
          {
            note: 'How many technologies of each type',
            line: 'archctl technology list --fields type | sort | uniq -c',
          },
          {
            note: 'For a spreadsheet, which would run formulas that somebody put into a name',
            line: 'archctl object list --landscape LANDSCAPE_ID -o csv --csv-safe',
          },
        ],
      },
      {
        kind: 'text',
        text: 'CSV holds the data as it is. With --csv-safe a cell, or what follows a semicolon in it, that begins with =, +, - or @ (full-width forms too) gets an apostrophe in front and is text to a spreadsheet; plain numbers such as -5 stay numbers.',
      },
    ],
  },
} as const satisfies Readonly<Record<string, Topic>>;
