import type { Context } from '../context.js';
import { EXIT_CODES } from '../errors.js';
import { OUTPUT_FORMATS, OUTPUT_MEANINGS } from '../terminal/types.js';
import { VERSION } from '../version.js';
import { GLOBAL_OPTIONS } from './globals.js';
import { commandHelp, groupHelp, optionRows, rootHelp, twoColumns } from './help.js';
import { NOUNS } from './nouns.js';
import { route } from './route.js';

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
  HTTPS_PROXY: 'Proxy for https (also HTTP_PROXY, NO_PROXY)',
  NODE_EXTRA_CA_CERTS: 'File with further certificate authorities',
  npm_config_registry: 'Registry that "upgrade --check" asks',
  NO_COLOR: 'No colour when set',
  CLICOLOR_FORCE: 'Colour even in a pipe',
  CI: 'Never ask a question',
};

interface Style {
  bold(text: string): string;
  dim(text: string): string;
}

export const TOPICS: Readonly<Record<string, (style: Style) => string>> = {
  'exit-codes': ({ bold }) => {
    const meanings = new Map<number, string[]>();
    for (const { code, meaning } of Object.values(EXIT_CODES))
      meanings.set(code, [...(meanings.get(code) ?? []), meaning]);
    const rows = [...meanings].map(([code, texts]) => [String(code).padEnd(4), texts.join(' ')] as const);
    return `${bold('Exit codes')}\n${twoColumns(rows)}`;
  },
  environment: ({ bold }) =>
    `${bold('Environment')}\n${twoColumns(Object.entries(ENVIRONMENT))}\n\n` +
    'A value is looked for in this order: option, environment, the nearest\n.archctl.json in this directory or above (org, landscape, landscapeVersion),\nthe profile.',
  output: ({ bold }) =>
    [
      bold('Output'),
      'Data goes to stdout; notes, warnings and errors go to stderr. On a terminal',
      'lists are tables; in a pipe without -o they are tab-separated rows without a',
      'header, with RFC 3339 times.',
      '',
      twoColumns(OUTPUT_FORMATS.map((format) => [`-o ${format}`, OUTPUT_MEANINGS[format]] as const)),
      '',
      'With json, ndjson and yaml an error is one JSON line on stderr:',
      '  {"error":{"kind","message","status","hint","requestId","details"}}',
    ].join('\n'),
  formatting: ({ bold, dim }) =>
    [
      bold('Shaping the output'),
      '--fields picks and orders; dots reach into a field. --query takes JMESPath and',
      'comes first.',
      '',
      `  ${dim('# names and ids')}`,
      '  archctl landscape list --fields name,id',
      `  ${dim('# the id of one landscape')}`,
      `  archctl landscape list -o json --query "[?name=='Shop'] | [0].id"`,
      `  ${dim('# how many technologies of each type')}`,
      '  archctl technology list -o csv --fields type | sort | uniq -c',
      '',
      'Control characters in text from the service are shown as escapes in every format.',
      '',
      bold('Global options'),
      twoColumns(optionRows(GLOBAL_OPTIONS)),
    ].join('\n'),
};

/** What each topic is about, in a few words. */
export const TOPIC_MEANINGS: Readonly<Record<string, string>> = {
  'exit-codes': 'What the exit codes mean',
  environment: 'Environment variables',
  output: 'Formats, and where output goes',
  formatting: 'Shaping the output; global options',
};

/** The text for what stands behind `archctl help`: a topic, a command, a noun, or nothing. */
export async function showTopic(context: Context, words: readonly string[]): Promise<string> {
  const style = context.terminal.palette;
  const topic = words.length === 1 ? TOPICS[words[0] ?? ''] : undefined;
  if (topic) return topic(style);
  const { REGISTRY } = await import('../commands/registry.generated.js');
  const found = route(words, REGISTRY, NOUNS);
  if (found.kind === 'command') {
    const { default: spec } = await found.entry.load();
    return commandHelp(spec, ['archctl', ...found.entry.path].join(' '), style);
  }
  return found.path.length === 0
    ? rootHelp(VERSION, REGISTRY, style)
    : groupHelp(found.path, REGISTRY, style);
}
