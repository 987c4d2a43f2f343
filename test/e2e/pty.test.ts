import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { closeTerminals, KEYS, onTerminal } from '../support/pty.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

let user: Home;
let sandbox: ServedSandbox;
let secret: string;
/** Signed in by the environment, without scopes. */
let nowhere: Record<string, string>;

beforeAll(async () => {
  user = home();
  sandbox = await serveForProgram(user);
  const profile = user.profile('sandbox');
  secret = profile.secret;
  nowhere = {
    ARCHCTL_API_KEY: `${profile.keyId}:${secret}`,
    ARCHCTL_BASE_URL: profile.baseUrl,
    ARCHCTL_CONFIG_DIR: join(user.directory, 'empty'),
  };
});
afterEach(() => sandbox.faults({ latencyMs: 0 }));
afterAll(async () => {
  closeTerminals();
  await sandbox.stop();
  await user.remove();
});

describe('auth login', () => {
  it('prompts for address and key, and never shows the secret', async () => {
    const { keyId, baseUrl } = user.profile('sandbox');
    const terminal = onTerminal(user, ['auth', 'login', '-p', 'typed']);
    await terminal.until(/Service address:/);
    terminal.press(`${baseUrl}${KEYS.enter}`);
    await terminal.until(/API key \(ID:SECRET\):/);
    terminal.press(`${keyId}:${secret}${KEYS.enter}`);
    expect(await terminal.end()).toBe(0);
    expect(terminal.screen.text).toMatch(/✓ Signed in as Ingrid Solheim\. The current profile is "typed"\./);
    expect(terminal.raw).not.toContain(secret);
    expect(terminal.cursorShows).toBe(true);
    expect(user.profile('typed')).toMatchObject({ keyId, secret, baseUrl });
    expect(await user.run(['profile', 'use', 'sandbox'])).toMatchObject({ code: 0 });
  });

  it('keeps the working profile if the typed key fails', async () => {
    const terminal = onTerminal(user, ['auth', 'login', '-p', 'sandbox']);
    await terminal.until(/Service address:/);
    terminal.press(KEYS.enter);
    await terminal.until(/API key/);
    terminal.press(`wrong:key${KEYS.enter}`);
    expect(await terminal.end()).toBe(3);
    expect(user.profile('sandbox').secret).toBe(secret);
  });

  it('exits 130 on Ctrl-C and restores the cursor', async () => {
    const terminal = onTerminal(user, ['auth', 'login', '-p', 'never']);
    await terminal.until(/Service address:/);
    terminal.press(KEYS.ctrlC);
    expect(await terminal.end()).toBe(130);
    expect(terminal.cursorShows).toBe(true);
    expect(Object.keys(user.profiles().profiles)).not.toContain('never');
  });
});

describe('a prompt that gets Ctrl-D', () => {
  it.each([
    ['for a missing value', ['object', 'create', '--type', 'app'], /Name:/],
    ['with choices', ['object', 'create', 'Cranes', '--type', 'app'], /Parent object/],
    ['for a confirmation', ['object', 'delete', 'Booking'], /\(y\/N\)/],
  ])('%s exits 130 and changes nothing', async (_, argv, question) => {
    const terminal = onTerminal(user, argv);
    await terminal.until(question);
    terminal.press(KEYS.ctrlD);
    expect(await terminal.end()).toBe(130);
    expect(terminal.cursorShows).toBe(true);
    expect(await user.run(['object', 'get', 'Booking'])).toMatchObject({ code: 0 });
  });
});

