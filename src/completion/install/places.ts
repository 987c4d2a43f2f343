import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { SHELLS, type ShellName } from '../shells.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Locations of a shell's completion script, and the start-up lines that load it. */
export interface Installation {
  shell: ShellName;
  script: string;
  /** Parent directories that are never removed, even if empty. */
  bases: readonly string[];
  /** Start-up file of the shell, and the lines to add. */
  startup?: { path: string; lines: string };
  /** Command that loads completion in the present shell. */
  load: string;
}

const LISTED = SHELLS.join(', ');

/** The user's shell. Errors: `usage`, listing the supported shells. */
export function shellOf(given: string | undefined, env: Env): ShellName {
  const name = given ?? (env.SHELL ? basename(env.SHELL) : env.PSModulePath ? 'powershell' : undefined);
  const found = SHELLS.find((it) => it === name || (it === 'powershell' && name === 'pwsh'));
  if (found) return found;
  throw usageError(
    name === undefined ? 'SHELL does not name a supported shell.' : `There is no completion for "${name}".`,
    { hint: `Use --shell with one of ${LISTED}.` },
  );
}

/** Locations for a shell. Errors: `usage` if there is no home directory. */
export function installationFor(
  shell: ShellName,
  env: Env,
  platform: NodeJS.Platform = process.platform,
): Installation {
  const home = env.HOME || (platform === 'win32' ? env.USERPROFILE : undefined);
  if (!home || !isAbsolute(home)) {
    const what = home ? `HOME is "${home}", which is not an absolute path` : 'HOME is not set';
    throw usageError(`${what}, so completion cannot be installed.`, {
      hint: `Set HOME, or save the output of "archctl completion ${shell}" where your shell finds it.`,
    });
  }
  // A relative path counts as unset (XDG Base Directory Specification).
  const absolute = (path: string | undefined): string | undefined =>
    path && isAbsolute(path) ? resolve(path) : undefined;
  const [xdgData, xdgConfig] = [absolute(env.XDG_DATA_HOME), absolute(env.XDG_CONFIG_HOME)];
  const data = xdgData ?? join(home, '.local', 'share');
  const config = xdgConfig ?? join(home, '.config');
  const startups = absolute(env.ZDOTDIR) ?? home;
  const bases = [home, xdgData, xdgConfig, startups].flatMap((it) => (it ? [resolve(it)] : []));
  switch (shell) {
    case 'bash': {
      // bash-completion finds the script here; without it, as on macOS, the start-up file loads it.
      const script = join(data, 'bash-completion', 'completions', 'archctl');
      const path = posixPath(script, home);
      const lines = `if [ -n "\${BASH_VERSION-}" ] && [ -r ${path} ]; then . ${path}; fi\n`;
      return {
        shell,
        script,
        bases,
        startup: { path: bashStartup(home, platform), lines },
        load: `source ${quoted(script, `'\\''`)}`,
      };
    }
    case 'zsh': {
      const directory = join(data, 'zsh', 'site-functions');
      const path = posixPath(directory, home);
      const lines = [
        `if [ -r ${path}/_archctl ]; then`,
        // Expands the whole array, also with ksharrays.
        `  fpath=(${path} "\${fpath[@]}")`,
        '  autoload -Uz _archctl',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: zsh reads it.
        '  (( ${+functions[compdef]} )) || { autoload -Uz compinit && compinit -i; }',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: zsh reads it.
        '  (( ${+functions[compdef]} )) && compdef _archctl archctl',
        'fi\n',
      ].join('\n');
      const startup = { path: join(startups, '.zshrc'), lines };
      return { shell, script: join(directory, '_archctl'), bases, startup, load: 'exec zsh' };
    }
    case 'fish': {
      const script = join(config, 'fish', 'completions', 'archctl.fish');
      return { shell, script, bases, load: `source ${quoted(script.replaceAll('\\', '\\\\'), "\\'")}` };
    }
    case 'powershell': {
      const script = join(data, 'archctl', 'archctl.ps1');
      const folder =
        platform === 'win32' ? join(home, 'Documents', 'PowerShell') : join(config, 'powershell');
      const path = `'${script.replace(/['‘’‚‛]/g, '$&$&')}'`;
      const lines = `if (Test-Path -LiteralPath ${path}) { . ${path} }\n`;
      const startup = { path: join(folder, 'Microsoft.PowerShell_profile.ps1'), lines };
      return { shell, script, bases, startup, load: `. ${path}` };
    }
  }
}

/**
 * Terminals on macOS start login shells, which read only the first of three files; creating another one would hide the
 * others.
 */
function bashStartup(home: string, platform: NodeJS.Platform): string {
  if (platform !== 'darwin') return join(home, '.bashrc');
  const names = ['.bash_profile', '.bash_login', '.profile'].map((name) => join(home, name));
  return names.find((path) => existsSync(path)) ?? (names[0] as string);
}

/** A path as one word, quoted if necessary; `quote` is the escaped form of a quote. */
const quoted = (path: string, quote: string): string =>
  /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", quote)}'`;

/** A path as a word of a POSIX shell, relative to $HOME if possible, so that start-up files can be shared. */
function posixPath(path: string, home: string): string {
  const isBelow = path.startsWith(`${home}/`);
  const rest = isBelow ? path.slice(home.length) : path;
  return `${isBelow ? '"$HOME"' : ''}'${rest.replaceAll("'", `'\\''`)}'`;
}
