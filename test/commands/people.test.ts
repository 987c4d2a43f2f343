import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../support/sandbox.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

/** Output and prompts about organizations, members, teams, keys and share links. */

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const UNKNOWN_ID = 'NobodyHasThisId00000';
const PASSWORD = 'correct horse battery';
/** A person who answers no to a confirmation that contains these texts. */
const refusing = (message: RegExp, ask: 'confirm' | 'input' = 'confirm') => ({
  tty: true,
  answers: [{ ask, message, answer: ask === 'input' ? '' : false }],
});

describe('a confirmation of a loss', () => {
  const cases: [string, () => string, RegExp][] = [
    [
      'organization delete',
      () => suite.ids.spareOrganization,
      /organization "Spare" with.*0 landscapes, 1 member.*Type "Spare" to confirm:/,
    ],
    ['user delete', () => suite.ids.user, /Remove Tomas Reyes, who has permission write/],
    ['team delete', () => suite.ids.team, /team "Travel Experience", removing it from \d+ model objects/],
    ['keys delete', () => suite.ids.spareKey, /API key "Spare" with permission read/],
    ['invite revoke', () => suite.ids.invite, /spare@example.com with permission read/],
  ];

  it.each(cases)('%s names its subject', async (name, id, says) => {
    const ran = await suite
      .machine()
      .run([...name.split(' '), id()], refusing(says, name === 'organization delete' ? 'input' : 'confirm'));
    expect(ran.code).toBe(130);
    expect(ran.stderr).toMatch(/^(?!error).*Nothing was changed\.$/m);
    expect(ran.stderr).not.toContain('error:');
    const verbs = ran.requests.map(({ method }) => method);
    expect(verbs.every((method) => method === 'GET')).toBe(true);
  });

  it.each(cases)('%s reports a wrong id before the confirmation', async (name) => {
    const ran = await suite.machine().run([...name.split(' '), UNKNOWN_ID], { tty: true, answers: [] });
    expect(ran.code).toBe(4);
    expect(ran.stderr).toContain(UNKNOWN_ID);
  });

  it('is skipped with --yes, without a request', async () => {
    const { spareKey } = suite.ids;
    const ran = await suite.machine().run(['keys', 'delete', spareKey, '--yes']);
    expect(ran.code).toBe(0);
    expect(ran.requests.map(({ method }) => method)).toEqual(['DELETE']);
  });
});

describe('tables', () => {
  it('list the members of the organization', async () => {
    const ran = await suite.machine().run(['user', 'list', '-o', 'csv', '--permission', 'admin']);
    expect(ran.stdout).toContain('Ingrid Solheim');
    expect(ran.stdout).toContain('ingrid.solheim@skerryline.example');
    expect(ran.stdout).not.toContain('Tomas Reyes');
  });

  it('show people the access of a member by landscape names, and find members by a part of their name', async () => {
    const allowed = `${suite.ids.landscape}=true`;
    const id = suite.ids.user;
    const made = await suite
      .machine()
      .run(['user', 'update', id, '--landscape-permission', allowed, '--permission', 'write']);
    expect(made.code, made.stderr).toBe(0);
    const shown = await suite
      .machine()
      .run(['user', 'list', '--name', 'tomas', '--no-color'], { tty: true, width: 250 });
    expect(shown.stdout).toContain('Ferry Platform=true');
    expect(shown.stdout).not.toContain('Ingrid');
    const piped = await suite.machine().run(['user', 'list', '--name-exact', 'Tomas Reyes']);
    expect(piped.stdout).toContain(allowed);
    const none = await suite.machine().run(['user', 'list', '--name-exact', 'tomas', '-o', 'table']);
    expect(none.stderr).toContain('has this name');
  });

  it('show the objects of a team, and their locations', async () => {
    const ran = await suite.machine().run(['team', 'objects', suite.ids.team, '-o', 'table']);
    expect(ran.stdout).toMatch(/LANDSCAPE\s+TYPE\s+NAME/i);
    expect(ran.stdout).toContain('Ferry Platform');
  });

  it('show open invites, and with --all the status of the others', async () => {
    const open = await suite.machine().run(['invite', 'list', '-o', 'csv']);
    expect(open.stdout).toContain('nils.berg@skerryline.example');
    expect(open.stdout).not.toContain('lea.haugen@skerryline.example');
    const all = await suite.machine().run(['invite', 'list', '--all', '-o', 'csv']);
    expect(all.stdout).toMatch(/lea\.haugen@skerryline\.example.*revoked/);
  });
});