describe('a table', () => {
  it.each([80, 40])('fits %d columns, with relative times', async (columns) => {
    for (const noun of ['landscape', 'technology']) {
      const terminal = onTerminal(user, [noun, 'list'], { columns });
      expect(await terminal.end()).toBe(0);
      // Longer lines are wrapped by the terminal: equal numbers of lines mean that all fitted.
      const written = terminal.raw.split('\n').map((line) => line.replace(ESCAPES, '').trimEnd());
      expect(Math.max(...written.map((line) => line.length))).toBeLessThanOrEqual(columns);
      if (noun === 'landscape') expect(terminal.screen.lines[0]).toMatch(/ · 2 landscapes$/);
    }
  });

  it('shows times in words', async () => {
    const terminal = onTerminal(user, ['landscape', 'list']);
    expect(await terminal.end()).toBe(0);
    expect(terminal.screen.text).toMatch(/Ferry Platform +yes +\d+ (days|months?) ago/);
    expect(terminal.raw).toMatch(ESCAPES);
  });

  it('is plain on a dumb terminal', async () => {
    const terminal = onTerminal(user, ['landscape', 'list'], { env: { TERM: 'dumb' } });
    expect(await terminal.end()).toBe(0);
    expect(terminal.raw).not.toContain('\u001b');
  });

  it('asks no question on a dumb terminal', async () => {
    const terminal = onTerminal(user, ['landscape', 'delete', sandbox.landscapeId], {
      env: { TERM: 'dumb' },
    });
    expect(await terminal.end()).toBe(2);
    expect(terminal.raw).not.toContain('\u001b');
    expect(terminal.screen.text).toMatch(/This needs\s+confirmation\./);
    expect(terminal.screen.text).toContain('hint: Use --yes with TERM=dumb.');
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const ESCAPES = /\u001b\[[?\d;]*[A-Za-z]/g;

describe('version revert', () => {
  it('asks; no changes nothing and yes reverts', async () => {
    const groups = `/v1/landscapes/${sandbox.landscapeId}/versions/latest/tag-groups`;
    const made = { name: 'Gone by a revert', icon: 'bug', index: 1 };
    await sandbox.request('POST', groups, made);
    const there = async () => JSON.stringify(await sandbox.request('GET', groups)).includes(made.name);
    const listed = await user.run(['version', 'list', '-o', 'json', '--query', '[-1].id']);
    const id = JSON.parse(listed.stdout) as string;

    const no = onTerminal(user, ['version', 'revert', id]);
    await no.until(/Revert the live model of the landscape .* to the version .*\(y\/N\)/s);
    no.press(`n${KEYS.enter}`);
    expect(await no.end()).toBe(130);
    expect(no.screen.text).not.toContain('error:');
    expect(no.screen.text).toContain('Nothing was changed.');
    expect(await there()).toBe(true);

    const yes = onTerminal(user, ['version', 'revert', id]);
    await yes.until(/\(y\/N\)/);
    yes.press(`y${KEYS.enter}`);
    expect(await yes.end()).toBe(0);
    expect(yes.screen.text).toMatch(/✓ Reverted to version "[^"]+"\./);
    expect(await there()).toBe(false);
  });

  it('does not prompt in a pipe', async () => {
    expect(await user.run(['version', 'revert', 'a'.repeat(20)])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('a missing scope', () => {
  it('is picked with the arrow keys', async () => {
    const terminal = onTerminal(user, ['diagram', 'list'], {
      env: { ...nowhere, ARCHCTL_ORG: sandbox.organizationId },
    });
    await terminal.until(/Which landscape\?[\s\S]*Ferry Platform[\s\S]*Back Office/);
    terminal.press(KEYS.down);
    await terminal.until(/[❯>] Back Office/);
    terminal.press(KEYS.enter);
    expect(await terminal.end()).toBe(0);
    expect(terminal.screen.text).toContain('✔ Which landscape? Back Office');
    expect(terminal.screen.text).toMatch(/Back Office · latest · \d+ diagrams?/);
    expect(terminal.cursorShows).toBe(true);
  });

  it('is selected without a prompt if there is only one', async () => {
    const terminal = onTerminal(user, ['landscape', 'list'], { env: nowhere });
    expect(await terminal.end()).toBe(0);
    expect(terminal.screen.text).toContain('Ferry Platform');
    expect(terminal.screen.text).not.toContain('?');
  });

  it('can be cancelled with Ctrl-C', async () => {
    const terminal = onTerminal(user, ['diagram', 'list'], { env: nowhere });
    await terminal.until(/Which landscape\?/);
    terminal.press(KEYS.ctrlC);
    expect(await terminal.end()).toBe(130);
    expect(terminal.cursorShows).toBe(true);
  });
});

describe('a create with missing options', () => {
  it('prompts, finds a record by a part of its name, and prints the equivalent line', async () => {
    const terminal = onTerminal(user, ['object', 'create'], { columns: 120 });
    await terminal.until(/Name:/);
    terminal.press(`It's asked${KEYS.enter}`);
    await terminal.until(/Type:/);
    terminal.press('comp');
    await terminal.until(/[❯>] component$/m);
    terminal.press(KEYS.enter);
    await terminal.until(/Parent object:/);
    terminal.press('booking/booking ap');
    await terminal.until(/[❯>] Booking\/Booking API$/m);
    terminal.press(KEYS.enter);
    expect(await terminal.end()).toBe(0);
    const { text } = terminal.screen;
    expect(text).toContain("✓ Created component It's asked in Booking API");
    expect(text).toMatch(
      /^ {2}archctl object create --name 'It'\\''s asked' --type component --parent 'Booking API'$/m,
    );
    expect(text).not.toMatch(/\b[A-Za-z0-9]{20}\b/);
  });

  it('leaves nothing behind on Ctrl-C', async () => {
    const before = await user.run(['object', 'list', '-o', 'json', '--query', 'length(@)']);
    const terminal = onTerminal(user, ['object', 'create', '--name', 'Never', '--type', 'app']);
    await terminal.until(/Parent object/);
    terminal.press(KEYS.ctrlC);
    expect(await terminal.end()).toBe(130);
    expect(terminal.cursorShows).toBe(true);
    expect(terminal.screen.text).not.toContain('archctl object create');
    const after = await user.run(['object', 'list', '-o', 'json', '--query', 'length(@)']);
    expect(after.stdout).toBe(before.stdout);
  });
});

describe('several records', () => {
  it('are shown with their changes, and confirmed by one prompt', async () => {
    const argv = ['object', 'update', '--where', "contains(name, 'Booking API')", '--status', 'deprecated'];
    const terminal = onTerminal(user, argv);
    await terminal.until(
      /^Booking\/Booking API +live → deprecated[\s\S]*Change \d+ model objects? in the landscape /m,
    );
    terminal.press(`n${KEYS.enter}`);
    expect(await terminal.end()).toBe(130);
    expect(terminal.screen.text).toContain('Nothing was changed.');
    expect(terminal.screen.text).not.toMatch(/\b[A-Za-z0-9]{20}\b/);
  });
});

describe('waiting', () => {
  it('shows the progress of an export and erases it', async () => {
    await sandbox.faults({ latencyMs: 80 });
    // The smallest diagrams, because drawing takes time.
    const least = 'sort_by([?connectionCount > `0`], &connectionCount)[:2].id';
    const listed = await user.run(['diagram', 'list', '-o', 'json', '--query', least]);
    const ids = JSON.parse(listed.stdout) as string[];
    const directory = join(user.directory, 'pictures');
    const terminal = onTerminal(user, [
      'diagram',
      'export',
      ...ids,
      '--format',
      'svg,png',
      '--max-width',
      '400',
      '--out',
      directory,
    ]);
    await terminal.until(/^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Export/m);
    expect(await terminal.end()).toBe(0);
    expect(terminal.screen.text).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
    expect(terminal.screen.lines[0]).toMatch(/^Path/);
    expect(readdirSync(directory).map((name) => name.replace(/.*\./, ''))).toEqual([
      'png',
      'svg',
      'png',
      'svg',
    ]);
  });

  it('for a slow response ends on Ctrl-C with 130, at once', async () => {
    // Longer than the limit of a test: only Ctrl-C can end the call.
    await sandbox.faults({ latencyMs: 60_000 });
    const terminal = onTerminal(user, ['landscape', 'list', '--debug', '--timeout', '600']);
    await terminal.until(/> GET/);
    await terminal.until(/^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Waiting for the service/m);
    terminal.press(KEYS.ctrlC);
    expect(await terminal.end()).toBe(130);
    expect(terminal.screen.text).toMatch(/^Interrupted\.$/m);
    expect(terminal.screen.text).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|error:/);
    await sandbox.faults({ latencyMs: 0 });
  });

  it('for the log prints a record as it appears; Ctrl-C ends it with 130', async () => {
    const terminal = onTerminal(user, ['logs', 'tail', '-n', '1', '--interval', '0.1']);
    await terminal.until(/\d\d:\d\d/);
    const create = ['tag-group', 'create', '--name', 'Seen by the tail', '--icon', 'bug', '--index', '1'];
    expect(await user.run(create)).toMatchObject({ code: 0 });
    await terminal.until(/tag-group-create +Seen by the tail/);
    terminal.press(KEYS.ctrlC);
    expect(await terminal.end()).toBe(130);
    expect(terminal.screen.text).toMatch(/^2 records in \d+ (s|min)\.$/m);
    expect(terminal.screen.text).not.toContain('error:');
  });
});

it('sandbox start in the foreground reports that it is ready, and keeps its data on Ctrl-C', async () => {
  const own = home();
  try {
    const terminal = onTerminal(own, ['sandbox', 'start']);
    await terminal.until(/✓ The sandbox listens on http:\/\/127\.0\.0\.1:\d+ \(plan scale\)\./);
    await terminal.until(/Ctrl-C\s+stops\s+it/);
    const groups = ['tag-group', 'create', '--name', 'Kept', '--icon', 'bug', '--index', '1'];
    expect(await own.run(groups)).toMatchObject({ code: 0 });
    terminal.press(KEYS.ctrlC);
    expect(await terminal.end()).toBe(0);
    const again = await own.sandbox();
    const path = `/v1/landscapes/${again.landscapeId}/versions/latest/tag-groups`;
    expect(JSON.stringify(await again.request('GET', path))).toContain('Kept');
  } finally {
    await own.remove();
  }
});
