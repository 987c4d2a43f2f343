import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withBlock, withoutBlock } from '../../src/completion/install/install.js';
import { installationFor } from '../../src/completion/install/places.js';
import { SHELLS } from '../../src/completion/shells.js';
import { testWorld } from '../cli/world.js';

/** Every file and link below a directory, with contents. */
function contents(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => {
      const path = join(directory, name);
      const held = statSync(path).isDirectory() ? 'directory' : readFileSync(path, 'latin1');
      return [name, `${lstatSync(path).isSymbolicLink() ? 'link ' : ''}${held}`];
    }),
  );
}

function user(env: Record<string, string> = {}) {
  const { run, directory, stdout, stderr } = testWorld({ env });
  return {
    home: directory,
    stdout,
    stderr,
    complete: (verb: string, ...more: string[]) => run('completion', verb, ...more),
    read: (path: string) => readFileSync(join(directory, path), 'latin1'),
    write: (path: string, text: string) => writeFileSync(join(directory, path), text, 'latin1'),
    all: () => contents(directory),
  };
}

describe('the marked block', () => {
  const content = fc.option(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '#', 'é', '>') }), {
    nil: undefined,
  });

  test('is removed without a trace', () => {
    fc.assert(
      fc.property(content, (before) => {
        const once = withBlock(before, 'x\n', 'f');
        expect(withBlock(once, 'x\n', 'f')).toBe(once);
        expect(withoutBlock(withBlock(once, 'y\nz\n', 'f'), 'f')).toBe(before);
      }),
    );
  });

  test('is removed alone, whatever was added around it', () => {
    const file = withBlock('a', 'x\n', 'f');
    expect(withoutBlock(`top\n${file}below\n`, 'f')).toBe('top\na\nbelow\n');
    expect(withoutBlock(`${withBlock(undefined, 'x\n', 'f')}mine\n`, 'f')).toBe('mine\n');
  });

  test('is removed without changed lines around it', () => {
    const open = withBlock('x', 'y\n', 'f');
    // The line before it is gone.
    expect(withoutBlock(open.slice(2), 'f')).toBe('');
    // A first mark without an end precedes a complete block.
    const [mark = ''] = open.slice(2).split('\n');
    expect(() => withoutBlock(`${mark}\nexport MINE=1\n${open.slice(2)}`, 'f')).toThrow('but not its end');
    // Twice, as in concatenated files.
    const block = withBlock('', 'y\n', 'f');
    expect(withoutBlock(`a\n${block}b\n${block}c\n`, 'f')).toBe('a\nb\nc\n');
  });

  test('is reported without an end mark, and not guessed', () => {
    const [first = ''] = withBlock('', 'x\n', 'f').split('\n');
    expect(() => withBlock(`${first}\nx\n`, 'y\n', '~/.bashrc')).toThrow('~/.bashrc contains the start');
    expect(() => withoutBlock(`${first}\nx\n`, 'f')).toThrow('but not its end');
  });
});

describe.each(SHELLS)('%s', (shell) => {
  test('is installed once, and removed completely', async () => {
    const it = user();
    const rc = { bash: '.bashrc', zsh: '.zshrc', fish: undefined, powershell: undefined }[shell];
    if (rc) it.write(rc, 'export A=\xff\n# no line feed at the end');
    const before = it.all();
    expect(await it.complete('install', '--shell', shell)).toBe(0);
    const after = it.all();
    expect(Object.keys(after).length).toBeGreaterThan(Object.keys(before).length);
    expect(await it.complete('install', '--shell', shell)).toBe(0);
    expect(it.stderr()).toContain('is already installed');
    expect(it.all()).toEqual(after);
    expect(await it.complete('uninstall', '--shell', shell)).toBe(0);
    expect(it.all()).toEqual(before);
    expect(await it.complete('uninstall', '--shell', shell)).toBe(0);
    expect(it.stderr()).toContain('was not installed');
    expect(it.all()).toEqual(before);
  });

  test('is only described with --dry-run', async () => {
    const it = user();
    expect(await it.complete('install', '--shell', shell, '--dry-run', '-o', 'json')).toBe(0);
    expect(it.all()).toEqual({});
    const changes = JSON.parse(it.stdout()) as { change: string; path: string }[];
    expect(changes.map(({ change }) => change)).toEqual(shell === 'fish' ? ['create'] : ['create', 'create']);
    expect(it.stderr()).toContain('nothing was sent or changed');
  });

  test('is printed as in completions/', async () => {
    const it = user();
    expect(await it.complete(shell)).toBe(0);
    const file = { bash: 'archctl.bash', zsh: '_archctl', fish: 'archctl.fish', powershell: 'archctl.ps1' }[
      shell
    ];
    expect(it.stdout()).toBe(readFileSync(join('completions', file), 'utf8'));
  });
});

