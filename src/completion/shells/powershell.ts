import { POWERSHELL, splitLine } from '../line.js';
import type { Shell } from './shell.js';

/**
 * The script hands over the command line up to the cursor in Base64: PowerShell before 7.3 changes quotes in arguments.
 * A line for each candidate, parted by tabs: what is inserted, what is listed, what it means.
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

/** Single quotes where the text holds anything that PowerShell reads as more than text; the user's directory is that. */
const quoted = (value: string, isAtHome = false): string =>
  (isAtHome ? /^~[\w./:=+\\-]+$/ : /^[\w./:=+\\-]+$/).test(value) && !value.startsWith('-=')
    ? value
    : `'${value.replace(/['‘’‚‛]/g, '$&$&')}'`;