describe('team update', () => {
  it('adds and removes members, and keeps the others', async () => {
    const { ids, ask } = suite;
    const at = `organizations/${ids.organization}/teams/${ids.team}`;
    const members = async () => ((await ask(at)).team as { userIds: string[] }).userIds;
    const [first = '', ...others] = await members();
    const other = ids.spareUser;
    const ran = await suite
      .machine()
      .run(['team', 'update', ids.team, '--add-user', other, '--remove-user', first]);
    expect(ran.code).toBe(0);
    expect(await members()).toEqual([...others, other]);
    const both = await suite
      .machine()
      .run(['team', 'update', ids.team, '--user', other, '--add-user', first]);
    expect(both.code).toBe(2);
  });
});

describe('the password of a share link', () => {
  const at = () => ['--landscape', suite.ids.smallest];

  it('is read, never shown, and admits visitors', async () => {
    const machine = suite.machine();
    machine.write('password.txt', `${PASSWORD}\n`);
    const given = ['--password-file', 'password.txt', '--debug'];
    const made = await machine.run(['share-link', 'create', ...at(), '--protected', ...given, '-o', 'json']);
    expect(made.code).toBe(0);
    const shortId = textOf(made.json(), 'shortId');
    const visit = ['share-link', 'public', 'landscape', shortId, '--debug', '-o', 'json'];
    const refused = await machine.run(visit);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('needs its password');
    const let_in = await machine.run([...visit, '--password-stdin'], { stdin: `${PASSWORD}\n` });
    expect(let_in.code).toBe(0);
    const sent = let_in.requests.at(-1)?.headers.authorization;
    expect(sent).toBe(`Basic ${Buffer.from(`${shortId}:${PASSWORD}`).toString('base64')}`);
    const wrong = await machine.run([...visit, '--password-stdin'], { stdin: 'another horse' });
    expect(wrong.code).toBe(3);
    for (const { stdout, stderr } of [made, refused, let_in, wrong]) {
      for (const secret of ['horse', Buffer.from(PASSWORD).toString('base64').slice(3, 14)])
        expect(stdout + stderr).not.toContain(secret);
    }
    expect(existsSync(join(machine.state, 'password.txt'))).toBe(false);
  });

  it('is typed without echo on a terminal', async () => {
    const machine = suite.machine();
    const ran = await machine.run(['share-link', 'update', ...at(), '--new-password'], {
      tty: true,
      answers: [{ ask: 'secret', answer: 'staple staple' }],
    });
    expect(ran.code).toBe(0);
    expect(ran.stdout + ran.stderr).not.toContain('staple');
  });

  it('is required for a protected link, and only for that', async () => {
    const machine = suite.machine();
    const without = await machine.run(['share-link', 'create', ...at(), '--protected', '--no-input']);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('--password-stdin');
    const useless = await machine.run(['share-link', 'create', ...at(), '--password-stdin'], {
      stdin: PASSWORD,
    });
    expect(useless.code).toBe(2);
    const data = ['--protected', '--data', JSON.stringify({ password: PASSWORD })];
    const ran = await machine.run(['share-link', 'create', ...at(), ...data]);
    expect(ran.code).toBe(2);
    expect([...without.requests, ...useless.requests, ...ran.requests]).toEqual([]);
  });
});

describe('health', () => {
  it('needs no key, and sends none to a given address', async () => {
    const machine = suite.machine();
    const ran = await machine.run(['health', '--base-url', 'https://elsewhere.test/v1', '-o', 'json']);
    expect(ran.json()).toMatchObject({ ok: true });
    expect(ran.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});
