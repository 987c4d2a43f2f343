/** Inline images, in terminals that support them. */

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Maximum payload of one kitty graphics escape, in base64 characters (kitty graphics protocol, "Remote client"). */
const CHUNK = 4096;

function kitty(base64: string): string {
  const parts: string[] = [];
  for (let at = 0; at < base64.length || at === 0; at += CHUNK) {
    const more = at + CHUNK < base64.length ? 1 : 0;
    // q=2 stops the terminal from responding on stdin, where the response would look like typed input.
    const keys = at === 0 ? `a=T,f=100,q=2,m=${more}` : `q=2,m=${more}`;
    parts.push(`\x1b_G${keys};${base64.slice(at, at + CHUNK)}\x1b\\`);
  }
  return `${parts.join('')}\n`;
}

function iterm(base64: string, size: number, name: string): string {
  const label = Buffer.from(name, 'utf8').toString('base64');
  return `\x1b]1337;File=name=${label};size=${size};inline=1:${base64}\x07\n`;
}

/**
 * Returns the escape sequence that shows a PNG in this terminal; undefined if the terminal is not known to support one.
 */
export function inlineImage(png: Uint8Array, env: Environment, name: string): string | undefined {
  // A multiplexer inherits the outer terminal's variables and discards its sequences.
  if (env.TMUX || env.STY || /^(screen|tmux|dumb)/.test(env.TERM ?? '')) return undefined;
  const base64 = Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
  const program = env.TERM_PROGRAM ?? '';
  if (env.TERM === 'xterm-kitty' || env.KITTY_WINDOW_ID || /^(ghostty|wezterm)$/i.test(program)) {
    return kitty(base64);
  }
  if (program === 'iTerm.app' || env.LC_TERMINAL === 'iTerm2') return iterm(base64, png.byteLength, name);
  return undefined;
}
