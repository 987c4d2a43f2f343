/** Decides once whether a stream is coloured, and with which palette. */

import type { Environment } from './image.js';
import type { OutputStream, Palette } from './types.js';

const isOn = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value !== 'false';

/**
 * Precedence: `--no-color`, NO_COLOR (not empty), FORCE_COLOR or CLICOLOR_FORCE (`0` and `false` mean off), TERM=dumb,
 * CLICOLOR=0, whether the stream is a terminal.
 */
export function wantsColor(options: { noColor: boolean; env: Environment; isTerminal: boolean }): boolean {
  const { env } = options;
  if (options.noColor || env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return isOn(env.FORCE_COLOR);
  if (env.CLICOLOR_FORCE && isOn(env.CLICOLOR_FORCE)) return true;
  if (env.TERM === 'dumb' || env.CLICOLOR === '0') return false;
  return options.isTerminal;
}

const same = (text: string): string => text;

export const plainPalette: Palette = {
  bold: same,
  dim: same,
  italic: same,
  red: same,
  green: same,
  yellow: same,
  blue: same,
  cyan: same,
  magenta: same,
};

/** Palette of the terminal's own eight colours. */
export async function colourPalette(): Promise<Palette> {
  const { Chalk } = await import('chalk');
  const { bold, dim, italic, red, green, yellow, blue, cyan, magenta } = new Chalk({ level: 1 });
  return { bold, dim, italic, red, green, yellow, blue, cyan, magenta };
}

/** Returns the palette for one stream. */
export async function paletteFor(stream: OutputStream, env: Environment, noColor = false): Promise<Palette> {
  return wantsColor({ noColor, env, isTerminal: stream.isTTY === true }) ? colourPalette() : plainPalette;
}