describe('install', () => {
  test('uses the shell of SHELL, and lists the shells for any other', async () => {
    const fish = user({ SHELL: '/usr/bin/fish' });
    expect(await fish.complete('install')).toBe(0);
    expect(Object.keys(fish.all())).toContain('.config/fish/completions/archctl.fish');
    expect(fish.stderr()).toContain('New shells load it. To load it in this shell: source ');
    for (const env of [{ SHELL: '/bin/tcsh' }, {}]) {
      const other = user(env);
      expect(await other.complete('install')).toBe(2);
      expect(other.stderr()).toContain('bash, zsh, fish, powershell');
      expect(other.all()).toEqual({});
    }
  });

  test('does not change special files, and files with several hard links', async () => {
    const it = user();
    const fifo = join(it.home, '.bashrc');
    expect(spawnSync('mkfifo', [fifo]).status).toBe(0);
    expect(await it.complete('install', '--shell', 'bash')).toBe(2);
    expect(it.stderr()).toContain('it is not a regular file');
    expect(lstatSync(fifo).isFIFO()).toBe(true);
    it.write('.zshrc', 'mine\n');
    linkSync(join(it.home, '.zshrc'), join(it.home, 'other'));
    expect(await it.complete('install', '--shell', 'zsh')).toBe(2);
    expect(it.stderr()).toContain('several names');
    expect(it.read('other')).toBe('mine\n');
  });

  test('keeps the mode and, for root, the owner', async () => {
    const it = user();
    it.write('.bashrc', 'mine\n');
    chmodSync(join(it.home, '.bashrc'), 0o640);
    if (process.getuid?.() === 0) chownSync(join(it.home, '.bashrc'), 1234, 1235);
    const { uid, gid, mode } = statSync(join(it.home, '.bashrc'));
    expect(await it.complete('install', '--shell', 'bash')).toBe(0);
    expect(statSync(join(it.home, '.bashrc'))).toMatchObject({ uid, gid, mode });
  });

  test('removes what it wrote through a dangling link, and keeps the link and the folders of the user', async () => {
    const it = user({ ZDOTDIR: '' });
    const folder = join(it.home, 'dots');
    mkdirSync(join(folder, 'zsh'), { recursive: true });
    symlinkSync(join(folder, 'zshrc'), join(folder, 'zsh', '.zshrc'));
    const own = user({ ZDOTDIR: join(folder, 'zsh'), XDG_DATA_HOME: `${join(folder, 'zsh')}/` });
    expect(await own.complete('install', '--shell', 'zsh')).toBe(0);
    expect(existsSync(join(folder, 'zshrc'))).toBe(true);
    expect(await own.complete('uninstall', '--shell', 'zsh')).toBe(0);
    expect(existsSync(join(folder, 'zshrc'))).toBe(false);
    expect(readdirSync(join(folder, 'zsh'))).toEqual(['.zshrc']);
  });

  test('uses absolute directories, and quotes what must be pasted', () => {
    const env = { HOME: "/home/o'm $(id)", XDG_DATA_HOME: 'data' };
    const place = installationFor('bash', env);
    expect(place.script.startsWith(env.HOME)).toBe(true);
    expect(place.load).toBe("source '/home/o'\\''m $(id)/.local/share/bash-completion/completions/archctl'");
    expect(installationFor('fish', env).load).toContain("'/home/o\\'m $(id)/");
    expect(() => installationFor('fish', { HOME: 'rel' })).toThrow('not an absolute path');
  });

  test('needs a home directory', async () => {
    const it = user({ HOME: '' });
    expect(await it.complete('install', '--shell', 'zsh')).toBe(2);
    expect(it.stderr()).toContain('HOME is not set');
  });

  test('keeps a startup file that is a link, and its mode', async () => {
    const it = user();
    mkdirSync(join(it.home, 'dotfiles'));
    it.write('dotfiles/bashrc', 'a\n');
    chmodSync(join(it.home, 'dotfiles/bashrc'), 0o600);
    symlinkSync('dotfiles/bashrc', join(it.home, '.bashrc'));
    await it.complete('install', '--shell', 'bash');
    expect(lstatSync(join(it.home, '.bashrc')).isSymbolicLink()).toBe(true);
    expect(it.read('dotfiles/bashrc')).toMatch(/^a\n# >>> archctl completion >>>\n/);
    expect(statSync(join(it.home, 'dotfiles/bashrc')).mode & 0o777).toBe(0o600);
    await it.complete('uninstall', '--shell', 'bash');
    expect(it.read('dotfiles/bashrc')).toBe('a\n');
    expect(lstatSync(join(it.home, '.bashrc')).isSymbolicLink()).toBe(true);
  });

  test('does not change scripts of others, and nothing else in that case', async () => {
    const it = user();
    mkdirSync(join(it.home, '.local/share/bash-completion/completions'), { recursive: true });
    it.write('.local/share/bash-completion/completions/archctl', 'mine');
    const before = it.all();
    expect(await it.complete('install', '--shell', 'bash')).toBe(2);
    expect(it.stderr()).toContain('was not written by archctl');
    expect(await it.complete('uninstall', '--shell', 'bash')).toBe(0);
    expect(it.all()).toEqual(before);
  });

  test('keeps the startup file whole if writing it fails', async () => {
    const it = user();
    mkdirSync(join(it.home, '.bashrc'));
    expect(await it.complete('install', '--shell', 'bash')).toBe(2);
    expect(it.stderr()).toContain('Cannot read ');
    expect(Object.keys(it.all())).toEqual(['.bashrc']);
  });

  test('uses the directories of the environment', () => {
    const env = { HOME: '/h', XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c', ZDOTDIR: '/z' };
    const of = (shell: (typeof SHELLS)[number], platform: NodeJS.Platform = 'linux') => {
      const { script, startup } = installationFor(shell, env, platform);
      return [script, startup?.path];
    };
    expect(of('bash')).toEqual(['/d/bash-completion/completions/archctl', '/h/.bashrc']);
    expect(of('zsh')).toEqual(['/d/zsh/site-functions/_archctl', '/z/.zshrc']);
    expect(of('fish')).toEqual(['/c/fish/completions/archctl.fish', undefined]);
    expect(of('powershell')[1]).toBe('/c/powershell/Microsoft.PowerShell_profile.ps1');
    const windows = installationFor('powershell', { USERPROFILE: '/u' }, 'win32');
    expect(windows.startup?.path).toBe('/u/Documents/PowerShell/Microsoft.PowerShell_profile.ps1');
  });

  test('on a Mac picks the file that login shells read, and hides none', () => {
    const { home, write } = user();
    const path = () => installationFor('bash', { HOME: home }, 'darwin').startup?.path;
    expect(path()).toBe(join(home, '.bash_profile'));
    write('.profile', '');
    expect(path()).toBe(join(home, '.profile'));
    write('.bash_profile', '');
    expect(path()).toBe(join(home, '.bash_profile'));
    expect(existsSync(join(home, '.bashrc'))).toBe(false);
  });
});
