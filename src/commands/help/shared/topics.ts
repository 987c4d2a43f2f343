import { EXIT_CODES } from '../../../base/errors.js';
import { GLOBAL_OPTIONS, ROOT_OPTIONS } from '../../../cli/command/globals.js';
import type { Topic } from '../../../cli/command/topic.js';
import { optionRows } from '../../../cli/help/option-rows.js';
import { SCOPE_NAMES, scopeShape } from '../../../contract/scopes.js';
import { scopeVariable } from '../../../profiles/scopes.js';
import { OUTPUT_FORMATS, OUTPUT_MEANINGS, TEXT_FORMATS, TEXT_MEANINGS } from '../../../terminal/types.js';

/** Environment variables that archctl reads, with descriptions; the README lists the same. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  ARCHCTL_API_KEY: 'API key as ID:SECRET; takes precedence over the profile',
  ARCHCTL_BASE_URL: 'Service address',
  ARCHCTL_PROFILE: 'Profile to use',
  ...Object.fromEntries(SCOPE_NAMES.map((scope) => [scopeVariable(scope), scopeShape(scope).help])),
  ARCHCTL_WEBHOOK_SECRET: 'Signing secret of webhooks; takes precedence over the profile',
  ARCHCTL_MCP_TOKEN: 'Bearer token of "archctl mcp --http"',
  NATS_TOKEN: 'Token of a NATS server; NATS_USER and NATS_PASSWORD for a user',
  NATS_PASSWORD: 'Password of NATS_USER',
  NATS_CREDS: 'Credentials file of a NATS server; NATS_NKEY for a file with an NKey seed',
  NATS_CA: 'Certificate authorities of a NATS server; NATS_CERT and NATS_KEY for a client certificate',
  ARCHCTL_OUTPUT: `Output format: ${OUTPUT_FORMATS.join(', ')}`,
  ARCHCTL_TIMEOUT: 'Timeout in seconds',
  ARCHCTL_RETRIES: 'Number of retries after a failed read',
  ARCHCTL_CONFIG_DIR: 'Directory of the profiles',
  ARCHCTL_STATE_DIR: 'Directory of counters, cursors, sandbox data, completion names and the undo journal',
  ARCHCTL_NO_COMPLETION_CACHE: 'If set, completion offers no names: it sends no requests and stores nothing',
  ARCHCTL_UNDO:
    'Changes that "archctl undo" can undo: "all" adds creates and updates of scripts, "off" records nothing',
  XDG_CONFIG_HOME: 'Parent of the directory "archctl" with profiles (default: ~/.config)',
  XDG_STATE_HOME: 'Parent of the directory "archctl" with counters and data (default: ~/.local/state)',
  XDG_CACHE_HOME: 'Parent of the directory "archctl" with compiled code (default: ~/.cache)',
  NODE_DISABLE_COMPILE_CACHE: 'If set, compiled code is neither stored nor used',
  HTTPS_PROXY: 'Proxy for https (also HTTP_PROXY, NO_PROXY)',
  NODE_EXTRA_CA_CERTS: 'File with additional certificate authorities',
  npm_config_registry: 'Registry for "upgrade --check"',
  NO_COLOR: 'Disables colour if set',
  TERM: 'The value "dumb" disables colour, prompts, the spinner and the pager',
  CLICOLOR_FORCE: 'Enables colour even in a pipe',
  ARCHCTL_PAGER: 'Pager for long output; empty disables it (default: PAGER, then less -FRX)',
  PAGER: 'Pager for all programs',
  CI: 'Disables prompts and the pager',
};

const PLACES = `${SCOPE_NAMES.slice(0, -1).join(', ')} and ${SCOPE_NAMES.at(-1)}`;

const ORDER = `archctl reads a setting from the option, the environment, the nearest .archctl.json in this directory or above (${SCOPE_NAMES.join(', ')}), and the profile, in this order.`;

/** Each exit code once, with all its meanings. */
export function exitCodeRows(): [string, string][] {
  const meanings = new Map<number, string[]>();
  for (const { code, meaning } of Object.values(EXIT_CODES))
    meanings.set(code, [...(meanings.get(code) ?? []), meaning]);
  return [...meanings].map(([code, texts]) => [String(code), texts.join(' ')]);
}

