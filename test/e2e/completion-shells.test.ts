import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { HOSTILE, keepNames } from '../support/completion-cache.js';
import { closeTerminals } from '../support/pty.js';
import {
  isShellMissing,
  openShell,
  prepareShell,
  REAL_SHELLS,
  type ShellSession,
} from '../support/shells.js';

const ids = HOSTILE.map((_, index) => `Diagram${String.fromCharCode(65 + index)}`);
/**
 * Values of labels, which are inserted and not only shown. Every Tab starts a process, so each contains many
 * characters.
 */
const values = [
  '$(touch pwned) `touch pwned`',
  `it's "a: quoted" \\back\\slash`,
  '; touch pwned # & touch pwned | cat > pwned',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would fill it in.
  '~root %F{red}%n $HOME ${HOME} !! !x *?[x] {a,b} =c,d@e',
  '🚢 ship 👩‍💻 שלום عربي',
  // To bash, and to zsh if configured so, the beginning of such a word is an assignment of paths.
  '~/x:~/y:~root=~/z',
].map((name, index) => `k${index}=${name}`);
/** The same with random texts. */
const characters = fc.constantFrom(...'ab \'"`$(){}[]<>|&;:=,.!#%*?~^\\/-+@é🚢ש');
const random = fc
  .sample(fc.string({ unit: characters, minLength: 8, maxLength: 24 }), { numRuns: 2, seed: 7 })
  .map((text, index) => `r${index}=${text}`);

/** Names of objects with different first letters. */
const NAMES = ['Booking API', `It's "the" $HOME`, 'back\\slash & more', 'Überfahrt 東京', 'a=b:c; d'];

describe.each(REAL_SHELLS)('%s', (name) => {
  const isMissing = isShellMissing(name);
  let user: Home;
  let shell: ShellSession;
  beforeAll(async () => {
    if (isMissing) return;
    user = home();
    const env = {
      ARCHCTL_API_KEY: 'kid:the-secret',
      ARCHCTL_BASE_URL: 'http://127.0.0.1:9/v1',
      ARCHCTL_ORG: 'O',
      ARCHCTL_LANDSCAPE: 'L',
    };
    const all = { ...user.env, ...env };
    keepNames(
      all,
      'diagram',
      ids.map((id, index) => ({ id, name: HOSTILE[index] ?? '' })),
    );
    keepNames(
      all,
      'label',
      [...values, ...random].map((id) => ({ id })),
    );
    keepNames(
      all,
      'object',
      NAMES.map((it, index) => ({ id: `Object${index}`, name: it })),
    );
    keepNames(all, 'landscape', [
      { id: 'L', name: 'Ferry' },
      { id: 'M', name: 'Back office' },
    ]);
    mkdirSync(join(user.directory, 'a folder'));
    writeFileSync(join(user.directory, 'a folder', `it's $(touch pwned).svg`), '');
    await prepareShell(user, name);
    shell = await openShell(user, name, env);
  });
  afterAll(async () => {
    closeTerminals();
    await user?.remove();
  });

  it.skipIf(isMissing).each([
    ['archctl orgs', ['orgs']],
    ['archctl sandbox exec -- archctl-hel', ['sandbox', 'exec', '--', 'archctl-helper']],
    ['archctl diagram export x --theme=d', ['diagram', 'export', 'x', '--theme=dark']],
    ['archctl diagram list -on', ['diagram', 'list', '-ondjson']],
    ['archctl diagram export x --format=svg,', ['diagram', 'export', 'x', '--format=svg,png']],
    [
      'archctl user update U --landscape-permission M=t',
      ['user', 'update', 'U', '--landscape-permission', 'M=true'],
    ],
    ['archctl diagram list --landscape M --lim', ['diagram', 'list', '--landscape', 'M', '--limit']],
  ])('%s', async (line, words) => {
    expect(await shell.complete(line)).toEqual(words);
  });

  it.skipIf(isMissing)('inserts values that the program receives unchanged', async () => {
    for (const value of [...values, ...random]) {
      const start = value.slice(0, value.indexOf('=') + 1);
      expect(await shell.complete(`archctl object create --label ${start}`)).toEqual([
        ...['object', 'create', '--label'],
        value,
      ]);
    }
  });

  it.skipIf(isMissing)('inserts names that the program receives unchanged', async () => {
    for (const it of NAMES)
      expect(await shell.complete(`archctl object get ${it.slice(0, 2)}`)).toEqual(['object', 'get', it]);
    expect(await shell.complete('archctl object get Object0')).toEqual(['object', 'get', 'Object0']);
    const [, , quoted] = await shell.complete('archctl object get "Booking A');
    expect(quoted).toBe('Booking API');
  });

  it.skipIf(isMissing)('completes inside quotes', async () => {
    for (const quote of [`'`, '"']) {
      // The shell closes the quote, or leaves that to the user.
      const value = values[0] ?? '';
      const [, , , given] = await shell.complete(
        `archctl object create --label ${quote}${value.slice(0, 3)}`,
      );
      expect(given).toBe(value);
    }
  });

  it.skipIf(isMissing)('completes files for file arguments', async () => {
    const [, , file] = await shell.complete('archctl landscape export-pdf --out=a\\ folder/it');
    expect(file).toBe(`--out=a folder/it's $(touch pwned).svg`);
    const [, , , , directory] = await shell.complete('archctl diagram export x --out a\\ f');
    // zsh removes the slash again if nothing follows it.
    expect(directory?.replace(/\/$/, '')).toBe('a folder');
  });

  it.skipIf(isMissing)('shows names beside ids, and runs none of them', async () => {
    const seen = await shell.see('archctl diagram get Diagram', name === 'bash' ? 2 : 1, /back\\slash/);
    for (const id of ids) expect(seen).toContain(id);
    expect(seen).toContain('$(touch pwned)');
    expect(seen).toContain('two lines tab');
    expect(seen).toContain('red right');
    expect(shell.terminal.raw).not.toContain('\u202e');
  });

  it.skipIf(isMissing)('has run none of the names', () => {
    expect(existsSync(join(user.directory, 'pwned'))).toBe(false);
    expect(readdirSync(user.directory).filter((file) => file.includes('pwned'))).toEqual([]);
  });
});
