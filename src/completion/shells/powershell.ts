import { POWERSHELL, splitLine } from '../line.js';
import type { Shell } from './shell.js';

/**
 * Protocol: the script passes the command line up to the cursor as Base64, because PowerShell before 7.3 changes quotes
 * in arguments. One line per candidate, separated by tabs: insertion, list entry, description.
 */
export const powershell: Shell = {
  read([encoded]) {
    if (encoded === undefined) return undefined;
    const line = Buffer.from(encoded, 'base64').toString('utf8');
    const { words, current } = splitLine(line.replace(/^\s*&\s*/, ''), POWERSHELL);
    return {
      words: words.slice(1),
      current: current.value,
      redirects: current.redirects,
      beginsAtHome: current.raw.startsWith('~'),
      listsFiles: 'all',
    };
  },
  render: (suggestions) =>
    suggestions.flatMap(({ kind, value, description, isAtHome }) =>
      kind === 'word' ? [[quoted(value, isAtHome), value, description || value].join('\t')] : [],
    ),
};

/** Quotes a value if PowerShell would interpret it; keeps a leading `~` for the home directory. */
const quoted = (value: string, isAtHome = false): string =>
  (isAtHome ? /^~[\w./:=+\\-]+$/ : /^[\w./:=+\\-]+$/).test(value) && !value.startsWith('-=')
    ? value
    : `'${value.replace(/['‘’‚‛]/g, '$&$&')}'`;