/** Help topics in display order. */
export const TOPICS = {
  configuration: {
    summary: 'Profiles, the project file, and precedence',
    title: 'Configuration',
    blocks: [
      {
        kind: 'text',
        text: 'A profile contains an account and its defaults: address, key, organization, landscape. "archctl auth login" and "archctl sandbox start" create one; -p NAME selects one for a command.',
      },
      { kind: 'text', text: ORDER },
      {
        kind: 'rows',
        heading: 'Files',
        rows: [
          [
            'profiles.json',
            'Profiles and their keys, mode 0600, in ~/.config/archctl or ARCHCTL_CONFIG_DIR; "archctl profile show" prints the path',
          ],
          [
            '.archctl.json',
            `Defaults of a project, committed with it. May set ${PLACES}, never an address or a key`,
          ],
          [
            'archctl/',
            'Directory of counters, cursors, stored events and sandbox data, by default in ~/.local/state; ARCHCTL_STATE_DIR replaces it',
          ],
        ],
      },
      {
        kind: 'examples',
        examples: [
          { note: 'List the profiles', line: 'archctl profile list' },
          { note: 'Use another profile for one command', line: 'archctl landscape list -p sandbox' },
          { note: 'Set the default landscape', line: 'archctl landscape use "Ferry Platform"' },
        ],
      },
    ],
  },
  environment: {
    summary: 'Environment variables',
    title: 'Environment',
    blocks: [
      { kind: 'text', text: ORDER },
      { kind: 'rows', rows: Object.entries(ENVIRONMENT) },
    ],
  },
  'exit-codes': {
    summary: 'Meaning of the exit codes',
    title: 'Exit codes',
    blocks: [
      { kind: 'rows', rows: exitCodeRows() },
      {
        kind: 'text',
        text: 'If some parts of a command succeed and others fail, the exit code is that of the failure. Commands that compare, such as "version diff" and "model diff", exit with 8 only with --exit-code; "model drift", "model validate" and other checks always do. "archctl sandbox exec" exits with the code of the program.',
      },
    ],
  },
  steps: {
    summary: 'Notation for the steps of flows',
    title: 'Steps of flows as text',
    blocks: [
      {
        kind: 'text',
        text: '"flow show -o text" prints this notation; "flow create", "flow update" and "flow edit" read it. One line is one step. Objects are named as on the diagram of the flow, or by path or id.',
      },
      {
        kind: 'rows',
        rows: [
          ['A -> B: TEXT', 'Message from A to B; both are on the diagram and connected there'],
          [
            'A -> B via C: TEXT',
            'Message through C. Without "via", the only connection from A to B determines C',
          ],
          ['A --> B: TEXT', 'Reply'],
          ['A: TEXT', 'Action of A itself'],
          ['note: TEXT', 'Information; "note over A: TEXT" and "note over A, B: TEXT" place it'],
          ['introduction: TEXT', 'Introduction; "conclusion: TEXT" is the end'],
          ['flow F: TEXT', 'Link to the flow F'],
          ['alt: TEXT', 'Alternative paths; "par: TEXT" for parallel paths'],
          ['  path: NAME', 'A path, indented below "alt" or "par"; its steps are indented below it'],
          ['  | MARKDOWN', 'Detailed description of the step above'],
          ['[TYPE] from A to B', 'Any other step; also "via C" and "flow F"'],
          ['# COMMENT', 'Ignored'],
        ],
      },
      {
        kind: 'text',
        text: 'Quote a name with a colon, a comma, an arrow or the word "via" as in JSON: "A: B" -> C. Quote a text that starts or ends with a space.',
      },
      {
        kind: 'examples',
        examples: [
          { note: 'Print the steps', line: 'archctl flow show "Book a crossing" -o text' },
          { note: 'Replace them', line: 'archctl flow update "Book a crossing" --steps-from steps.txt' },
        ],
      },
    ],
  },
  options: {
    summary: 'Options for every command',
    title: 'Options for every command',
    blocks: [{ kind: 'rows', rows: optionRows({ ...GLOBAL_OPTIONS, ...ROOT_OPTIONS }) }],
  },
  output: {
    summary: 'Formats, streams and errors',
    title: 'Output',
    blocks: [
      {
        kind: 'text',
        text: 'Data goes to stdout; notes, warnings and errors go to stderr. On a terminal, lists are tables. In a pipe without -o, they are tab-separated rows without a header, with RFC 3339 times.',
      },
      {
        kind: 'rows',
        rows: [
          ...OUTPUT_FORMATS.map((format) => [`-o ${format}`, OUTPUT_MEANINGS[format]] as const),
          ...TEXT_FORMATS.map(
            (format) => [`-o ${format}`, `${TEXT_MEANINGS[format]}; for commands that support it`] as const,
          ),
        ],
      },
      {
        kind: 'text',
        text: 'With json, ndjson and yaml, an error is one line of JSON on stderr: {"error":{"kind","message","status","hint","requestId","details"}}',
      },
      {
        kind: 'text',
        text: 'Control characters and invisible characters from the service are printed as escapes in every format. Emoji, and scripts that need such characters, keep them.',
      },
    ],
  },
  formatting: {
    summary: 'Fields and queries',
    title: 'Shape the output',
    blocks: [
      {
        kind: 'text',
        text: '--fields selects and orders fields; dots select nested fields. --query takes a JMESPath expression and is applied first.',
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
            note: 'Number of technologies of each type',
            line: 'archctl technology list --fields type | sort | uniq -c',
          },
          {
            note: 'For a spreadsheet, without formulas hidden in names',
            line: 'archctl object list -o csv --csv-safe',
          },
        ],
      },
      {
        kind: 'text',
        text: 'CSV contains the data unchanged. With --csv-safe, a cell (or a part after a semicolon) that starts with =, +, - or @ (full-width forms too) gets a leading apostrophe, so that a spreadsheet treats it as text. Plain numbers such as -5 stay numbers.',
      },
    ],
  },
} as const satisfies Readonly<Record<string, Topic>>;
