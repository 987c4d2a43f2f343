import { EXIT_CODES } from '../../base/errors.js';
import { OUTPUT_FORMATS, OUTPUT_MEANINGS } from '../../terminal/types.js';
import type { Example } from '../command/spec.js';
import type { TopicName } from './nouns.js';

/** A page of `archctl help`, as data: the terminal, man pages and Markdown each lay it out in their own way. */
export interface Topic {
  title: string;
  blocks: readonly TopicBlock[];
}

export type TopicBlock =
  | { kind: 'text'; text: string }
  /** Names and what they mean. */
  | { kind: 'rows'; heading?: string; rows: readonly (readonly [string, string])[] }
  | { kind: 'examples'; examples: readonly Example[] };

/** Environment variables archctl reads, each with what it does; the README lists the same. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  ARCHCTL_API_KEY: 'Key as ID:SECRET; goes before the profile',
  ARCHCTL_BASE_URL: 'Address of the service',
  ARCHCTL_PROFILE: 'Profile to use',
  ARCHCTL_ORG: 'Organization',
  ARCHCTL_LANDSCAPE: 'Landscape',
  ARCHCTL_LANDSCAPE_VERSION: 'Version of the landscape',
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
  CI: 'Never ask a question',
};

const ORDER =
  'A value is looked for in this order: option, environment, the nearest .archctl.json in this directory or above (org, landscape, landscapeVersion), the profile.';

/** Each exit code once, with everything it stands for. */
export function exitCodeRows(): [string, string][] {
  const meanings = new Map<number, string[]>();
  for (const { code, meaning } of Object.values(EXIT_CODES))
    meanings.set(code, [...(meanings.get(code) ?? []), meaning]);
  return [...meanings].map(([code, texts]) => [String(code), texts.join(' ')]);
}

export const TOPICS: Readonly<Record<TopicName, Topic>> = {
  configuration: {
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
            'Where a project works; checked in with it. It may name org, landscape and landscapeVersion, never an address or a key',
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
          { note: 'Work in one landscape from now on', line: 'archctl profile set landscape LANDSCAPE_ID' },
        ],
      },
    ],
  },
  environment: {
    title: 'Environment',
    blocks: [
      { kind: 'rows', rows: Object.entries(ENVIRONMENT) },
      { kind: 'text', text: ORDER },
    ],
  },
  'exit-codes': {
    title: 'Exit codes',
    blocks: [
      { kind: 'rows', rows: exitCodeRows() },
      {
        kind: 'text',
        text: 'A command that did some of several things and failed at others ends with the code of the failure. "archctl sandbox exec" ends with the code of the program it ran.',
      },
    ],
  },
  output: {
    title: 'Output',
    blocks: [
      {
        kind: 'text',
        text: 'Data goes to stdout; notes, warnings and errors go to stderr. On a terminal lists are tables; in a pipe without -o they are tab-separated rows without a header, with RFC 3339 times.',
      },
      {
        kind: 'rows',
        rows: OUTPUT_FORMATS.map((format) => [`-o ${format}`, OUTPUT_MEANINGS[format]] as const),
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
};
